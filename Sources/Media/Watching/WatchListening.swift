internal import CLinux
import Glibc

/// The thread that waits for events, until it is told to stop.
struct WatchListening: Sendable {
    /// Both closed at the end.
    let inotify: Int32
    let stop: Int32
    let hear: @Sendable ([WatchEvent]) -> Void
    let mountsChanged: @Sendable () -> Void

    func run() {
        // The kernel reports an exceptional state of this file whenever
        // something was mounted or unmounted.
        let mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        defer {
            close(inotify)
            close(stop)
            if mounts >= 0 { close(mounts) }
        }
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            var waits = [
                pollfd(fd: inotify, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
                pollfd(fd: mounts, events: Int16(POLLPRI), revents: 0),
            ]
            guard poll(&waits, 3, -1) >= 0 || errno == EINTR else { return }
            if waits[1].revents != 0 { return }
            if waits[2].revents & Int16(POLLPRI | POLLERR) != 0 {
                // Reading to the end arms it again.
                lseek(mounts, 0, SEEK_SET)
                while read(mounts, &buffer, buffer.count) > 0 {}
                mountsChanged()
            }
            guard waits[0].revents != 0 else { continue }
            let count = read(inotify, &buffer, buffer.count)
            if count > 0 {
                hear(
                    buffer.withUnsafeBytes {
                        WatchEvent.events(in: UnsafeRawBufferPointer(rebasing: $0[..<count]))
                    })
            } else if count < 0, errno != EAGAIN, errno != EINTR {
                return
            }
        }
    }
}
