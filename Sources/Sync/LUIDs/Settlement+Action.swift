import Photos

extension Settlement {
    /// One step of a settlement.
    public enum Action: Hashable, Sendable {
        /// The content of a photo that was shown unhashed is now known.
        case learn(LUID, ContentHash)
        /// Both are one photo: files, operations and all that is tied to `from`
        /// go to `into`, and `from` becomes another name of it.
        case merge(from: LUID, into: LUID)
        /// The file belongs to this photo, and no longer to another.
        case attach(FileID, LUID)
        /// The photo was edited in place: it keeps its LUID and all that is
        /// tied to it, and has this content from now on. The files are those
        /// that were found to hold it.
        case replace(LUID, ContentHash, files: [FileID])
        /// A new photo of these files. Without a hash it is one file whose
        /// content is not known yet.
        case create([FileID], ContentHash?)
        /// The file waits: at the gate, without a LUID, or with its edit, for
        /// its judgement.
        case hold(FileID)
        /// The file holds up itself or others: it is hashed ahead of all other
        /// hashing, in this order. Each settlement of its size says so again
        /// until it is hashed, or until its beginning (`FileBeginning`) and
        /// those of the others are known and tell them apart.
        case hashSoon(FileID)
    }
}
