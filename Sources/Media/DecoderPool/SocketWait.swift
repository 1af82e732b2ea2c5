internal import CLinux
import Glibc

/// Waits for what a worker thread can wait for.
enum SocketWait {
    enum Outcome {
        case socket
        case event
        case timeout
    }

    /// - Parameters:
    ///   - socket: readable or closed by the other end.
    ///   - event: cleared before this returns `event`.
    ///   - deadline: nil waits for ever.
    static func wait(
        for socket: Int32?, event: Int32, until deadline: ContinuousClock.Instant?
    ) -> Outcome {
        while true {
            var descriptors = [
                pollfd(fd: event, events: Int16(POLLIN), revents: 0),
                pollfd(fd: socket ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&descriptors, nfds_t(descriptors.count), milliseconds(deadline))
            if ready < 0 && errno == EINTR { continue }
            // poll itself has no other fault that its caller could mend.
            precondition(ready >= 0, "poll failed with \(errno)")
            if descriptors[0].revents != 0 {
                carousel_event_clear(event)
                return .event
            }
            if descriptors[1].revents != 0 { return .socket }
            if let deadline, deadline <= .now { return .timeout }
        }
    }

    private static func milliseconds(_ deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        return Int32(max(0, min(left.rounded(.up), 1e9)))
    }
}
