import Photos

/// The few contents that a world's photos have: so few, and of so few sizes,
/// that every collision happens.
///
/// Contents 2n and 2n+1 are one shot, before and after an edit.
enum Content {
    static let count = 12

    private static let hashes: [ContentHash] = (0..<count).compactMap { index in
        ContentHash(bytes: [UInt8](repeating: UInt8(index + 1), count: ContentHash.byteCount))
    }

    static func hash(_ index: Int) -> ContentHash { hashes[index] }

    /// - Complexity: O(1).
    static func index(of hash: ContentHash) -> Int {
        indices[hash] ?? -1
    }

    private static let indices = Dictionary(
        uniqueKeysWithValues: hashes.enumerated().map { ($1, $0) })

    static func size(_ index: Int) -> Int64 { [10, 11, 12, 10, 11][index % 5] }

    static func isSameShot(_ a: Int, _ b: Int) -> Bool { a / 2 == b / 2 }
}
