import Photos
import Sync

/// The user's folders on one device: two roots of a few paths each, whose
/// disks come and go.
struct SimulatedDisk: Sendable {
    /// What lies at a path.
    struct File: Hashable, Sendable {
        var content: Int
        /// Another number for each write.
        var stamp: Int64
    }

    static let uploaded = RootID(1)
    static let shownOnly = RootID(2)
    static let roots = [uploaded, shownOnly]
    static let paths = (1...9).map { FileID(Int64($0)) }

    private(set) var files = Table<FileID, File>()
    private(set) var trash = Table<FileID, File>()
    private var mounted = [true, true]
    private var lastStamp: Int64 = 0

    static func root(of path: FileID) -> RootID {
        path.rawValue <= 6 ? uploaded : shownOnly
    }

    func isMounted(_ root: RootID) -> Bool { mounted[Int(root.rawValue) - 1] }

    mutating func setMounted(_ root: RootID, _ isMounted: Bool) {
        mounted[Int(root.rawValue) - 1] = isMounted
    }

    /// What a program sees at the path.
    func file(_ path: FileID) -> File? {
        isMounted(Self.root(of: path)) ? files[path] : nil
    }

    var visiblePaths: [FileID] { files.keys.filter { isMounted(Self.root(of: $0)) } }

    mutating func write(_ content: Int, at path: FileID) {
        lastStamp += 1
        files[path] = File(content: content, stamp: lastStamp)
    }

    mutating func remove(_ path: FileID) {
        files[path] = nil
    }

    /// Keeps the stamp, as a rename does; the path is another.
    mutating func move(_ path: FileID, to other: FileID) {
        guard let file = files[path] else { return }
        files[path] = nil
        lastStamp += 1
        files[other] = File(content: file.content, stamp: lastStamp)
    }

    /// Whether the file is in the trash afterwards. Other bytes are left.
    mutating func moveToTrash(_ path: FileID, holding hash: ContentHash?, careless: Bool) -> Bool {
        guard let file = file(path) else { return isInTrash(path, holding: hash) }
        guard careless || hash == nil || Content.hash(file.content) == hash else { return false }
        files[path] = nil
        trash[path] = file
        return true
    }

    /// Whether the file is in its folder afterwards.
    mutating func bringBack(_ path: FileID, holding hash: ContentHash?) -> Bool {
        if let file = file(path) {
            return hash.map { Content.hash(file.content) == $0 } ?? (trash[path] == nil)
        }
        guard isMounted(Self.root(of: path)), isInTrash(path, holding: hash),
            let file = trash[path]
        else { return false }
        trash[path] = nil
        files[path] = file
        return true
    }

    private func isInTrash(_ path: FileID, holding hash: ContentHash?) -> Bool {
        guard let file = trash[path] else { return false }
        return hash == nil || Content.hash(file.content) == hash
    }
}
