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
