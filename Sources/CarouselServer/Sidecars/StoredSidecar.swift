import DecoderProtocol
import Media
import Photos

/// What a sidecar can say: a matter of its bytes, and of its kind, which its
/// name tells.
public struct SidecarContent: Hashable, Sendable {
    public var hash: ContentHash
    public var kind: SidecarKind

    public init(hash: ContentHash, kind: SidecarKind) {
        self.hash = hash
        self.kind = kind
    }

    /// Nil of a file whose name is not that of a sidecar that is read.
    init?(_ entry: Entry) {
        guard let content = entry.content,
            let kind = SidecarMatching.kind(of: Array(entry.path.name.utf8)), kind.isRead
        else { return nil }
        self.init(hash: content.hash, kind: kind)
    }
}

/// A sidecar in a folder.
public struct StoredSidecar: Hashable, Sendable {
    /// The last component of its path's key.
    public var name: String
    public var content: SidecarContent

    public init(name: String, content: SidecarContent) {
        self.name = name
        self.content = content
    }
}

/// What was read from a sidecar's bytes.
public enum StoredSidecarFacts: Hashable, Sendable {
    /// The decoder's message about an XMP file.
    case xmp([UInt8])
    /// Its time is UTC.
    case takeout(taken: CaptureTime?, location: Coordinate?)
    /// It makes no sense, which is no fault of the photo's.
    case nothing

    /// What it says of its photo.
    /// - Parameter today: decides which dates are absurd.
    func metadata(today: CaptureTime) -> SidecarMetadata {
        switch self {
        case .xmp(let message):
            // One that cannot be read is of another version.
            guard case .sidecar(let facts) = try? DecoderReply(message: message) else {
                return SidecarMetadata()
            }
            return MetadataMapping.sidecar(of: facts, today: today)
        case .takeout(let taken, let location):
            return SidecarMetadata(
                taken: taken, zone: taken == nil ? .unknown : .utc, location: location)
        case .nothing: return SidecarMetadata()
        }
    }
}

/// A folder in which it may have changed which sidecar belongs to which
/// photo.
public struct UnmatchedFolder: Hashable, Sendable {
    /// Grows with each change.
    public var number: Int64
    public var account: AccountNumber
    /// The key of its path; empty for the root.
    public var key: String

    public init(number: Int64, account: AccountNumber, key: String) {
        self.number = number
        self.account = account
        self.key = key
    }
}
