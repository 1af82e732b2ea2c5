import CarouselServer
import DropboxAPI
import Photos

/// The rows of one account of the real server, in memory. Dictionaries are
/// asked and never walked, but where the order does not matter.
struct AccountRows: Sendable {
    var state: AccountState
    var entries = Table<PathKey, Entry>()
    var gravestones = Table<PathKey, Gravestone>()
    var revisions = Table<Int64, StoredRevision>()
    /// As they came, which is by sequence.
    var placements: [Placement] = []
    var sessions = Table<String, UploadSession>()
    var blocks: [SessionID: Table<Int64, SessionBlock>] = [:]
    var jobs: [AsyncJobID: StoredJob] = [:]
    var links: [StoredLink] = []
    var photoLinks: [StoredPhotoLink] = []
    /// The photo feed, by sequence.
    var photos = Table<Int64, PhotoRow>()
    /// Where in the feed a file is.
    var photoOf: [NodeNumber: Int64] = [:]
    var flags: [ContentHash: ServerFlags] = [:]
    var ends: [ContentHash: ContentEnd] = [:]
    var operations: [OperationID: StoredOperation] = [:]
    /// The sidecars of each folder, by name.
    var sidecars: [String: Table<PathKey, StoredSidecar>] = [:]
    /// Those that belong to a file, the best first; no file has an empty list.
    var photoSidecars: [NodeNumber: [SidecarContent]] = [:]

    /// A photo of the feed, or that it is gone.
    struct PhotoRow: Sendable {
        var node: NodeNumber
        /// Nil for one that is gone.
        var hash: ContentHash?
        var shown: [UInt8]
        var buried: Timestamp?
    }

    init(_ state: AccountState) {
        self.state = state
    }
}

/// The key of a path in the order of the store: that of its bytes.
struct PathKey: Comparable, Sendable {
    var text: String

    static func < (a: PathKey, b: PathKey) -> Bool {
        a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
    }

    func isBelow(_ folder: String, recursively: Bool) -> Bool {
        guard text.utf8.starts(with: folder.utf8) else { return false }
        let rest = text.utf8.dropFirst(folder.utf8.count)
        guard rest.first == UInt8(ascii: "/") else { return false }
        return recursively || !rest.dropFirst().contains(UInt8(ascii: "/"))
    }
}
