import Photos

/// The rows of one transaction of the library, as the machine reads and
/// writes them. The driver opens the transaction, hands it to `receive`, and
/// commits what was written together with the event; when the commit fails it
/// discards the machine's new value too.
///
/// A read that fails answers with nothing and makes the commit fail, so the
/// machine's decision on it is discarded. All lists come in the order of
/// their ids.
public protocol SyncRows {
    // MARK: LUIDs

    /// A LUID that was never used.
    mutating func makeLUID() -> LUID
    /// The content of a photo; nil while it is not known. Photos without any
    /// file left keep theirs.
    func content(of luid: LUID) -> ContentHash?
    /// The photo to which a content belongs; dead ones keep theirs, so that a
    /// content that returns finds its LUID again.
    func owner(of hash: ContentHash) -> LUID?
    /// Makes it the photo's content, and the photo the content's owner; the
    /// photo's old content loses its owner.
    mutating func setContent(_ hash: ContentHash, ofSize size: Int64, of luid: LUID)
    /// Whether a known content has the size: of a photo, with or without files
    /// left, or of one of the server's that is not placed yet.
    func contentHasSize(_ size: Int64) -> Bool
    /// From now on `old` is another name of `luid`.
    mutating func addAlias(_ old: LUID, of luid: LUID)
    /// The photo that now has this name: itself, unless it was merged.
    func resolve(_ luid: LUID) -> LUID

    // MARK: Files of this device

    func root(_ id: RootID) -> SyncRoot?
    func roots() -> [SyncRoot]
    mutating func save(_ root: SyncRoot)
    func file(_ id: FileID) -> LocalFile?
    func files(of luid: LUID) -> [LocalFile]
    /// Superseded files with these bytes.
    func supersededFiles(holding hash: ContentHash) -> [LocalFile]
    func files(in root: RootID) -> [LocalFile]
    /// How many files have the size. What is asked of a size is answered for
    /// thousands too: cameras write RAW files of one size.
    func fileCount(ofSize size: Int64) -> Int
    /// The files of the size that wait to be hashed, at most `limit` of them;
    /// which, where there are more, is not said.
    func unhashedFiles(ofSize size: Int64, limit: Int) -> [LocalFile]
    /// Whether a file of the size has a place while its bytes are not known,
    /// and can be read.
    func isPlacedUnhashed(ofSize size: Int64) -> Bool
    /// The files of the size that are unsettled or wait to be hashed.
    func openFiles(ofSize size: Int64) -> [LocalFile]
    /// Files without a LUID, held with one, with an undecided edit, or hashed
    /// with a photo whose content is unknown.
    func unsettledFiles() -> [LocalFile]
    /// Files that wait to be hashed.
    func unhashedFiles() -> [LocalFile]
    /// Whether a file that can be read now waits to be hashed.
    func isHashing() -> Bool
    /// Files of a root that could not be hashed.
    func failedFiles(in root: RootID) -> [LocalFile]
    /// Files whose photo's content, which is theirs, was deleted. By id.
    func filesOfDeletedContents() -> [LocalFile]
    /// A file is in a folder or on its way through the trash, never both: its
    /// row there, if it has one, becomes this one.
    mutating func save(_ file: LocalFile)
    mutating func removeFile(_ id: FileID)
    func trashedFiles() -> [TrashedFile]
    func trashedFiles(of luid: LUID) -> [TrashedFile]
    func trashedFile(_ id: FileID) -> TrashedFile?
    /// The file's row among those in folders becomes this one.
    mutating func save(_ file: TrashedFile)
    /// Forgets the file altogether.
    mutating func removeTrashedFile(_ id: FileID)

    // MARK: The server

    func serverRow(_ id: ServerPhotoID) -> ServerRow?
    func serverRows(of luid: LUID) -> [ServerRow]
    func serverRows(holding hash: ContentHash) -> [ServerRow]
    /// Photos that wait at the size gate, with all or with their new content.
    func unsettledServerRows() -> [ServerRow]
    func leavingServerRows() -> [ServerRow]
    /// Photos that only the answer of an upload has told of so far.
    func toldServerRows() -> [ServerRow]
    /// Photos that no listing since this one has seen.
    func serverRows(notSeenBy listing: Int64) -> [ServerRow]
    mutating func save(_ row: ServerRow)
    mutating func removeServerRow(_ id: ServerPhotoID)
    func feedPosition() -> FeedPosition
    mutating func save(_ position: FeedPosition)
    func tombstone(of hash: ContentHash) -> Tombstone?
    mutating func save(_ tombstone: Tombstone)
    mutating func removeTombstone(of hash: ContentHash)
    /// An entry that could not be understood, for the list of problems.
    mutating func quarantine(_ entry: String)

    // MARK: Operations

    /// All unfinished parts by number: read once, when the machine starts.
    func unfinishedParts() -> [Part]
    /// All parts of an operation by number, finished ones too.
    func parts(of operation: OperationNumber) -> [Part]
    /// A number higher than every part's and operation's before.
    mutating func makeNumber() -> Int64
    mutating func save(_ part: Part)
    /// Takes the part from the queue and records how it ended.
    mutating func finish(_ part: Part, _ outcome: Outcome)
    /// The highest number of a part that has set a flag of the photo, of those
    /// that were carried out.
    func lastNumber(setting flag: Flag, of luid: LUID) -> Int64?
    /// Whether a share has to wait for what was done before it in its
    /// conversation. When that ends, its photos are `changed`.
    func holdsBack(_ share: OperationID) -> Bool
    /// Whether the upload of a content has finally failed.
    func isRefused(_ hash: ContentHash) -> Bool
    mutating func markRefused(_ hash: ContentHash)
}

extension SyncRows {
    /// Where there are no conversations nothing is held back.
    public func holdsBack(_: OperationID) -> Bool { false }
}
