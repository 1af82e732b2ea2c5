import Photos

/// One photo of an account as the photo plane shows it: a file and what its
/// bytes, its name and its sidecars say.
public struct PhotoEntry: Hashable, Sendable {
    public var id: FileID
    /// Order of creation in the account, over all its files.
    public var order: Int64
    public var pathLower: String
    public var pathDisplay: String
    public var revision: Revision
    public var contentHash: ContentHash
    /// Bytes.
    public var size: Int64
    /// What the uploader said.
    public var clientModified: Timestamp
    public var hidden: Bool
    public var favourite: Bool
    public var facts: PhotoFactsState

    public init(
        id: FileID, order: Int64, pathLower: String, pathDisplay: String, revision: Revision,
        contentHash: ContentHash, size: Int64, clientModified: Timestamp, hidden: Bool = false,
        favourite: Bool = false, facts: PhotoFactsState
    ) {
        self.id = id
        self.order = order
        self.pathLower = pathLower
        self.pathDisplay = pathDisplay
        self.revision = revision
        self.contentHash = contentHash
        self.size = size
        self.clientModified = clientModified
        self.hidden = hidden
        self.favourite = favourite
        self.facts = facts
    }
}

/// How far the server is with a photo's facts and thumbnails. The entry is
/// sent again when they are there.
public enum PhotoFactsState: Hashable, Sendable {
    /// They are still to be made.
    case pending(PhotoKind)
    /// They are there, and both thumbnails.
    case ready(PhotoFacts)
    /// The file is kept as it is and has no thumbnails. The facts are what
    /// could be read all the same.
    case failed(PhotoFacts, PhotoProblem)

    public var kind: PhotoKind {
        switch self {
        case .pending(let kind): kind
        case .ready(let facts), .failed(let facts, _): facts.metadata.kind
        }
    }
}

/// What is known of a photo besides its bytes.
public struct PhotoFacts: Hashable, Sendable {
    public var metadata: PhotoMetadata
    /// Nil without thumbnails.
    public var thumbHash: ThumbHash?

    public init(_ metadata: PhotoMetadata, thumbHash: ThumbHash? = nil) {
        self.metadata = metadata
        self.thumbHash = thumbHash
    }
}

/// Why a photo has no thumbnails.
public struct PhotoProblem: Error, Hashable, Sendable {
    /// A word for programs.
    public var tag: String
    /// Words for people.
    public var text: String

    public init(tag: String, text: String) {
        self.tag = tag
        self.text = text
    }
}

extension PhotoEntry: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        id = try fields.required("id")
        order = try fields.required("order")
        pathLower = try fields.required("path_lower")
        pathDisplay = try fields.required("path_display")
        revision = try fields.required("rev")
        contentHash = try fields.required("content_hash")
        size = try fields.required("size")
        clientModified = try fields.required("client_modified")
        hidden = try fields.required("hidden")
        favourite = try fields.required("favourite")
        facts = try PhotoFactsState(&fields)
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("id", id)
            writer.field("order", order)
            writer.field("path_lower", pathLower)
            writer.field("path_display", pathDisplay)
            writer.field("rev", revision)
            writer.field("content_hash", contentHash)
            writer.field("size", size)
            writer.field("client_modified", clientModified)
            writer.field("hidden", hidden)
            writer.field("favourite", favourite)
            facts.writeFields(to: &writer)
        }
    }
}

extension PhotoFactsState {
    init(_ fields: inout WireFields) throws(WireError) {
        let state: String = try fields.required("facts")
        switch state {
        case "pending":
            self = .pending(try fields.photoKind())
        case "ready":
            self = .ready(try PhotoFacts(&fields))
        case "failed":
            self = .failed(
                try PhotoFacts(&fields),
                PhotoProblem(
                    tag: try fields.required("problem"),
                    text: try fields.optional("problem_text", default: "")))
        default:
            throw WireError(place: fields.place.field("facts"), reason: .unknownTag(state))
        }
    }

    func writeFields(to writer: inout JSONWriter) {
        switch self {
        case .pending(let kind):
            writer.field("kind", kind.name)
            writer.field("facts", "pending")
        case .ready(let facts):
            writer.field("facts", "ready")
            facts.writeFields(to: &writer)
        case .failed(let facts, let problem):
            writer.field("facts", "failed")
            writer.field("problem", problem.tag)
            writer.field("problem_text", problem.text)
            facts.writeFields(to: &writer)
        }
    }
}
