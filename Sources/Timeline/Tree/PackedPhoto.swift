import Photos

/// A hot record as leaves hold it: 50 bytes, one behind the other without
/// gaps. The key comes first, in pieces of two bytes, since a whole one
/// would ask for addresses at multiples of 16.
struct PackedPhoto: Sendable {
    private var keyPieces: InlineArray<8, UInt16>
    private var flags: PhotoFlags
    private var width: UInt16
    private var height: UInt16
    private var durationSeconds: UInt16
    private var thumbHash: ThumbHash

    init(_ key: OrderKey, _ record: HotRecord) {
        keyPieces = Self.pieces(of: key)
        flags = record.flags
        width = record.width
        height = record.height
        durationSeconds = record.durationSeconds
        thumbHash = record.thumbHash
    }

    /// A key alone.
    init(_ key: OrderKey) {
        keyPieces = Self.pieces(of: key)
        flags = []
        width = 0
        height = 0
        durationSeconds = 0
        thumbHash = .empty
    }

    var key: OrderKey {
        get {
            withUnsafeBytes(of: keyPieces) {
                OrderKey(bits: $0.loadUnaligned(as: UInt128.self))
            }
        }
        set { keyPieces = Self.pieces(of: newValue) }
    }

    /// The record, with the key taken apart.
    /// - Complexity: O(1).
    @inline(__always)
    func record(_ coding: KeyCoding) -> HotRecord {
        let key = key
        return HotRecord(
            luid: coding.luid(of: key), taken: coding.time(of: key),
            nameKey: coding.nameKey(of: key), flags: flags, width: width, height: height,
            durationSeconds: durationSeconds, thumbHash: thumbHash)
    }

    /// Whether two photos are equal, by their 50 bytes: those of a hash behind
    /// its end are zero.
    /// - Complexity: O(1).
    static func areSame(
        _ a: UnsafePointer<PackedPhoto>, _ b: UnsafePointer<PackedPhoto>
    ) -> Bool {
        let (a, b) = (UnsafeRawPointer(a), UnsafeRawPointer(b))
        var difference: UInt64 = 0
        for offset in stride(from: 0, to: 48, by: 8) {
            difference |=
                a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                ^ b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        return difference == 0
            && a.loadUnaligned(fromByteOffset: 48, as: UInt16.self)
                == b.loadUnaligned(fromByteOffset: 48, as: UInt16.self)
    }

    private static func pieces(of key: OrderKey) -> InlineArray<8, UInt16> {
        withUnsafeBytes(of: key.bits) {
            $0.loadUnaligned(as: InlineArray<8, UInt16>.self)
        }
    }
}
