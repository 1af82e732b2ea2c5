/// A content that was deleted, by this device or elsewhere: bytes of it that
/// lie on this disk are neither shown nor uploaded, unless they appear so late
/// that they must be the user's wish.
public struct Tombstone: Hashable, Sendable {
    /// The complete walks of one root at the time of the deletion.
    public struct Mark: Hashable, Sendable {
        public var root: RootID
        public var walks: Int64

        public init(root: RootID, walks: Int64) {
            self.root = root
            self.walks = walks
        }
    }

    public var hash: ContentHash
    /// One mark for each root, by id.
    public var marks: [Mark]

    public init(hash: ContentHash, marks: [Mark]) {
        self.hash = hash
        self.marks = marks
    }

    /// Whether a file of this content is the user's wish to have it back: it
    /// was found by a walk later than the first complete one that began after
    /// the deletion. A walk may be under way at the deletion, so that is the
    /// second that completes after it.
    package func isWish(_ file: LocalFile, root: SyncRoot) -> Bool {
        guard file.walk > root.settledAtWalk,
            let mark = marks.first(where: { $0.root == file.root })
        else { return false }
        return file.walk >= mark.walks + 3
    }
}
