import Photos

/// A hash table from paths to what was known of them, with one allocation for
/// the entries and one for the table.
struct KnownPaths: Sendable {
    struct Entry: Sendable {
        var hash: UInt64
        var id: Int64
        var size: Int64
        var modifiedNanoseconds: Int64
        var statusChangedNanoseconds: Int64
        var inode: UInt64
        /// False for a problem without a file.
        var isFile = true
        var isMissing = false
        var isSeen = false
        /// Place of the drive's number in a list of them.
        var device: UInt32 = 0

        func hasStamp(_ stamp: FileStamp, isNumberMadeUp: Bool = false) -> Bool {
            isFile && size == stamp.size && modifiedNanoseconds == stamp.modifiedNanoseconds
                && statusChangedNanoseconds == stamp.statusChangedNanoseconds
                && (isNumberMadeUp || inode == stamp.identity.inode)
        }
    }

    private(set) var entries: [Entry] = []
    /// Positions in `entries` plus 1, 0 for free; a power of two of them, at
    /// least twice as many as entries.
    private var table: [UInt32] = Array(repeating: 0, count: 16)

    /// The hash of a path's bytes, with this process's seed, so that nobody
    /// can choose names that collide.
    static func hash(_ path: UnsafeRawBufferPointer) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(bytes: path)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// - Precondition: fewer than 2³² − 1 entries.
    mutating func add(_ entry: Entry) {
        entries.append(entry)
        if entries.count * 2 > table.count {
            table = Array(repeating: 0, count: table.count * 2)
            for position in entries.indices { place(position) }
        } else {
            place(entries.count - 1)
        }
    }

    func find(_ hash: UInt64) -> Entry? {
        position(of: hash).map { entries[$0] }
    }

    /// The entry as it is, marked as seen.
    mutating func see(_ hash: UInt64) -> Entry? {
        guard let position = position(of: hash) else { return nil }
        entries[position].isSeen = true
        return entries[position]
    }

    mutating func markSeen(_ hash: UInt64) {
        if let position = position(of: hash) { entries[position].isSeen = true }
    }

    private func position(of hash: UInt64) -> Int? {
        var slot = slot(of: hash)
        while table[slot] != 0 {
            let position = Int(table[slot]) - 1
            if entries[position].hash == hash { return position }
            slot = (slot + 1) & (table.count - 1)
        }
        return nil
    }

    private mutating func place(_ position: Int) {
        var slot = slot(of: entries[position].hash)
        while table[slot] != 0 {
            slot = (slot + 1) & (table.count - 1)
        }
        table[slot] = UInt32(position + 1)
    }

    private func slot(of hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash) & (table.count - 1)
    }
}
