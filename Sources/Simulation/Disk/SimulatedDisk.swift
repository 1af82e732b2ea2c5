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
    /// A path stands for itself as the file of number 0 there.
    static let paths = (1...9).map { FileID(Int64($0)) }

    /// By path.
    private(set) var files = Table<FileID, File>()
    /// By file: a path may have lost several to the trash.
    private(set) var trash = Table<FileID, File>()
    private var mounted = [true, true]
    private var lastStamp: Int64 = 0

    /// The path of a file: no two files have one id, whatever path they share.
    static func path(of file: FileID) -> FileID { FileID(file.rawValue % 100) }

    /// The id of the file that was the `number`th to be seen by a device.
    static func file(_ number: Int64, at path: FileID) -> FileID {
        FileID(path.rawValue + 100 * number)
    }

    static func root(of file: FileID) -> RootID {
        path(of: file).rawValue <= 6 ? uploaded : shownOnly
    }

    func isMounted(_ root: RootID) -> Bool { mounted[Int(root.rawValue) - 1] }

    mutating func setMounted(_ root: RootID, _ isMounted: Bool) {
        mounted[Int(root.rawValue) - 1] = isMounted
    }

    /// What a program sees at the path.
    func file(_ path: FileID) -> File? {
        isMounted(Self.root(of: path)) ? files[Self.path(of: path)] : nil
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
    mutating func moveToTrash(_ id: FileID, holding hash: ContentHash?, careless: Bool) -> Bool {
        guard let file = file(id) else { return isInTrash(id, holding: hash) }
        guard careless || hash == nil || Content.hash(file.content) == hash else { return false }
        files[Self.path(of: id)] = nil
        trash[id] = file
        return true
    }

    /// Whether the file is in its folder afterwards.
    mutating func bringBack(_ id: FileID, holding hash: ContentHash?) -> Bool {
        if let file = file(id) {
            // What is still in the trash cannot be what lies there.
            return trash[id] == nil && hash.map { Content.hash(file.content) == $0 } ?? true
        }
        guard isMounted(Self.root(of: id)), isInTrash(id, holding: hash), let file = trash[id]
        else { return false }
        trash[id] = nil
        files[Self.path(of: id)] = file
        return true
    }

    private func isInTrash(_ id: FileID, holding hash: ContentHash?) -> Bool {
        guard let file = trash[id] else { return false }
        return hash == nil || Content.hash(file.content) == hash
    }
}
