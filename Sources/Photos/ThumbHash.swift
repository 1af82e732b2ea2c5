/// A picture of a picture in at most 25 bytes: what a cell shows before its
/// thumbnail is there. The bytes are Evan Wallace's ThumbHash format.
///
/// Stored in line, so that a million of them are one allocation.
public struct ThumbHash: Hashable, Sendable {
    /// The most bytes that a hash of an opaque picture has.
    public static let capacity = 25

    private var storage: InlineArray<25, UInt8>
    /// Bytes in use: 0 to 25.
    public private(set) var count: Int {
        get { Int(length) }
        set { length = UInt8(newValue) }
    }
    private var length: UInt8

    /// Nil when there are more than 25 bytes.
    public init?(bytes: some Collection<UInt8>) {
        // One generic call and not one for each byte.
        let made =
            bytes.withContiguousStorageIfAvailable { ThumbHash(UnsafeRawBufferPointer($0)) }
            ?? Array(bytes).withUnsafeBytes { ThumbHash($0) }
        guard let made else { return nil }
        self = made
    }

    /// Bytes in memory, of a row for instance: copied, without a call for
    /// each. Nil when there are more than 25.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= Self.capacity else { return nil }
        storage = InlineArray(repeating: 0)
        length = UInt8(bytes.count)
        withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: bytes) }
    }

    /// The hash of a photo whose picture is not known yet: no bytes.
    public static let empty = ThumbHash()

    private init() {
        storage = InlineArray(repeating: 0)
        length = 0
    }

    public var isEmpty: Bool { length == 0 }

    public var bytes: [UInt8] {
        (0..<count).map { storage[$0] }
    }

    public subscript(index: Int) -> UInt8 {
        precondition(index < count, "index \(index) of a ThumbHash of \(count) bytes")
        return storage[index]
    }

    public static func == (a: ThumbHash, b: ThumbHash) -> Bool {
        guard a.length == b.length else { return false }
        for index in 0..<a.count where a.storage[index] != b.storage[index] {
            return false
        }
        return true
    }

    public func hash(into hasher: inout Hasher) {
        for index in 0..<count {
            hasher.combine(storage[index])
        }
    }
}
