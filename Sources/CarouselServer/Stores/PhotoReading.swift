import DropboxAPI
import Photos

/// The rows of the photo plane, for reading. All of them can be made anew
/// from the file plane but flags, ends of contents and answers of operations.
public protocol PhotoReading {
    /// Gives the rows of the photo feed behind a sequence, in its order, while
    /// `body` wants more.
    func eachPhoto(
        after sequence: Sequence, upTo last: Sequence, of account: AccountNumber,
        _ body: (PhotoFeedRow) -> Bool
    ) throws(ServerError)

    /// The content that the feed shows of a file; nil when it shows none.
    func photo(_ node: NodeNumber, of account: AccountNumber) throws(ServerError) -> ContentHash?

    /// The photos that have a content now, in the order of the feed.
    func photos(
        with hash: ContentHash, of account: AccountNumber
    ) throws(ServerError) -> [NodeNumber]

    /// Whether a photo has the content now.
    func hasPhoto(
        with hash: ContentHash, of account: AccountNumber
    ) throws(ServerError) -> Bool

    /// The accounts that have photos with a content, in their order.
    func accounts(withPhotosOf hash: ContentHash) throws(ServerError) -> [AccountNumber]

    /// Nil where none were ever set.
    func flags(
        of hash: ContentHash, of account: AccountNumber
    ) throws(ServerError) -> PhotoFlags?

    /// How an account lost a content; nil when it never had it or has it.
    func end(of hash: ContentHash, of account: AccountNumber) throws(ServerError) -> ContentEnd?

    /// What was read from a content; nil when nothing was yet.
    func facts(of hash: ContentHash) throws(ServerError) -> StoredFacts?

    /// How far an account's photos of some contents are, in their order.
    func standings(
        of hashes: [ContentHash], _ account: AccountNumber
    ) throws(ServerError) -> [PhotoStanding]

    /// The revision in the trash that was the last with a content.
    func trashedRevision(
        with hash: ContentHash, of account: AccountNumber
    ) throws(ServerError) -> StoredRevision?

    /// What was done under a name; nil when nothing was.
    func operation(
        _ id: OperationID, of account: AccountNumber
    ) throws(ServerError) -> StoredOperation?

    /// A link to photos by its id: asked for by visitors too, who belong to no
    /// account.
    func photoLink(_ id: String) throws(ServerError) -> (AccountNumber, StoredPhotoLink)?
    /// Links to photos, the newest first.
    /// - Parameter id: only those older than that one.
    func photoLinks(
        of account: AccountNumber, after id: String?, limit: Int
    ) throws(ServerError) -> [StoredPhotoLink]
}

/// The same, and changing them.
public protocol PhotoStore: PhotoReading {
    /// Puts a photo into the feed, in place of the file's row before.
    /// - Parameter shown: the photo as the wire shows it, spelt.
    mutating func putPhoto(
        _ node: NodeNumber, with hash: ContentHash, at sequence: Sequence, shown: [UInt8],
        of account: AccountNumber
    ) throws(ServerError)
    /// Has the feed say that a file is no photo any more.
    mutating func buryPhoto(
        _ node: NodeNumber, at sequence: Sequence, now: Timestamp, of account: AccountNumber
    ) throws(ServerError)
    /// Forgets what the feed says of photos that are gone since before a time.
    /// - Returns: the highest sequence forgotten; nil when there was none.
    mutating func purgePhotos(
        buriedBefore time: Timestamp, of account: AccountNumber
    ) throws(ServerError) -> Sequence?

    /// Puts a content's flags.
    mutating func put(
        _ flags: PhotoFlags, of hash: ContentHash, of account: AccountNumber
    ) throws(ServerError)

    /// Notes how a content was lost; nil when it is there again.
    mutating func setEnd(
        _ end: ContentEnd?, of hash: ContentHash, of account: AccountNumber
    ) throws(ServerError)

    /// Keeps what was read from a content: it needs no reading any more.
    mutating func put(_ facts: StoredFacts, of hash: ContentHash) throws(ServerError)
    /// Notes that a content is to be read.
    mutating func addUnread(_ hash: ContentHash) throws(ServerError)

    /// Adds a link to photos.
    mutating func put(_ link: StoredPhotoLink, of account: AccountNumber) throws(ServerError)
    /// Removes a link to photos, where there is one.
    mutating func removePhotoLink(
        _ id: String, of account: AccountNumber
    ) throws(ServerError)

    /// Keeps what was done under a name.
    mutating func put(
        _ operation: StoredOperation, _ id: OperationID, of account: AccountNumber
    ) throws(ServerError)
    /// Forgets what was done under names before a time.
    mutating func purgeOperations(
        doneBefore time: Timestamp, of account: AccountNumber
    ) throws(ServerError)
}

/// One row of the photo feed, good while it is read.
public struct PhotoFeedRow {
    public let sequence: Sequence
    public let node: NodeNumber
    /// The photo as the wire shows it, spelt; empty when it is gone.
    public let shown: UnsafeRawBufferPointer

    public init(sequence: Sequence, node: NodeNumber, shown: UnsafeRawBufferPointer) {
        self.sequence = sequence
        self.node = node
        self.shown = shown
    }
}
