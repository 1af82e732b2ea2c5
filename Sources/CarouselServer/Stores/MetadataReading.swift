import DropboxAPI
import Photos

/// The rows of all accounts, for reading: one consistent view of them.
///
/// Every question names its account and is answered from its rows alone.
public protocol MetadataReading: PhotoReading, SidecarReading, ConversationReading {
    /// Nil for an account that was never opened.
    func state(of account: AccountNumber) throws(ServerError) -> AccountState?

    /// What stands at a key; nil where nothing does.
    func entry(at key: String, of account: AccountNumber) throws(ServerError) -> Entry?
    /// Where a file or folder stands; nil when it does nowhere.
    func entry(_ node: NodeNumber, of account: AccountNumber) throws(ServerError) -> Entry?

    /// Entries below a folder in the order of their keys' bytes, behind
    /// `last`.
    /// - Parameter recursively: whether those in folders below are included.
    func entries(
        below folder: String, recursively: Bool, after last: String?, limit: Int,
        of account: AccountNumber
    ) throws(ServerError) -> [Entry]

    /// What once stood at a key; nil where nothing did, or something does.
    func gravestone(
        at key: String, of account: AccountNumber
    ) throws(ServerError) -> Gravestone?

    /// Those that the feed shows, below a folder, in the order of their keys.
    func gravestones(
        below folder: String, recursively: Bool, after last: String?, limit: Int,
        of account: AccountNumber
    ) throws(ServerError) -> [Gravestone]

    /// Changes in the order of their sequence; covered gravestones are left
    /// out.
    func changes(
        after sequence: Sequence, limit: Int, of account: AccountNumber
    ) throws(ServerError) -> [Change]

    /// Nil for one that was never made, or was forgotten.
    func revision(
        _ number: RevisionNumber, of account: AccountNumber
    ) throws(ServerError) -> StoredRevision?

    /// What came to a path, newest first.
    /// - Parameter before: only revisions made before that one.
    func placements(
        at key: String, before: RevisionNumber?, limit: Int, of account: AccountNumber
    ) throws(ServerError) -> [Placement]

    /// Whether a revision was ever at a path.
    func wasPlaced(
        _ revision: RevisionNumber, at key: String, of account: AccountNumber
    ) throws(ServerError) -> Bool

    /// The contents of one file, newest first.
    func revisions(
        of node: NodeNumber, before: RevisionNumber?, limit: Int, of account: AccountNumber
    ) throws(ServerError) -> [StoredRevision]

    /// Where a revision was placed last.
    func lastPlacement(
        of revision: RevisionNumber, of account: AccountNumber
    ) throws(ServerError) -> Placement?

    /// Nil for one that never began, or was forgotten.
    func session(
        _ id: SessionID, of account: AccountNumber
    ) throws(ServerError) -> UploadSession?
    /// The blocks of a session that are stored, in order.
    /// - Parameter indices: of blocks that are asked for.
    func blocks(
        of session: SessionID, in indices: Range<Int64>, of account: AccountNumber
    ) throws(ServerError) -> [SessionBlock]
    /// Bytes of all sessions that are no file's.
    func sessionBytes(of account: AccountNumber) throws(ServerError) -> Int64

    /// Bytes of all contents that were replaced or deleted and are kept.
    func ceasedBytes(of account: AccountNumber) throws(ServerError) -> Int64

    /// The result of a finished job, as it was stored.
    func job(
        _ id: AsyncJobID, of account: AccountNumber
    ) throws(ServerError) -> StoredJob?

    /// The links of an account, the oldest first.
    func links(of account: AccountNumber) throws(ServerError) -> [StoredLink]
    /// A link by its id: asked for by visitors, who belong to no account.
    func link(_ id: String) throws(ServerError) -> (AccountNumber, StoredLink)?
}
