import Photos
internal import SQLite

/// A photo's key in the table `timeline`, whose rows are in ascending order of
/// it: the timeline is that order read backwards.
struct TimelineKey: Hashable, Sendable {
    /// Milliseconds; the least integer for an undated photo, which thereby
    /// comes last.
    var taken: Int64
    var name: Int64
    var luid: LUID

    init(taken: Int64, name: Int64, luid: LUID) {
        self.taken = taken
        self.name = name
        self.luid = luid
    }

    init(of record: HotRecord) {
        taken = record.taken?.milliseconds ?? .min
        name = Int64(record.nameKey.rawValue)
        luid = record.luid
    }

    /// Behind every key: where a walk of the timeline begins.
    static let beforeFirst = TimelineKey(taken: .max, name: .max, luid: LUID(.max))

    func bind(_ statement: borrowing Statement, from parameter: Int32) throws(SQLiteError) {
        try statement.bind(parameter, taken)
        try statement.bind(parameter + 1, name)
        try statement.bind(parameter + 2, luid)
    }
}

/// The blob in a row of `timeline`: flags, width, height and duration, each of
/// 16 bits with the low byte first, then the ThumbHash.
enum TimelineCell {
    static let headerCount = 8
    static let capacity = headerCount + ThumbHash.capacity

    static func bytes(of record: HotRecord) -> [UInt8] {
        let numbers = [
            record.flags.rawValue, record.width, record.height, record.durationSeconds,
        ]
        return numbers.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
            + record.thumbHash.bytes
    }

    /// Reads a row of `taken, name, luid, cell` without any allocation.
    ///
    /// Only a damaged file can hold a cell of another length; what is missing
    /// of it then reads as 0 and what is too much is not read.
    @inline(__always)
    static func record(
        _ row: borrowing Statement, _ room: UnsafeMutableRawBufferPointer
    ) -> HotRecord {
        let taken = row.int64(0)
        let count = min(row.copyBytes(3, into: room), capacity)
        let header = count < headerCount ? 0 : room.loadUnaligned(as: UInt64.self).littleEndian
        return HotRecord(
            luid: LUID(row.int64(2)),
            taken: taken == .min ? nil : CaptureTime(milliseconds: taken),
            nameKey: NameKey(rawValue: UInt32(truncatingIfNeeded: row.int64(1))),
            flags: PhotoFlags(rawValue: UInt16(truncatingIfNeeded: header)),
            width: UInt16(truncatingIfNeeded: header >> 16),
            height: UInt16(truncatingIfNeeded: header >> 32),
            durationSeconds: UInt16(truncatingIfNeeded: header >> 48),
            thumbHash: ThumbHash(
                UnsafeRawBufferPointer(rebasing: room[headerCount..<max(count, headerCount)]))
                ?? .empty)
    }
}
