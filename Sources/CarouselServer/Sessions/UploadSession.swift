import DropboxAPI
import Photos

/// An upload in several calls.
public struct UploadSession: Hashable, Sendable {
    /// How far it is.
    public enum State: Hashable, Sendable {
        /// Takes more bytes.
        case open
        /// Complete; its bytes wait to be committed.
        case closed
        /// Its bytes are a blob, kept after a commit was refused.
        case sealed(ContentHash)
        /// Its bytes are a file's. It can be committed again, so that a
        /// finish whose answer was lost can be repeated.
        case committed(ContentHash)
    }

    /// The hash of all of its bytes, once they are a blob.
    public var hash: ContentHash? {
        switch state {
        case .open, .closed: nil
        case .sealed(let hash), .committed(let hash): hash
        }
    }

    public var id: SessionID
    public var kind: SessionKind
    public var state: State
    /// Bytes that arrived and are durable; of a concurrent one those up to
    /// the highest.
    public var length: Int64
    public var lastActivity: Timestamp

    public init(
        id: SessionID, kind: SessionKind, state: State, length: Int64, lastActivity: Timestamp
    ) {
        self.id = id
        self.kind = kind
        self.state = state
        self.length = length
        self.lastActivity = lastActivity
    }
}

/// One block of 4 MiB of a session; only the last may be shorter.
public struct SessionBlock: Hashable, Sendable {
    /// From the start of the file, counted from 0.
    public var index: Int64
    /// SHA-256 of the block's bytes.
    public var digest: ContentHash
    public var length: Int64

    public init(index: Int64, digest: ContentHash, length: Int64) {
        self.index = index
        self.digest = digest
        self.length = length
    }
}

/// Bytes that one call wrote into a session, durable already.
public struct AppendedBytes: Hashable, Sendable {
    public var offset: Int64
    public var count: Int64
    /// Every block that the bytes touch, whole as far as bytes are there.
    public var blocks: [SessionBlock]

    public init(offset: Int64, count: Int64, blocks: [SessionBlock]) {
        self.offset = offset
        self.count = count
        self.blocks = blocks
    }
}

/// The result of a job, kept for a while.
public struct StoredJob: Hashable, Sendable {
    public var id: AsyncJobID
    /// The route that polls it: others do not know the job.
    public var route: String
    /// The `complete` status as JSON.
    public var result: [UInt8]
    public var finished: Timestamp

    public init(id: AsyncJobID, route: String, result: [UInt8], finished: Timestamp) {
        self.id = id
        self.route = route
        self.result = result
        self.finished = finished
    }
}

/// A shared link.
public struct StoredLink: Hashable, Sendable {
    /// The unguessable part of its address.
    public var id: String
    public var node: NodeNumber
    /// As `crypto_pwhash_str` gives it.
    public var passwordHash: String?
    public var expires: Timestamp?
    public var allowsDownload: Bool
    public var created: Timestamp

    public init(
        id: String, node: NodeNumber, passwordHash: String?, expires: Timestamp?,
        allowsDownload: Bool, created: Timestamp
    ) {
        self.id = id
        self.node = node
        self.passwordHash = passwordHash
        self.expires = expires
        self.allowsDownload = allowsDownload
        self.created = created
    }
}
