import Photos

extension Settlement {
    /// One step of a settlement. They come in this order: `learn` and `merge`
    /// (by file), `attach`, `replace`, `create`, `hold`, `hashSoon` (each by
    /// file), which is the order in which they must be carried out.
    public enum Action: Hashable, Sendable {
        /// The content of a photo that was placed unhashed is now known.
        case learn(LUID, ContentHash)
        /// Both are one photo: files, operations and thumbnails of `from` go to
        /// `into`, and `from` becomes another name of it.
        case merge(from: LUID, into: LUID)
        /// The file belongs to this photo, and no longer to another.
        case attach(FileID, LUID)
        /// The photo was edited in place: it keeps its LUID and all that is
        /// tied to it, and its content and thumbnails are made anew. The files
        /// are those that hold the new bytes.
        case replace(LUID, ContentHash, files: [FileID])
        /// A new photo of these files. Without a hash there is one file, whose
        /// content is not known yet.
        case create([FileID], ContentHash?)
        /// The file waits at the size gate and is not shown yet.
        case hold(FileID)
        /// The file holds up others: it is hashed ahead of all other hashing.
        case hashSoon(FileID)
    }
}
