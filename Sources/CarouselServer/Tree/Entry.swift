import DropboxAPI
import Photos

/// What stands at a path of an account now.
public struct Entry: Hashable, Sendable {
    public var path: RemotePath
    public var node: NodeNumber
    /// Of its last change.
    public var sequence: Sequence
    /// Nil for a folder.
    public var content: Content?
    /// Whether it is a folder that was shared.
    public var isShared: Bool

    public init(
        path: RemotePath, node: NodeNumber, sequence: Sequence, content: Content?,
        isShared: Bool = false
    ) {
        self.path = path
        self.node = node
        self.sequence = sequence
        self.content = content
        self.isShared = isShared
    }

    public var isFolder: Bool { content == nil }
}

/// The bytes of a file at one revision.
public struct Content: Hashable, Sendable {
    public var revision: RevisionNumber
    public var hash: ContentHash
    /// Bytes.
    public var size: Int64
    /// What the uploader said.
    public var clientModified: Timestamp
    public var serverModified: Timestamp

    public init(
        revision: RevisionNumber, hash: ContentHash, size: Int64, clientModified: Timestamp,
        serverModified: Timestamp
    ) {
        self.revision = revision
        self.hash = hash
        self.size = size
        self.clientModified = clientModified
        self.serverModified = serverModified
    }
}

/// What stood at a path and was deleted or moved away: for the change feed
/// and for `include_deleted`.
public struct Gravestone: Hashable, Sendable {
    public var path: RemotePath
    public var sequence: Sequence
    public var deleted: Timestamp
    /// The file's last revision; nil for a folder.
    public var revision: RevisionNumber?
    /// Whether the deletion of a folder above says this already. The feed
    /// leaves it out until a folder stands there again: clients keep what
    /// they know below a folder that is put.
    public var isCovered: Bool

    public init(
        path: RemotePath, sequence: Sequence, deleted: Timestamp, revision: RevisionNumber?,
        isCovered: Bool
    ) {
        self.path = path
        self.sequence = sequence
        self.deleted = deleted
        self.revision = revision
        self.isCovered = isCovered
    }
}

/// One row of the change feed.
public enum Change: Hashable, Sendable {
    case present(Entry)
    case deleted(Gravestone)

    public var sequence: Sequence {
        switch self {
        case .present(let entry): entry.sequence
        case .deleted(let gravestone): gravestone.sequence
        }
    }

    public var path: RemotePath {
        switch self {
        case .present(let entry): entry.path
        case .deleted(let gravestone): gravestone.path
        }
    }
}

/// A content that a file has or had, kept for the retention time after it
/// was replaced or deleted.
public struct StoredRevision: Hashable, Sendable {
    public var content: Content
    public var node: NodeNumber
    /// When no path had it any more; nil while one has.
    public var ceased: Timestamp?

    public init(content: Content, node: NodeNumber, ceased: Timestamp?) {
        self.content = content
        self.node = node
        self.ceased = ceased
    }
}

/// That a revision came to a path, and when it left.
public struct Placement: Hashable, Sendable {
    public var path: RemotePath
    /// When it came.
    public var sequence: Sequence
    public var revision: RevisionNumber

    public init(path: RemotePath, sequence: Sequence, revision: RevisionNumber) {
        self.path = path
        self.sequence = sequence
        self.revision = revision
    }
}
