/// A path of an account: case-preserving to look at, case-insensitive as a
/// key. Both forms are in normalization form C.
public struct RemotePath: Hashable, Sendable {
    /// As written, `/Camera Uploads/IMG 1.JPG`; empty for the root.
    public let display: String
    /// `path_lower`: what tells two paths apart.
    public let key: String

    public static let root = RemotePath(display: "", key: "")

    /// UTF-16 units of a component: a scalar beyond the BMP counts double.
    public static let longestName = 255
    /// UTF-8 bytes of a whole path. The real service states no limit; this
    /// one bounds rows and cursors.
    public static let longestPath = 8192

    /// The path that a text spells: empty, or components each behind one or
    /// more slashes (some clients double the first).
    ///
    /// Nil when a component cannot be a name (`.`, `..`, a backslash, NUL,
    /// more than 255 units), when it ends in a slash, and when it is longer
    /// than `longestPath`.
    public init?(_ text: String) {
        guard !text.isEmpty else {
            self = .root
            return
        }
        guard text.utf8.count <= Self.longestPath, text.utf8.first == UInt8(ascii: "/"),
            text.utf8.last != UInt8(ascii: "/")
        else { return nil }
        var display = ""
        for name in text.utf8.split(separator: UInt8(ascii: "/")) {
            let name = PathFolding.composed(String(Substring(name)))
            guard Self.isName(name) else { return nil }
            display += "/" + name
        }
        self.init(composed: display)
    }

    /// A path whose display form is known to be sound, as a store keeps it.
    public init(storedDisplay display: String, key: String) {
        self.display = display
        self.key = key
    }

    private init(composed display: String) {
        self.display = display
        key = PathFolding.folded(display)
    }

    private init(display: String, key: String) {
        self.display = display
        self.key = key
    }

    public var isRoot: Bool { key.isEmpty }

    /// The last component as written; empty for the root.
    public var name: String { Self.lastComponent(of: display) }

    /// The folder that holds this; nil for the root.
    public var parent: RemotePath? {
        guard let slash = display.utf8.lastIndex(of: UInt8(ascii: "/")),
            let keySlash = key.utf8.lastIndex(of: UInt8(ascii: "/"))
        else { return nil }
        return RemotePath(
            display: String(display[..<slash]), key: String(key[..<keySlash]))
    }

    /// The entry of that name in this folder.
    ///
    /// - Precondition: the name is one, as `isName` says.
    public func appending(_ name: String) -> RemotePath {
        RemotePath(composed: display + "/" + PathFolding.composed(name))
    }

    /// This path with `folder`, one of its ancestors or itself, exchanged.
    public func moved(from folder: RemotePath, to other: RemotePath) -> RemotePath {
        let depth = folder.depth
        let names = display.utf8.split(separator: UInt8(ascii: "/")).dropFirst(depth)
        let rest = names.map { "/" + String(Substring($0)) }.joined()
        return RemotePath(composed: other.display + rest)
    }

    /// Whether this lies below a folder; no path lies below itself.
    public func isBelow(_ folder: RemotePath) -> Bool {
        key.utf8.count > folder.key.utf8.count && key.utf8.starts(with: folder.key.utf8)
            && key.utf8[key.utf8.index(key.utf8.startIndex, offsetBy: folder.key.utf8.count)]
                == UInt8(ascii: "/")
    }

    /// Components: 0 for the root.
    public var depth: Int { key.utf8.reduce(0) { $1 == UInt8(ascii: "/") ? $0 + 1 : $0 } }

    /// The folders above this, outermost first, without the root.
    public var ancestors: [RemotePath] {
        var paths: [RemotePath] = []
        var path = self
        while let parent = path.parent, !parent.isRoot {
            paths.append(parent)
            path = parent
        }
        return paths.reversed()
    }

    /// What stands behind the last slash.
    static func lastComponent(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }
}

extension RemotePath {
    /// Whether a composed text can be one component of a path.
    public static func isName(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && name.utf16.count <= longestName
            && !name.utf8.contains(UInt8(ascii: "\\")) && !name.utf8.contains(0)
            && !name.utf8.contains(UInt8(ascii: "/"))
    }

    /// Whether a component is a name that no client ever syncs, which the
    /// real service refuses as `disallowed_name`.
    public var isDisallowed: Bool {
        key.utf8.split(separator: UInt8(ascii: "/")).contains { name in
            Self.disallowedNames.contains(String(Substring(name)))
        }
    }

    private static let disallowedNames: Set<String> = [
        "desktop.ini", "thumbs.db", ".ds_store", "icon\r", ".dropbox", ".dropbox.attr",
        ".dropbox.cache",
    ]
}

extension RemotePath {
    /// The name with a mark before its extension: `IMG 1 (2).jpg`.
    public func marked(_ mark: String) -> RemotePath? {
        guard let parent else { return nil }
        let name = name
        let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
        let hasExtension = dot.map { $0 != name.startIndex } ?? false
        let stem = hasExtension ? String(name[..<(dot ?? name.endIndex)]) : name
        let ending = hasExtension ? String(name[(dot ?? name.endIndex)...]) : ""
        let marked = Self.shortened(stem, by: mark + ending) + mark + ending
        return Self.isName(marked) ? parent.appending(marked) : nil
    }

    /// A stem cut so that `rest` still fits behind it.
    private static func shortened(_ stem: String, by rest: String) -> String {
        let room = longestName - rest.utf16.count
        var stem = stem
        while stem.utf16.count > room, !stem.isEmpty { stem.removeLast() }
        return stem
    }
}
