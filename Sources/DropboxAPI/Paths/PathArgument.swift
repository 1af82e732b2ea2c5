/// A path as a client gave it, known to match the pattern of its field and
/// nothing more; `reference` finds what it means.
public struct PathArgument: Hashable, Sendable {
    public let text: String

    public init(_ text: String) {
        self.text = text
    }

    public init(_ path: RemotePath) {
        text = path.display
    }

    /// What the text refers to; nil when it is malformed.
    public var reference: PathReference? {
        if let rest = text.dropping(prefix: "id:") {
            let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            guard let id = FileID("id:" + rest[..<slash]),
                let below = RemotePath(String(rest[slash...]))
            else { return nil }
            return .id(id, below: below)
        }
        if let rest = text.dropping(prefix: "ns:") {
            let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            guard let path = RemotePath(String(rest[slash...])) else { return nil }
            return .namespace(String(rest[..<slash]), path)
        }
        if text.hasPrefix("rev:") {
            return Revision(String(text.dropFirst(4))).map { .revision($0) }
        }
        return RemotePath(text).map { .path($0) }
    }
}

/// What a path argument refers to.
public enum PathReference: Hashable, Sendable {
    case path(RemotePath)
    /// An entry by its id, which outlives moves, or one below that folder.
    case id(FileID, below: RemotePath)
    /// A file's content at one revision: for reading only.
    case revision(Revision)
    /// A path in a namespace by number.
    case namespace(String, RemotePath)
}

/// Which forms a field takes; the patterns of the public specification.
public enum PathForm: Hashable, Sendable {
    /// Path, id, revision or namespace.
    case read
    /// Path or namespace.
    case write
    /// Path, id or namespace.
    case writeOrID
    /// As `writeOrID`, and the empty text is the root.
    case folder

    /// Whether a text has one of the forms, however odd the path may be.
    public func matches(_ text: String) -> Bool {
        if text.isEmpty { return self == .folder }
        if text.hasPrefix("/") { return text != "/" }
        if let rest = text.dropping(prefix: "ns:") { return Self.isNamespace(rest) }
        if let rest = text.dropping(prefix: "id:") { return self != .write && !rest.isEmpty }
        if let rest = text.dropping(prefix: "rev:") {
            return self == .read && Revision(String(rest)) != nil
        }
        return false
    }

    private static func isNamespace(_ rest: Substring) -> Bool {
        let digits = rest.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let tail = rest.utf8.dropFirst(digits.count)
        return !digits.isEmpty && (tail.isEmpty || tail.first == UInt8(ascii: "/"))
    }
}

extension PathArgument: WireEncodable {
    public func write(to writer: inout JSONWriter) { writer.string(text) }
}

extension WireFields {
    /// A path of one of the forms; the root by `/` is named in the refusal,
    /// as it is the mistake that everybody makes once.
    public mutating func path(_ name: String, _ form: PathForm) throws(WireError) -> PathArgument {
        let text: String = try required(name)
        guard !form.matches(text) else { return PathArgument(text) }
        let words =
            text == "/" || (text.isEmpty && form != .folder)
            ? (form == .folder
                ? "Specify the root folder as an empty string rather than as \"/\"."
                : "The root folder is unsupported.")
            : "'\(text.prefix(200))' did not match the pattern of a path"
        throw WireError(place: place.field(name), reason: .invalid(words))
    }

    /// A path that may be absent.
    public mutating func optionalPath(
        _ name: String, _ form: PathForm
    ) throws(WireError) -> PathArgument? {
        guard contains(name) else {
            ignore(name)
            return nil
        }
        return try path(name, form)
    }
}

extension String {
    /// What stands behind a prefix; nil when it does not begin with it.
    func dropping(prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
