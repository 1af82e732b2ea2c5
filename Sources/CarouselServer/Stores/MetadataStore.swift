import DropboxAPI
import Photos

/// The rows of all accounts within one transaction: all of its changes
/// become durable together, with the bytes they name, or none does.
///
/// SQLite in the server, a double with the same rules in the simulation.
public protocol MetadataStore: MetadataReading, PhotoStore, SidecarStore, ConversationStore {
    /// Puts an account's state.
    mutating func put(_ state: AccountState, of account: AccountNumber) throws(ServerError)

    /// Puts an entry at its path; one with the same key or node is replaced.
    mutating func put(_ entry: Entry, of account: AccountNumber) throws(ServerError)
    /// Removes the entry at a key, where there is one.
    mutating func removeEntry(at key: String, of account: AccountNumber) throws(ServerError)

    /// Puts a gravestone, in place of one with the same key.
    mutating func put(_ gravestone: Gravestone, of account: AccountNumber) throws(ServerError)
    /// Removes the gravestone at a key, where there is one.
    mutating func removeGravestone(
        at key: String, of account: AccountNumber
    ) throws(ServerError)
    /// Has the feed show again what lies buried below a folder.
    mutating func uncoverGravestones(
        below folder: String, of account: AccountNumber
    ) throws(ServerError)

    /// Adds a revision.
    mutating func put(_ revision: StoredRevision, of account: AccountNumber) throws(ServerError)
    /// Notes since when no path has a revision; nil when one has it again.
    mutating func setCeased(
        _ time: Timestamp?, of revision: RevisionNumber, of account: AccountNumber
    ) throws(ServerError)
    /// Adds a placement.
    mutating func put(_ placement: Placement, of account: AccountNumber) throws(ServerError)

    /// Puts a session, in place of one with the same id.
    mutating func put(_ session: UploadSession, of account: AccountNumber) throws(ServerError)
    /// Puts a block, in place of one with the same index.
    mutating func put(
        _ block: SessionBlock, of session: SessionID, of account: AccountNumber
    ) throws(ServerError)
    /// Removes a session, where there is one.
    mutating func removeSession(
        _ id: SessionID, of account: AccountNumber
    ) throws(ServerError)
    /// Removes all blocks of a session.
    mutating func removeBlocks(
        of session: SessionID, of account: AccountNumber
    ) throws(ServerError)

    /// Adds the result of a job.
    mutating func put(_ job: StoredJob, of account: AccountNumber) throws(ServerError)

    /// Adds a link.
    mutating func put(_ link: StoredLink, of account: AccountNumber) throws(ServerError)
    /// Removes a link, where there is one.
    mutating func removeLink(_ id: String, of account: AccountNumber) throws(ServerError)

    /// Forgets revisions that ceased before a time, with their placements.
    /// - Returns: how many; call again while it is `limit`.
    mutating func purgeRevisions(
        ceasedBefore time: Timestamp, limit: Int, of account: AccountNumber
    ) throws(ServerError) -> Int
    /// Forgets the longest ceased revisions, with their placements, until so
    /// many bytes are freed.
    /// - Returns: how many; call again while it is `limit`.
    mutating func purgeOldestRevisions(
        freeing bytes: Int64, limit: Int, of account: AccountNumber
    ) throws(ServerError) -> Int
    /// Forgets gravestones older than a time.
    /// - Returns: the highest sequence forgotten; nil when there was none.
    mutating func purgeGravestones(
        deletedBefore time: Timestamp, of account: AccountNumber
    ) throws(ServerError) -> Sequence?
    /// Sessions without activity since a time.
    func sessions(
        idleSince time: Timestamp, of account: AccountNumber
    ) throws(ServerError) -> [UploadSession]
    /// Forgets results older than a time.
    mutating func purgeJobs(
        finishedBefore time: Timestamp, of account: AccountNumber
    ) throws(ServerError)
}
