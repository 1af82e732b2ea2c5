/// The argument of `sharing/share_folder`.
public struct ShareFolderArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var path: PathArgument
    /// Answer with a job even when it is done.
    public var forceAsync: Bool

    public init(path: PathArgument, forceAsync: Bool = false) {
        self.path = path
        self.forceAsync = forceAsync
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        path = try fields.path("path", .writeOrID)
        forceAsync = try fields.optional("force_async", default: false)
        // Policies are about members; a folder shared here has its owner
        // alone until members can be added.
        for name in [
            "acl_update_policy", "member_policy", "shared_link_policy", "viewer_info_policy",
            "access_inheritance",
        ] {
            _ = try fields.optional(name, as: PolicyTag.self)
        }
        for name in ["actions", "link_settings"] where fields.contains(name) {
            throw WireError(
                place: place.field(name), reason: .invalid("is not supported by this server"))
        }
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("path", path)
            writer.field("force_async", forceAsync)
        }
    }
}

/// A union of which only the form is checked.
struct PolicyTag: WireDecodable, Hashable, Sendable {
    init(json: JSONValue, at place: WirePlace) throws(WireError) {
        try WireUnion(json, at: place).fields.finish()
    }
}

/// A folder that can have members.
public struct SharedFolder: Hashable, Sendable, WireEncodable, WireDecodable {
    public var id: String
    public var name: String
    public var pathLower: String?
    public var pathDisplay: String?
    public var previewURL: String
    public var timeInvited: Timestamp

    public init(
        id: String, name: String, pathLower: String?, pathDisplay: String?, previewURL: String,
        timeInvited: Timestamp
    ) {
        self.id = id
        self.name = name
        self.pathLower = pathLower
        self.pathDisplay = pathDisplay
        self.previewURL = previewURL
        self.timeInvited = timeInvited
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        id = try fields.required("shared_folder_id")
        name = try fields.required("name")
        pathLower = try fields.optional("path_lower")
        pathDisplay = try fields.optional("path_display")
        previewURL = try fields.required("preview_url")
        timeInvited = try fields.required("time_invited")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("access_type") { $0.tagged("owner") }
            writer.field("is_inside_team_folder", false)
            writer.field("is_team_folder", false)
            writer.field("name", name)
            writer.field("policy") { writer in
                writer.object { writer in
                    writer.field("acl_update_policy") { $0.tagged("owner") }
                    writer.field("shared_link_policy") { $0.tagged("anyone") }
                    writer.field("member_policy") { $0.tagged("anyone") }
                    writer.field("resolved_member_policy") { $0.tagged("anyone") }
                }
            }
            writer.field("preview_url", previewURL)
            writer.field("shared_folder_id", id)
            writer.field("time_invited", timeInvited)
            writer.field("path_lower", pathLower)
            writer.field("path_display", pathDisplay)
            writer.field("access_inheritance") { $0.tagged("inherit") }
        }
    }
}

/// Why a folder was not shared.
public enum ShareFolderError: WireFailure {
    case badPath(SharePathError)
    case emailUnverified
    case noPermission
    case other

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        switch union.tag {
        case "bad_path": self = .badPath(try union.fields.required("bad_path"))
        case "email_unverified": self = .emailUnverified
        case "no_permission": self = .noPermission
        case "other": self = .other
        default: self = try union.unknown(.other)
        }
    }

    public func write(to writer: inout JSONWriter) {
        writer.tagged(summary[0]) { writer in
            if case .badPath(let error) = self { writer.field("bad_path", error) }
        }
    }

    public var summary: [String] {
        switch self {
        case .badPath(let error): ["bad_path"] + error.summary
        case .emailUnverified: ["email_unverified"]
        case .noPermission: ["no_permission"]
        case .other: ["other"]
        }
    }
}

/// Why a path cannot be a shared folder.
public enum SharePathError: String, PlainUnion, WireFailure {
    case isFile = "is_file"
    case insideSharedFolder = "inside_shared_folder"
    case containsSharedFolder = "contains_shared_folder"
    case invalidPath = "invalid_path"
    case alreadyShared = "already_shared"
    case other
    public static let unknownMember: SharePathError? = .other
}
