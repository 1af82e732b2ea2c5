/// What stands at a path.
public enum Metadata: Hashable, Sendable {
    case file(FileMetadata)
    case folder(FolderMetadata)
    case deleted(DeletedMetadata)

    public var name: String {
        switch self {
        case .file(let file): file.name
        case .folder(let folder): folder.name
        case .deleted(let deleted): deleted.name
        }
    }

    public var pathLower: String? {
        switch self {
        case .file(let file): file.pathLower
        case .folder(let folder): folder.pathLower
        case .deleted(let deleted): deleted.pathLower
        }
    }

    public var pathDisplay: String? {
        switch self {
        case .file(let file): file.pathDisplay
        case .folder(let folder): folder.pathDisplay
        case .deleted(let deleted): deleted.pathDisplay
        }
    }
}

extension Metadata: WireEncodable, WireDecodable {
    /// An unknown kind is an error of this one entry: whoever lists entries
    /// reads each by itself and sets aside what cannot be understood.
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        guard let tag = json[".tag"], case .string(let kind) = tag else {
            throw WireError(place: place, reason: .missingField(".tag"))
        }
        switch kind {
        case "file": self = .file(try FileMetadata(json: json, at: place))
        case "folder": self = .folder(try FolderMetadata(json: json, at: place))
        case "deleted": self = .deleted(try DeletedMetadata(json: json, at: place))
        default: throw WireError(place: place, reason: .unknownTag(kind))
        }
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .file(let file): writer.tagged("file") { file.writeFields(to: &$0) }
        case .folder(let folder): writer.tagged("folder") { folder.writeFields(to: &$0) }
        case .deleted(let deleted): writer.tagged("deleted") { deleted.writeFields(to: &$0) }
        }
    }
}

/// A folder of an account. Folders have no dates.
public struct FolderMetadata: Hashable, Sendable, WireEncodable, WireDecodable {
    public var name: String
    public var id: FileID
    public var pathLower: String?
    public var pathDisplay: String?
    /// The number of the shared folder that this is; nil for others.
    public var sharedFolderID: String?

    public init(
        name: String, id: FileID, pathLower: String?, pathDisplay: String?,
        sharedFolderID: String? = nil
    ) {
        self.name = name
        self.id = id
        self.pathLower = pathLower
        self.pathDisplay = pathDisplay
        self.sharedFolderID = sharedFolderID
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        fields.ignore(".tag")
        name = try fields.required("name")
        id = try fields.required("id")
        pathLower = try fields.optional("path_lower")
        pathDisplay = try fields.optional("path_display")
        sharedFolderID = try fields.optional("shared_folder_id")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writeFields(to: &$0) }
    }

    /// The fields without the braces: where a union holds them flat.
    func writeFields(to writer: inout JSONWriter) {
        writer.field("name", name)
        writer.field("path_lower", pathLower)
        writer.field("path_display", pathDisplay)
        writer.field("id", id)
        guard let sharedFolderID else { return }
        writer.field("shared_folder_id", sharedFolderID)
        writer.field("sharing_info") { writer in
            writer.object { writer in
                writer.field("read_only", false)
                writer.field("shared_folder_id", sharedFolderID)
                writer.field("traverse_only", false)
                writer.field("no_access", false)
            }
        }
    }
}

/// What once stood at a path.
public struct DeletedMetadata: Hashable, Sendable, WireEncodable, WireDecodable {
    public var name: String
    public var pathLower: String?
    public var pathDisplay: String?
    /// Said only where it was asked for.
    public var isRestorable: Bool?

    public init(
        name: String, pathLower: String?, pathDisplay: String?, isRestorable: Bool? = nil
    ) {
        self.name = name
        self.pathLower = pathLower
        self.pathDisplay = pathDisplay
        self.isRestorable = isRestorable
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        fields.ignore(".tag")
        name = try fields.required("name")
        pathLower = try fields.optional("path_lower")
        pathDisplay = try fields.optional("path_display")
        isRestorable = try fields.optional("is_restorable")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writeFields(to: &$0) }
    }

    /// The fields without the braces: where a union holds them flat.
    func writeFields(to writer: inout JSONWriter) {
        writer.field("name", name)
        writer.field("path_lower", pathLower)
        writer.field("path_display", pathDisplay)
        writer.field("is_restorable", isRestorable)
    }
}
