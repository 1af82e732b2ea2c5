import Photos

/// The place of a photo in the order of the timeline, as one number: capture
/// time (48 bits), name key (32 bits), LUID (48 bits), most significant
/// first.
///
/// Keys ascend in the order of the timeline. For a timeline that runs newest
/// first all bits are inverted, which reverses the whole key; `KeyCoding`
/// knows which.
struct OrderKey: Comparable, Sendable {
    var bits: UInt128

    /// Greater than the key of any photo.
    static let last = OrderKey(bits: .max)
    /// Less than the key of any photo.
    static let first = OrderKey(bits: 0)

    static func < (a: OrderKey, b: OrderKey) -> Bool {
        a.bits < b.bits
    }
}

/// How keys are made and read in a timeline of one order.
struct KeyCoding: Sendable {
    /// All ones when the order is reversed.
    let mask: UInt128

    init(_ order: TimelineOrder) {
        mask = order == .newestFirst ? .max : 0
    }

    /// The key of a photo with these marks.
    /// - Complexity: O(1).
    func key(time: UInt64, nameKey: NameKey, luid: LUID) -> OrderKey {
        let bits =
            UInt128(time) << 80 | UInt128(nameKey.rawValue) << 48
            | UInt128(UInt64(bitPattern: luid.rawValue) & Self.luidMask)
        return OrderKey(bits: bits ^ mask)
    }

    /// The key of a record.
    /// - Complexity: O(1).
    func key(of record: HotRecord) -> OrderKey {
        key(time: Self.timeCode(record.taken), nameKey: record.nameKey, luid: record.luid)
    }

    /// The key that begins the photos of a time, whatever its side in the
    /// order.
    /// - Complexity: O(1).
    func lowerBound(timeCode: UInt64) -> OrderKey {
        OrderKey(bits: (UInt128(timeCode) << 80 ^ mask) & (.max << 80))
    }

    /// The first 48 bits: milliseconds from the first time that counts.
    /// - Complexity: O(1).
    func timeCode(of key: OrderKey) -> UInt64 {
        UInt64(truncatingIfNeeded: (key.bits ^ mask) >> 80)
    }

    /// The capture time; nil for an undated photo.
    /// - Complexity: O(1).
    @inline(__always)
    func time(of key: OrderKey) -> CaptureTime? {
        Self.time(timeCode(of: key))
    }

    /// The name key.
    /// - Complexity: O(1).
    func nameKey(of key: OrderKey) -> NameKey {
        NameKey(rawValue: UInt32(truncatingIfNeeded: (key.bits ^ mask) >> 48))
    }

    /// The LUID.
    /// - Complexity: O(1).
    func luid(of key: OrderKey) -> LUID {
        LUID(Int64(UInt64(truncatingIfNeeded: key.bits ^ mask) & Self.luidMask))
    }

    /// The key without its LUID, as the index keeps it, joined with it.
    /// - Complexity: O(1).
    func key(_ part: IndexedKey, luid: LUID) -> OrderKey {
        let own = (UInt64(bitPattern: luid.rawValue) ^ UInt64(truncatingIfNeeded: mask))
        return OrderKey(
            bits: UInt128(part.high) << 64 | UInt128(part.low) << 48
                | UInt128(own & Self.luidMask))
    }
}

extension KeyCoding {
    /// LUIDs are counted from 1: at a million a second, this many take nine
    /// years.
    static let highestLUID = LUID(Int64(luidMask))
    private static let luidMask: UInt64 = (1 << 48) - 1

    /// 1826-01-01T00:00:00.000, the first time that counts.
    static let firstTime: Int64 = -4_544_208_000_000
    /// 9000-12-31T23:59:59.999, the last time that counts. Who makes a
    /// record knows today's date and refuses much earlier ones.
    static let lastTime: Int64 = 221_876_927_999_999
    /// The undated photos stand before the first time. Neither 0 nor 2⁴⁸ − 1
    /// is in use, so that no key has all bits of its upper half equal.
    static let undated: UInt64 = 1

    /// The code of a time; `undated` for none and for one that does not count.
    /// - Complexity: O(1).
    static func timeCode(_ time: CaptureTime?) -> UInt64 {
        guard let time, time.milliseconds >= firstTime, time.milliseconds <= lastTime
        else { return undated }
        return UInt64(time.milliseconds - firstTime) + undated + 1
    }

    /// The time of a code.
    /// - Complexity: O(1).
    @inline(__always)
    static func time(_ code: UInt64) -> CaptureTime? {
        code <= undated ? nil : CaptureTime(milliseconds: Int64(code - undated - 1) + firstTime)
    }
}

/// An `OrderKey` without its LUID: 80 bits.
struct IndexedKey: Equatable, Sendable {
    var high: UInt64
    var low: UInt16

    init(high: UInt64, low: UInt16) {
        self.high = high
        self.low = low
    }

    init(_ key: OrderKey) {
        high = UInt64(truncatingIfNeeded: key.bits >> 64)
        low = UInt16(truncatingIfNeeded: key.bits >> 48)
    }

    /// What the index has where there is no photo.
    static let absent = IndexedKey(high: 0, low: 0)
    var isAbsent: Bool { high == 0 }
}
