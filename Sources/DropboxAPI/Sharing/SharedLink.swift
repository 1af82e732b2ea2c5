/// A link that shows a file or a folder to whoever has it.
public struct SharedLink: Hashable, Sendable {
    /// What a link leads to.
    public enum Target: Hashable, Sendable {
        case file(FileMetadata)
        case folder(FolderMetadata)
    }

    public var url: String
    public var target: Target
    public var expires: Timestamp?
    public var requiresPassword: Bool
    public var allowsDownload: Bool
    /// Whether who asks owns it, and may take it back.
    public var isOwn: Bool

    public init(
        url: String, target: Target, expires: Timestamp?, requiresPassword: Bool,
        allowsDownload: Bool, isOwn: Bool = true
    ) {
        self.url = url
        self.target = target
        self.expires = expires
        self.requiresPassword = requiresPassword
        self.allowsDownload = allowsDownload
        self.isOwn = isOwn
    }
}

extension SharedLink: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        url = try union.fields.required("url")
        expires = try union.fields.optional("expires")
        let permissions: AnyJSON = try union.fields.required("link_permissions")
        var rights = try WireFields(permissions.json, at: place.field("link_permissions"))
        requiresPassword = try rights.optional("require_password", default: false)
        allowsDownload = try rights.optional("allow_download", default: true)
        isOwn = try rights.optional("can_revoke", default: true)
        let name: String = try union.fields.required("name")
        let id: FileID = try union.fields.required("id")
        let path: String? = try union.fields.optional("path_lower")
        switch union.tag {
        case "folder":
            target = .folder(
                FolderMetadata(name: name, id: id, pathLower: path, pathDisplay: nil))
        case "file":
            target = .file(
                FileMetadata(
                    name: name, id: id,
                    clientModified: try union.fields.required("client_modified"),
                    serverModified: try union.fields.required("server_modified"),
                    revision: try union.fields.required("rev"),
                    size: try union.fields.required("size"), pathLower: path,
                    pathDisplay: nil, contentHash: nil))
        default: throw union.unknownTag
        }
    }

    public func write(to writer: inout JSONWriter) {
        switch target {
        case .file(let file):
            writer.tagged("file") { writer in
                writeCommon(to: &writer, name: file.name, id: file.id, path: file.pathLower)
                writer.field("client_modified", file.clientModified)
                writer.field("server_modified", file.serverModified)
                writer.field("rev", file.revision)
                writer.field("size", file.size)
            }
        case .folder(let folder):
            writer.tagged("folder") { writer in
                writeCommon(
                    to: &writer, name: folder.name, id: folder.id, path: folder.pathLower)
            }
        }
    }

    private func writeCommon(
        to writer: inout JSONWriter, name: String, id: FileID, path: String?
    ) {
        writer.field("url", url)
        writer.field("id", id)
        writer.field("name", name)
        writer.field("path_lower", path)
        writer.field("expires", expires)
        writer.field("link_permissions") { writer in
            writer.object { writePermissions(to: &$0) }
        }
    }

    private func writePermissions(to writer: inout JSONWriter) {
        writer.field("can_revoke", isOwn)
        if !isOwn { writer.field("revoke_failure_reason") { $0.tagged("owner_only") } }
        writer.field(
            "resolved_visibility",
            requiresPassword ? LinkVisibility.password : LinkVisibility.public)
        writer.field(
            "effective_audience", requiresPassword ? LinkAudience.password : LinkAudience.public)
        writer.field("link_access_level", LinkAccess.viewer)
        writer.field("visibility_policies") { $0.array { _ in } }
        writer.field("can_set_expiry", isOwn)
        writer.field("can_remove_expiry", isOwn)
        writer.field("allow_download", allowsDownload)
        writer.field("can_allow_download", isOwn)
        writer.field("can_disallow_download", isOwn)
        writer.field("allow_comments", false)
        writer.field("team_restricts_comments", false)
        writer.field("require_password", requiresPassword)
    }
}
