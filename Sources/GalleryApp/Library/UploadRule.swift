import Carousel

/// When uploads wait: on a network that is paid for by its use, and while the
/// machine runs on its battery. What the user does is sent all the same.
nonisolated struct UploadRule: Hashable {
    /// As NetworkManager tells, through GNetworkMonitor.
    var isMetered = false
    /// As UPower tells; false where there is none.
    var isOnBattery = false

    /// Nil when uploads go on. Of two reasons the one that costs money.
    var hold: UploadHold? { isMetered ? .meteredNetwork : isOnBattery ? .battery : nil }
}
