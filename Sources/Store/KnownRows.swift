import Photos

/// What a transaction has read or written of the server's photos and of the
/// photos that it made for them, so that it need not be read again: a page of
/// a server's feed asks for each some twenty times.
///
/// Every write goes to the database as well; whoever changes a row by another
/// way forgets it here. A reference, because transactions are handed around.
/// It holds a page's rows, and at most `most` of each kind.
final class KnownRows {
    private static let most = 50_000

    /// A photo made in this transaction that has nothing but rows of the
    /// server: no file here was ever its.
    struct Bare {
        var content: ContentHash?
        var flags: UserFlags = []
        var serverPhotos: [ServerPhotoID] = []
    }

    private var rows: [ServerPhotoID: ServerRow?] = [:]
    private var bare: [LUID: Bare] = [:]
    private var owners: [ContentHash: LUID?] = [:]
    private var sizesWithoutFiles: Set<Int64> = []
    /// Whether there is any; nil while nobody has looked.
    var hasTombstones: Bool?
    var hasSuperseded: Bool?

    // MARK: Server photos

    /// The row as it is now; nil when that is not known.
    func row(_ id: ServerPhotoID) -> ServerRow?? { rows[id] }

    func note(_ row: ServerRow?, of id: ServerPhotoID) {
        if let known = rows[id], let luid = known?.luid, luid != row?.luid {
            bare[luid]?.serverPhotos.removeAll { $0 == id }
        }
        guard rows.count < Self.most || rows[id] != nil else {
            // Nobody knows then whose it is.
            if let luid = row?.luid { bare[luid] = nil }
            return
        }
        rows[id] = .some(row)
        guard let luid = row?.luid, bare[luid]?.serverPhotos.contains(id) == false else { return }
        bare[luid]?.serverPhotos.append(id)
    }

    /// The rows of a photo by id; nil when they are not known.
    func rows(of luid: LUID) -> [ServerRow]? {
        guard let ids = bare[luid]?.serverPhotos else { return nil }
        var known: [ServerRow] = []
        for id in ids.sorted() {
            guard let row = rows[id] ?? nil else { return nil }
            known.append(row)
        }
        return known
    }

    // MARK: Photos

    func noteMade(_ luid: LUID) {
        if bare.count < Self.most { bare[luid] = Bare() }
    }

    func bare(_ luid: LUID) -> Bare? { bare[luid] }

    /// Something else was done with the photo.
    func forget(_ luid: LUID) { bare[luid] = nil }

    func note(_ flags: UserFlags, of luid: LUID) { bare[luid]?.flags = flags }

    func owner(of hash: ContentHash) -> LUID?? { owners[hash] }

    func note(owner: LUID?, of hash: ContentHash) {
        if owners.count < Self.most || owners[hash] != nil { owners[hash] = .some(owner) }
    }

    /// The content is this photo's from now on, and nobody else's.
    func noteGiven(_ hash: ContentHash, to luid: LUID, before: ContentHash?, from: LUID?) {
        if let before, before != hash { owners[before] = nil }
        if let from, from != luid { bare[from]?.content = nil }
        bare[luid]?.content = hash
        note(owner: luid, of: hash)
    }

    /// Contents changed hands by another way.
    func forgetOwners() {
        owners = [:]
        bare = [:]
    }

    // MARK: Files of this device

    func noteNoFile(ofSize size: Int64) { sizesWithoutFiles.insert(size) }

    func hasNoFile(ofSize size: Int64) -> Bool { sizesWithoutFiles.contains(size) }

    /// A file came or changed.
    func noteFile() {
        hasSuperseded = nil
        if !sizesWithoutFiles.isEmpty { sizesWithoutFiles = [] }
    }

    func forgetAll() {
        rows = [:]
        forgetOwners()
        noteFile()
        hasTombstones = nil
    }
}
