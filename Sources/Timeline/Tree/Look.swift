import Photos

/// What a hot record holds besides its place in the order: 34 bytes.
struct Look: Equatable, Sendable {
    var flags: PhotoFlags
    var width: UInt16
    var height: UInt16
    var durationSeconds: UInt16
    var thumbHash: ThumbHash

    init(_ record: HotRecord) {
        flags = record.flags
        width = record.width
        height = record.height
        durationSeconds = record.durationSeconds
        thumbHash = record.thumbHash
    }

    /// Whether two looks are equal, by their 34 bytes: those of a hash behind
    /// its end are zero.
    static func areSame(_ a: UnsafePointer<Look>, _ b: UnsafePointer<Look>) -> Bool {
        let (a, b) = (UnsafeRawPointer(a), UnsafeRawPointer(b))
        var difference: UInt64 = 0
        for offset in stride(from: 0, to: 32, by: 8) {
            difference |=
                a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                ^ b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        return difference == 0
            && a.loadUnaligned(fromByteOffset: 32, as: UInt16.self)
                == b.loadUnaligned(fromByteOffset: 32, as: UInt16.self)
    }

    /// What an edit that removes a photo carries in a look's place.
    static let none = Look(HotRecord(luid: LUID(0), taken: nil))
}

extension KeyCoding {
    func record(_ key: OrderKey, _ look: Look) -> HotRecord {
        HotRecord(
            luid: luid(of: key), taken: time(of: key), nameKey: nameKey(of: key),
            flags: look.flags, width: look.width, height: look.height,
            durationSeconds: look.durationSeconds, thumbHash: look.thumbHash)
    }
}
