internal import CGTK
// Links libdispatch, which exports the main queue's hooks.
internal import Dispatch
internal import Glibc

/// GLib's main loop on the main thread, and what runs in it.
public enum MainLoop {
    /// Makes GLib's main loop drain the dispatch main queue, and so run what
    /// awaits the main actor. Without it such an `await` hangs for ever. Call
    /// it once, before the loop runs.
    public static func attachMainActor() {
        let source = g_unix_fd_source_new(
            _dispatch_get_main_queue_handle_4CF(), G_IO_IN)
        typealias DescriptorCallback =
            @convention(c) (gint, GIOCondition, gpointer?) -> gboolean
        let drain: DescriptorCallback = { descriptor, _, _ in
            // Take the wake-ups first: one that comes while the queue is
            // drained must wake the loop again.
            var wakeUps: UInt64 = 0
            _ = read(descriptor, &wakeUps, MemoryLayout<UInt64>.size)
            _dispatch_main_queue_callback_4CF(nil)
            return 1
        }
        // GLib calls a descriptor source through the general type.
        g_source_set_callback(source, unsafeBitCast(drain, to: GSourceFunc.self), nil, nil)
        g_source_attach(source, nil)
        g_source_unref(source)
    }

    /// Calls `body` after some milliseconds and again for as long as it
    /// answers true.
    @discardableResult
    public static func after(
        milliseconds: Int, _ body: @escaping @MainActor () -> Bool
    ) -> LoopSource {
        let box = Unmanaged.passRetained(SourceBox(body)).toOpaque()
        let id = g_timeout_add_full(
            G_PRIORITY_DEFAULT, guint(milliseconds), { SourceBox.call($0) }, box,
            { SourceBox.release($0) })
        return LoopSource(id: id)
    }

    /// Calls `body` when nothing more urgent waits, and again for as long as
    /// it answers true.
    @discardableResult
    public static func whenIdle(_ body: @escaping @MainActor () -> Bool) -> LoopSource {
        let box = Unmanaged.passRetained(SourceBox(body)).toOpaque()
        let id = g_idle_add_full(
            G_PRIORITY_DEFAULT_IDLE, { SourceBox.call($0) }, box, { SourceBox.release($0) })
        return LoopSource(id: id)
    }

    /// Handles what is pending, without waiting. For tests and programs that
    /// hold no loop of their own.
    /// - Returns: whether anything was handled.
    @discardableResult
    public static func turn(mayBlock: Bool = false) -> Bool {
        g_main_context_iteration(nil, mayBlock ? 1 : 0) != 0
    }
}

/// Names a timeout or idle call that is still to come.
public struct LoopSource {
    let id: guint

    /// Ends it. It must not have ended by itself.
    public func cancel() {
        g_source_remove(id)
    }
}

private final class SourceBox {
    let body: @MainActor () -> Bool

    init(_ body: @escaping @MainActor () -> Bool) {
        self.body = body
    }

    static func call(_ data: UnsafeMutableRawPointer?) -> gboolean {
        guard let data else { return 0 }
        return Unmanaged<SourceBox>.fromOpaque(data).takeUnretainedValue().body() ? 1 : 0
    }

    static func release(_ data: UnsafeMutableRawPointer?) {
        guard let data else { return }
        Unmanaged<SourceBox>.fromOpaque(data).release()
    }
}
