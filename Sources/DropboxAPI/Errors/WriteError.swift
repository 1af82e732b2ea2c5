/// Why nothing can be written at a path.
public enum WriteError: WireFailure {
    case malformedPath
    case conflict(WriteConflict)
    case noWritePermission
    case insufficientSpace
    case disallowedName
    case teamFolder
    case operationSuppressed
    case tooManyWriteOperations
    case accessRestricted
    /// On `carousel-server`, where the upload named its operation: the content
    /// was deleted, and the upload is no wish to have it back.
    case deleted
    /// On `carousel-server`: a delete said that this upload is called off.
    case cancelled
    case other

    private static let plain: [(WriteError, String)] = [
        (.malformedPath, "malformed_path"), (.noWritePermission, "no_write_permission"),
        (.insufficientSpace, "insufficient_space"), (.disallowedName, "disallowed_name"),
        (.teamFolder, "team_folder"), (.operationSuppressed, "operation_suppressed"),
        (.tooManyWriteOperations, "too_many_write_operations"),
        (.accessRestricted, "access_restricted"), (.deleted, "deleted"),
        (.cancelled, "cancelled"), (.other, "other"),
    ]

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        if union.tag == "conflict" {
            self = .conflict(try union.fields.required("conflict"))
        } else if let member = Self.plain.first(where: { $0.1 == union.tag }) {
            self = member.0
        } else {
            self = try union.unknown(.other)
        }
    }

    public func write(to writer: inout JSONWriter) {
        writer.tagged(summary[0]) { writer in
            if case .conflict(let conflict) = self { writer.field("conflict", conflict) }
        }
    }

    public var summary: [String] {
        if case .conflict(let conflict) = self { return ["conflict", conflict.rawValue] }
        return [Self.plain.first { $0.0 == self }?.1 ?? "other"]
    }
}

/// What stands in the way.
public enum WriteConflict: String, PlainUnion, Hashable {
    case file
    case folder
    /// A file stands where a folder of the path would have to be.
    case fileAncestor = "file_ancestor"
    case other

    public static let unknownMember: WriteConflict? = .other
}
