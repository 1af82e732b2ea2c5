import CGTK
import Carousel
import GTKKit

/// Watches the network and the power supply for a library, which lets its
/// uploads wait by `UploadRule`.
final class UploadUpkeep {
    private let network = Ref<OpaquePointer>(retaining: g_network_monitor_get_default())
    private var power: Ref<OpaquePointer>?
    private var handlers: [(Ref<OpaquePointer>, SignalHandler)] = []
    private var rule = UploadRule()
    private var isFollowing: Task<Void, Never>?
    private var holds: AsyncStream<UploadHold?>.Continuation?

    func start(_ library: any GalleryLibrary) {
        let (stream, holds) = AsyncStream.makeStream(
            of: UploadHold?.self, bufferingPolicy: .bufferingNewest(1))
        self.holds = holds
        // One after another, so that the last one counts.
        isFollowing = Task {
            for await hold in stream { await library.holdUploads(hold) }
        }
        follow(network, "notify::network-metered")
        UPower.meet(self)
        look()
    }

    func stop() {
        for (object, handler) in handlers { object.pointer.disconnect(handler) }
        handlers = []
        holds?.finish()
        holds = nil
    }

    /// - Parameter daemon: what knows of power supplies.
    fileprivate func take(_ daemon: Ref<OpaquePointer>) {
        guard holds != nil else { return }
        power = daemon
        follow(daemon, "g-properties-changed")
        look()
    }

    private func follow(_ object: Ref<OpaquePointer>, _ signal: String) {
        handlers.append((object, object.pointer.connect(signal) { [weak self] _ in self?.look() }))
    }

    private func look() {
        let before = rule.hold
        rule.isMetered = g_network_monitor_get_network_metered(network.pointer) != 0
        rule.isOnBattery = power.map { UPower.isOnBattery($0) } ?? false
        if rule.hold != before { holds?.yield(rule.hold) }
    }
}

/// The daemon that knows of power supplies, on the system bus.
private enum UPower {
    /// Hands the daemon over once it has answered; never where there is none.
    static func meet(_ upkeep: UploadUpkeep) {
        g_dbus_proxy_new_for_bus(
            G_BUS_TYPE_SYSTEM, G_DBUS_PROXY_FLAGS_NONE, nil, "org.freedesktop.UPower",
            "/org/freedesktop/UPower", "org.freedesktop.UPower", nil,
            { _, result, data in UPower.receive(result, data) },
            Unmanaged.passRetained(upkeep).toOpaque())
    }

    /// Called by the loop, and so on the main thread.
    private nonisolated static func receive(
        _ result: OpaquePointer?, _ data: UnsafeMutableRawPointer?
    ) {
        let (result, data) = (UInt(bitPattern: result), UInt(bitPattern: data))
        MainActor.assumeIsolated {
            guard let data = UnsafeRawPointer(bitPattern: data) else { return }
            let upkeep = Unmanaged<UploadUpkeep>.fromOpaque(data).takeRetainedValue()
            let proxy = g_dbus_proxy_new_for_bus_finish(OpaquePointer(bitPattern: result), nil)
            if let proxy { upkeep.take(Ref(adopting: proxy.opaque)) }
        }
    }

    static func isOnBattery(_ daemon: Ref<OpaquePointer>) -> Bool {
        guard
            let value = g_dbus_proxy_get_cached_property(daemon.pointer.cast(), "OnBattery")
        else { return false }
        defer { g_variant_unref(value) }
        return g_variant_get_boolean(value) != 0
    }
}
