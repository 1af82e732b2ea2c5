import Glibc

/// The names in one folder, sorted by their bytes. Kept and filled again for
/// the next folder, so that a walk allocates once for its largest one.
struct FolderListing {
    /// What the folder itself says of an entry, before anybody asks `stat`.
    enum EntryType {
        case file, folder, link
        /// Some file systems do not say.
        case unknown
        /// A pipe, a socket, a device.
        case other

        init(_ type: UInt8) {
            switch Int(type) {
            case Int(DT_REG): self = .file
            case Int(DT_DIR): self = .folder
            case Int(DT_LNK): self = .link
            case Int(DT_UNKNOWN): self = .unknown
            default: self = .other
            }
        }
    }

    struct Entry {
        /// The first eight bytes, big end first: they settle most
        /// comparisons.
        fileprivate let key: UInt64
        fileprivate let start: Int
        fileprivate let count: UInt16
        let type: EntryType
    }

    private(set) var entries: [Entry] = []
    /// Whether the folder asks to be kept out of galleries.
    private(set) var hasNoMediaMarker = false
    /// All names, each with a NUL behind it.
    private var names: [UInt8] = []

    /// Fills the listing from an open folder. Returns 0, or the errno at
    /// which reading ended early; the names read by then are there.
    mutating func read(_ folder: OpaquePointer) -> Int32 {
        entries.removeAll(keepingCapacity: true)
        names.removeAll(keepingCapacity: true)
        hasNoMediaMarker = false
        var code: Int32 = 0
        while true {
            errno = 0
            guard let entry = readdir(folder) else {
                code = errno
                break
            }
            append(entry)
        }
        sort()
        return code
    }

    /// Runs `body` with an entry's name and the same as a C string.
    func withName<Result>(
        of entry: Entry, _ body: (UnsafeRawBufferPointer, UnsafePointer<CChar>) -> Result
    ) -> Result {
        names.withUnsafeBytes { all in
            let name = UnsafeRawBufferPointer(
                rebasing: all[entry.start..<entry.start + Int(entry.count)])
            // Every entry has at least its NUL in `names`, so there is an
            // address.
            let start = all.baseAddress! + entry.start
            return body(name, start.assumingMemoryBound(to: CChar.self))
        }
    }

    private mutating func append(_ entry: UnsafeMutablePointer<dirent>) {
        let name = UnsafeRawPointer(entry) + Self.nameOffset
        let count = strlen(name.assumingMemoryBound(to: CChar.self))
        let bytes = UnsafeRawBufferPointer(start: name, count: count)
        if bytes.elementsEqual([UInt8(ascii: ".")]) { return }
        if bytes.elementsEqual([UInt8(ascii: "."), UInt8(ascii: ".")]) { return }
        if bytes.elementsEqual(SkippedNames.noMediaMarker) { hasNoMediaMarker = true }
        var key: UInt64 = 0
        for index in 0..<8 {
            key = key << 8 | UInt64(index < count ? bytes[index] : 0)
        }
        entries.append(
            Entry(
                key: key, start: names.count, count: UInt16(clamping: count),
                type: EntryType(entry.pointee.d_type)))
        names.append(contentsOf: bytes)
        names.append(0)
    }

    private mutating func sort() {
        names.withUnsafeBytes { names in
            entries.sort { a, b in
                if a.key != b.key { return a.key < b.key }
                guard let start = names.baseAddress else { return false }
                // Both end in a NUL, which no name has within it.
                return strcmp(
                    (start + a.start).assumingMemoryBound(to: CChar.self),
                    (start + b.start).assumingMemoryBound(to: CChar.self)) < 0
            }
        }
    }

    // The field is in the struct, so it has an offset.
    private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name)!
}
