internal import CGTK

/// Names one connection, for `disconnect`.
public struct SignalHandler: Hashable, Sendable {
    let id: gulong
}

extension ObjectPointer {
    /// Calls `body` at each emission, for as long as the object lives or
    /// until it is disconnected. The closure is released with it: capture
    /// owners weakly.
    ///
    /// - Parameter after: behind the class's own handler.
    @discardableResult
    public func connect(
        _ signal: String, after: Bool = false,
        _ body: @escaping @MainActor (SignalArguments) -> Void
    ) -> SignalHandler {
        let box = Unmanaged.passRetained(SignalBox(body)).toOpaque()
        let size = guint(MemoryLayout<GClosure>.size)
        guard let closure = g_closure_new_simple(size, box) else {
            fatalError("GLib made no closure for \(signal)")
        }
        g_closure_add_finalize_notifier(closure, box) { data, _ in
            guard let data else { return }
            Unmanaged<SignalBox>.fromOpaque(data).release()
        }
        g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
            guard let data = closure?.pointee.data else { return }
            let arguments = SignalArguments(
                values: UnsafeBufferPointer(start: values, count: Int(count)), result: result)
            Unmanaged<SignalBox>.fromOpaque(data).takeUnretainedValue().body(arguments)
        }
        return SignalHandler(id: g_signal_connect_closure(raw, signal, closure, after ? 1 : 0))
    }

    /// Whether a connection still stands.
    public func isConnected(_ handler: SignalHandler) -> Bool {
        g_signal_handler_is_connected(raw, handler.id) != 0
    }

    /// Ends a connection and releases its closure.
    public func disconnect(_ handler: SignalHandler) {
        g_signal_handler_disconnect(raw, handler.id)
    }
}

/// The arguments of one emission. The first, at index 0, is the object
/// itself. Valid during the call only.
public struct SignalArguments {
    let values: UnsafeBufferPointer<GValue>
    let result: UnsafeMutablePointer<GValue>?

    public func object(_ index: Int) -> UnsafeMutableRawPointer? {
        values.baseAddress.flatMap { g_value_get_object($0 + index) }
    }

    public func double(_ index: Int) -> Double {
        values.baseAddress.map { g_value_get_double($0 + index) } ?? 0
    }

    public func int(_ index: Int) -> Int {
        values.baseAddress.map { Int(g_value_get_int($0 + index)) } ?? 0
    }

    public func unsigned(_ index: Int) -> UInt32 {
        values.baseAddress.map { g_value_get_uint($0 + index) } ?? 0
    }

    public func flags(_ index: Int) -> UInt32 {
        values.baseAddress.map { g_value_get_flags($0 + index) } ?? 0
    }

    /// The text in an action's parameter.
    public func word(_ index: Int) -> String? {
        guard let values = values.baseAddress, let variant = g_value_get_variant(values + index),
            let text = g_variant_get_string(variant, nil)
        else { return nil }
        return String(cString: text)
    }

    /// The answer of a signal that wants one: whether it has been handled.
    public func answer(_ handled: Bool) {
        if let result {
            g_value_set_boolean(result, handled ? 1 : 0)
        }
    }
}

/// Owns a closure for the life of a GClosure.
private final class SignalBox {
    let body: @MainActor (SignalArguments) -> Void

    init(_ body: @escaping @MainActor (SignalArguments) -> Void) {
        self.body = body
    }
}
