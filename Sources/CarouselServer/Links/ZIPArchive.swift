/// The frame of a ZIP archive whose files are stored as they are: everything
/// but their bytes, made in one pass, its length known before.
///
/// Sources: PKWARE's APPNOTE 6.3.9 (4.3.7 local header, 4.3.9 data
/// descriptor, 4.3.12 central directory, 4.3.14 and 4.3.15 ZIP64 ends).
struct ZIPArchive {
    /// One file to be put in.
    struct Member: Hashable, Sendable {
        /// Without any slash.
        var name: String
        /// Bytes.
        var size: Int64
        var modified: DOSTime
    }

    private static let limit: Int64 = 0xFFFF_FFFF
    /// UTF-8 names; sizes and checksum behind the bytes.
    private static let flags: UInt16 = 1 << 11 | 1 << 3

    private let members: [Member]
    private var offsets: [Int64] = []
    private var checksums: [UInt32] = []
    private var offset: Int64 = 0

    /// - Parameter members: in their order. Of equal names the later ones get
    ///   a number.
    init(_ members: [Member]) {
        var taken: Set<String> = []
        self.members = members.map { member in
            var member = member
            let (stem, ending) = Self.split(member.name)
            var number = 2
            while !taken.insert(member.name.lowercased()).inserted {
                member.name = "\(stem) (\(number))\(ending)"
                number += 1
            }
            return member
        }
    }

    /// Bytes of the whole archive.
    var length: Int64 {
        var copy = self
        var length: Int64 = 0
        for index in members.indices {
            length += Int64(copy.header(of: index).count) + members[index].size
            length += Int64(copy.descriptor(of: index, checksum: 0).count)
        }
        return length + Int64(copy.directory().count)
    }

    /// What stands before a file's bytes. Ask in the order of the members.
    mutating func header(of index: Int) -> [UInt8] {
        let member = members[index]
        offsets.append(offset)
        var bytes: [UInt8] = []
        bytes.put(0x0403_4B50 as UInt32)
        bytes.put(Self.version(of: member))
        bytes.put(Self.flags)
        bytes.put(0 as UInt16)
        bytes.put(member.modified.time)
        bytes.put(member.modified.date)
        bytes.put(0 as UInt32)
        let isLong = member.size >= Self.limit
        for _ in 0..<2 { bytes.put(isLong ? UInt32.max : 0) }
        let name = Array(member.name.utf8)
        bytes.put(UInt16(clamping: name.count))
        bytes.put(isLong ? 20 as UInt16 : 0)
        bytes += name
        if isLong {
            bytes.put(1 as UInt16)
            bytes.put(16 as UInt16)
            for _ in 0..<2 { bytes.put(0 as UInt64) }
        }
        offset += Int64(bytes.count) + member.size
        return bytes
    }

    /// What stands behind a file's bytes.
    mutating func descriptor(of index: Int, checksum: UInt32) -> [UInt8] {
        let size = members[index].size
        checksums.append(checksum)
        var bytes: [UInt8] = []
        bytes.put(0x0807_4B50 as UInt32)
        bytes.put(checksum)
        for _ in 0..<2 {
            if size >= Self.limit { bytes.put(UInt64(size)) } else { bytes.put(UInt32(size)) }
        }
        offset += Int64(bytes.count)
        return bytes
    }

    /// What stands at the end.
    func directory() -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, member) in members.enumerated() {
            appendEntry(member, offsets[index], checksums[index], to: &bytes)
        }
        let size = Int64(bytes.count)
        let isLong =
            offset >= Self.limit || size >= Self.limit || members.count >= 0xFFFF
        if isLong { appendLongEnd(size, to: &bytes) }
        bytes.put(0x0605_4B50 as UInt32)
        for _ in 0..<2 { bytes.put(0 as UInt16) }
        for _ in 0..<2 { bytes.put(UInt16(clamping: members.count)) }
        bytes.put(UInt32(clamping: size))
        bytes.put(UInt32(clamping: offset))
        bytes.put(0 as UInt16)
        return bytes
    }

    private func appendEntry(
        _ member: Member, _ offset: Int64, _ checksum: UInt32, to bytes: inout [UInt8]
    ) {
        let isLong = member.size >= Self.limit
        var extra: [UInt8] = []
        if isLong { for _ in 0..<2 { extra.put(UInt64(member.size)) } }
        if offset >= Self.limit { extra.put(UInt64(offset)) }
        bytes.put(0x0201_4B50 as UInt32)
        // Made by version 4.5 on Unix.
        bytes.put(3 << 8 | 45 as UInt16)
        bytes.put(offset >= Self.limit ? 45 : Self.version(of: member))
        bytes.put(Self.flags)
        bytes.put(0 as UInt16)
        bytes.put(member.modified.time)
        bytes.put(member.modified.date)
        bytes.put(checksum)
        for _ in 0..<2 { bytes.put(isLong ? UInt32.max : UInt32(member.size)) }
        let name = Array(member.name.utf8)
        bytes.put(UInt16(clamping: name.count))
        bytes.put(UInt16(extra.isEmpty ? 0 : extra.count + 4))
        for _ in 0..<3 { bytes.put(0 as UInt16) }
        // A regular file that its owner may write and all may read.
        bytes.put(0o100644 << 16 as UInt32)
        bytes.put(UInt32(clamping: offset))
        bytes += name
        if !extra.isEmpty {
            bytes.put(1 as UInt16)
            bytes.put(UInt16(extra.count))
            bytes += extra
        }
    }

    private func appendLongEnd(_ size: Int64, to bytes: inout [UInt8]) {
        let end = offset + size
        bytes.put(0x0606_4B50 as UInt32)
        bytes.put(44 as UInt64)
        bytes.put(3 << 8 | 45 as UInt16)
        bytes.put(45 as UInt16)
        for _ in 0..<2 { bytes.put(0 as UInt32) }
        for _ in 0..<2 { bytes.put(UInt64(members.count)) }
        bytes.put(UInt64(size))
        bytes.put(UInt64(offset))
        bytes.put(0x0706_4B50 as UInt32)
        bytes.put(0 as UInt32)
        bytes.put(UInt64(end))
        bytes.put(1 as UInt32)
    }

    private static func version(of member: Member) -> UInt16 { member.size >= limit ? 45 : 20 }

    private static func split(_ name: String) -> (String, String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }
}

/// A time as ZIP has it: by the clock on the wall, in steps of two seconds,
/// from 1980 to 2107.
struct DOSTime: Hashable, Sendable {
    var date: UInt16
    var time: UInt16

    init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        let years = min(max(year - 1980, 0), 127)
        date = UInt16(years << 9 | month << 5 | day)
        time = UInt16(hour << 11 | minute << 5 | second / 2)
    }
}

extension [UInt8] {
    /// Adds a number, its lowest byte first.
    fileprivate mutating func put(_ number: some FixedWidthInteger) {
        var rest = number
        for _ in 0..<(number.bitWidth / 8) {
            append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }
}
