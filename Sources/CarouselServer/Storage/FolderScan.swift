/// The ranges of keys that hold what lies below a folder.
///
/// Rows lie in the order of their whole keys. Where only a folder's own
/// entries are wanted, the scan leaps over the inside of each folder in it:
/// one search a folder, not one row for everything deep inside.
struct FolderScan {
    private let folder: String
    private let recursively: Bool
    private let end: String
    private var start: String?

    init(folder: String, recursively: Bool, after last: String?) {
        self.folder = folder
        self.recursively = recursively
        end = PathKeys.end(ofFolder: folder)
        // No name holds NUL, so this is the next key there can be.
        start = last.map { $0 + "\0" } ?? folder + "/"
    }

    /// The next range to read, its end excluded; nil when all is read.
    mutating func nextRange() -> (start: String, end: String)? {
        defer { start = nil }
        return start.map { ($0, end) }
    }

    /// Whether a row of the range belongs to the answer. When it does not,
    /// the range is done and another follows.
    mutating func takes(_ key: String) -> Bool {
        guard !recursively else { return true }
        let names = key.utf8.dropFirst(folder.utf8.count + 1)
        guard let slash = names.firstIndex(of: UInt8(ascii: "/")) else { return true }
        start = PathKeys.end(ofFolder: String(key[..<slash]))
        return false
    }
}
