import Glibc

/// One event as the system tells it.
struct WatchEvent {
    var number: Int32
    var mask: UInt32
    /// Empty for events of the folder itself.
    var name: [UInt8]

    /// More happened than the system could keep.
    var isOverflow: Bool { has(UInt32(IN_Q_OVERFLOW)) }
    /// About a folder within the watched one.
    var isOfFolder: Bool { has(UInt32(IN_ISDIR)) }
    /// The watch has ended.
    var isEnd: Bool { has(UInt32(IN_IGNORED)) }
    /// The watched folder itself is not where it was.
    var isLoss: Bool {
        has(UInt32(IN_UNMOUNT), UInt32(IN_DELETE_SELF), UInt32(IN_MOVE_SELF))
    }
    /// What is named is not there any more.
    var isDeparture: Bool { has(UInt32(IN_DELETE), UInt32(IN_MOVED_FROM)) }
    /// Somebody has begun to write, or goes on.
    var isWriting: Bool { has(UInt32(IN_CREATE), UInt32(IN_MODIFY)) }

    private func has(_ flags: UInt32...) -> Bool {
        flags.contains { mask & $0 != 0 }
    }

    /// All events in what was read at once.
    static func events(in buffer: UnsafeRawBufferPointer) -> [WatchEvent] {
        var events: [WatchEvent] = []
        var offset = 0
        let header = MemoryLayout<inotify_event>.size
        while offset + header <= buffer.count {
            let number = buffer.loadUnaligned(fromByteOffset: offset, as: Int32.self)
            let mask = buffer.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
            let length = Int(buffer.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
            let end = min(offset + header + length, buffer.count)
            let name = buffer[(offset + header)..<end].prefix { $0 != 0 }
            events.append(WatchEvent(number: number, mask: mask, name: Array(name)))
            offset += header + length
        }
        return events
    }
}
