/// A user's wish not to walk something: a shell pattern over bytes.
///
/// `*` stands for any bytes but `/`, `?` for one, `[a-z]` and `[!a-z]` for
/// one of a set, `**` for any bytes at all, `\` takes the next one literally.
/// A pattern without `/` is held against each file's and folder's own name;
/// one with a `/` against the path from the walk's root (a leading `/` adds
/// nothing, a trailing one limits it to folders). ASCII letters match in
/// either case.
public struct ExcludePattern: Hashable, Sendable {
    public let bytes: [UInt8]

    public init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    public init(_ text: String) {
        self.init(text.utf8)
    }

    /// - Parameters:
    ///   - path: from the walk's root, without a leading `/`.
    ///   - isFolder: of the thing that `path` names.
    /// - Complexity: O(length of the pattern × length of the path).
    public func matches(path: ArraySlice<UInt8>, isFolder: Bool) -> Bool {
        fatalError("not written yet")
    }
}
