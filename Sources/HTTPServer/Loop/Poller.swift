internal import CLinux
internal import Glibc

/// The descriptors a loop waits for: an epoll set and a bell to end the
/// wait from other threads.
final class Poller: Sendable {
    /// What can happen to a descriptor.
    struct Events: OptionSet, Sendable {
        let rawValue: UInt32

        static let readable = Events(rawValue: CAROUSEL_READABLE)
        static let writable = Events(rawValue: CAROUSEL_WRITABLE)
        /// The other side sends nothing more.
        static let peerClosed = Events(rawValue: CAROUSEL_PEER_CLOSED)
        /// The connection is gone; reported without being asked for.
        static let broken = Events(rawValue: CAROUSEL_BROKEN)
    }

    private static let bellTag = UInt64.max
    private let set: Int32
    private let bell: Int32

    init() throws(HTTPServerError) {
        set = carousel_epoll_create()
        guard set >= 0 else { throw .systemRefused("epoll", errno: errno) }
        bell = carousel_eventfd()
        guard bell >= 0, carousel_epoll_add(set, bell, CAROUSEL_READABLE, Self.bellTag) == 0 else {
            let reason = errno
            close(set)
            if bell >= 0 { close(bell) }
            throw .systemRefused("eventfd", errno: reason)
        }
    }

    deinit {
        close(bell)
        close(set)
    }

    /// Ends the wait, from any thread.
    func ring() {
        eventfd_write(bell, 1)
    }

    /// Watches a descriptor; false when the system has no room for it.
    func add(_ descriptor: Int32, _ events: Events, tag: UInt64) -> Bool {
        precondition(tag != Self.bellTag, "the tag of the bell")
        return carousel_epoll_add(set, descriptor, events.rawValue, tag) == 0
    }

    func change(_ descriptor: Int32, to events: Events, tag: UInt64) {
        // It fails for a descriptor that is not watched only.
        precondition(
            carousel_epoll_change(set, descriptor, events.rawValue, tag) == 0,
            "descriptor \(descriptor) is not watched: errno \(errno)")
    }

    /// Waits for events for at most that long (nil: until the bell), and
    /// calls `body` with the tag and what happened for each.
    func wait(atMost duration: Duration?, _ body: (UInt64, Events) -> Void) {
        withUnsafeTemporaryAllocation(of: carousel_event.self, capacity: 256) { found in
            let count = carousel_epoll_wait(
                set, found.baseAddress, Int32(found.count), Self.milliseconds(duration))
            precondition(count >= 0, "epoll_wait: errno \(errno)")
            for event in found.prefix(Int(count)) {
                guard event.tag != Self.bellTag else {
                    var rings: UInt64 = 0
                    eventfd_read(bell, &rings)
                    continue
                }
                body(event.tag, Events(rawValue: event.events))
            }
        }
    }

    /// Rounded up, so that the wait does not end before the deadline.
    private static func milliseconds(_ duration: Duration?) -> Int32 {
        guard let duration else { return -1 }
        let rounded = (max(0, duration.wholeNanoseconds) + 999_999) / 1_000_000
        return Int32(clamping: rounded)
    }
}
