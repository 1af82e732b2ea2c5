/// A small key that puts a burst of one second into the order of its file
/// names as a person reads them: `IMG_9` before `IMG_10`.
///
/// It is computed from the name alone and kept in the hot record in the
/// name's stead: the last number in the name without its extension, held at
/// the largest value; a name without digits has 0. Names whose last number
/// is equal keep the order of their LUIDs.
public struct NameKey: Hashable, Comparable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// - Complexity: O(length of the name).
    public init(fileName: some BidirectionalCollection<UInt8>) {
        let stem =
            fileName.lastIndex(of: UInt8(ascii: ".")).map { fileName[..<$0] }
            ?? fileName[...]
        var current: UInt64?
        var last: UInt64 = 0
        for byte in stem {
            if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                let digit = UInt64(byte - UInt8(ascii: "0"))
                current = min((current ?? 0) * 10 + digit, UInt64(UInt32.max))
                last = current ?? last
            } else {
                current = nil
            }
        }
        rawValue = UInt32(last)
    }

    public static func < (a: NameKey, b: NameKey) -> Bool {
        a.rawValue < b.rawValue
    }
}
