import Photos

/// All paths that begin with a folder and a `/`.
struct PathRange {
    let start: [UInt8]
    let end: [UInt8]
    let isTree: Bool

    init(below folder: FilePath, isTree: Bool) {
        let bytes =
            folder.bytes.last == UInt8(ascii: "/") ? folder.bytes.dropLast() : folder.bytes[...]
        start = bytes + [UInt8(ascii: "/")]
        // The byte behind "/".
        end = bytes + [UInt8(ascii: "0")]
        self.isTree = isTree
    }

    func includes(_ path: UnsafeRawBufferPointer) -> Bool {
        isTree || !path.dropFirst(start.count).contains(UInt8(ascii: "/"))
    }

    /// What lies in some folders directly, and anywhere below others; nothing
    /// twice.
    static func ranges(
        in folders: Set<FilePath>, below trees: Set<FilePath>
    ) -> [PathRange] {
        folders.union(trees)
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
            .filter { folder in !trees.contains { $0 != folder && folder.isWithin($0) } }
            .map { PathRange(below: $0, isTree: trees.contains($0)) }
    }
}
