/// A user's wish not to walk something: a shell pattern over bytes.
///
/// `*` stands for any bytes but `/`, `?` for one, `[a-z]` and `[!a-z]` for
/// one of a set, `**` for any bytes at all and `**/` for any folders or none,
/// `\` takes the next byte literally. A pattern without `/` is held against
/// each file's and folder's own name; one with a `/` against the path from
/// the walk's root (a leading `/` only says that it is meant so, a trailing
/// one limits the pattern to folders). ASCII letters match in either case.
public struct ExcludePattern: Hashable, Sendable {
    /// As the user wrote it.
    public let bytes: [UInt8]
    private let tokens: [GlobToken]
    private let isForFoldersOnly: Bool
    private let isForNames: Bool

    public init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        var body = self.bytes[...]
        isForFoldersOnly = body.count > 1 && body.last == UInt8(ascii: "/")
        if isForFoldersOnly { body.removeLast() }
        isForNames = !body.contains(UInt8(ascii: "/"))
        if body.first == UInt8(ascii: "/") { body.removeFirst() }
        tokens = GlobToken.tokens(of: body)
    }

    public init(_ text: String) {
        self.init(text.utf8)
    }

    /// - Parameters:
    ///   - path: from the walk's root, without a leading `/`.
    ///   - isFolder: of the thing that `path` names.
    /// - Complexity: O(length of the pattern × length of the path).
    public func matches(path: ArraySlice<UInt8>, isFolder: Bool) -> Bool {
        guard isFolder || !isForFoldersOnly else { return false }
        let name = path.lastIndex(of: UInt8(ascii: "/")).map { path[($0 + 1)...] } ?? path
        return GlobToken.match(tokens, isForNames ? name : path)
    }
}
