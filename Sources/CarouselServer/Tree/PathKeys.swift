/// Keys of paths compared as the store has them: by their bytes.
enum PathKeys {
    /// Whether a key lies below a folder's; none lies below itself.
    static func isBelow(_ key: String, folder: String) -> Bool {
        let key = key.utf8
        let folder = folder.utf8
        guard key.count > folder.count, key.starts(with: folder) else { return false }
        return key[key.index(key.startIndex, offsetBy: folder.count)] == UInt8(ascii: "/")
    }

    /// The key of the folder that holds an entry: empty for the root.
    static func folder(of key: String) -> Substring {
        guard let slash = key.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return key[..<slash]
    }

    /// The first key behind everything below a folder.
    static func end(ofFolder folder: String) -> String { folder + "0" }

    /// Whether one key comes before another in the store.
    static func precedes(_ a: String, _ b: String) -> Bool {
        a.utf8.lexicographicallyPrecedes(b.utf8)
    }
}
