import Photos
import Sync
import Testing

/// A library in memory that does what the settlement says, and the disk it
/// stands for: the naive driver that the tests run the rules in.
struct SmallLibrary {
    /// A file as the disk has it; the rules never see `content`.
    struct File: Hashable {
        var standing: FileStanding
        var content: Int
    }

    /// Contents of equal `content % sizes` have equal sizes.
    let sizes: Int
    /// Whether the settlement gets all rows, or only those it asks for.
    let givesAllRows: Bool
    /// Contents of equal `content / alike` begin alike; nil when nobody looks
    /// at the files.
    let alike: Int?
    private(set) var files: [File] = []
    private(set) var owners: [ContentOwner] = []
    private(set) var aliases: [LUID: LUID] = [:]
    /// Photos shown although their bytes could not be known: they may stand
    /// beside their equal.
    private var doubtful: Set<LUID> = []
    private(set) var lastActions: [Settlement.Action] = []
    private var nextLUID: Int64 = 1
    private var nextFile: Int64 = 1

    init(sizes: Int = 1, givesAllRows: Bool = false, alike: Int? = nil) {
        self.sizes = sizes
        self.alike = alike
        self.givesAllRows = givesAllRows
    }

    static func hash(of content: Int) -> ContentHash {
        // 32 bytes by construction.
        ContentHash(bytes: (0..<32).map { _ in UInt8(content) })!
    }

    private func size(of content: Int) -> Int64 { Int64(content % sizes) }

    private func beginning(of content: Int) -> FileBeginning? {
        alike.map { FileBeginning(digest: UInt64(content / $0)) }
    }

    // MARK: - What happens on the disk

    mutating func arrive(_ content: Int, settling: Bool = true) {
        let id = FileID(nextFile)
        nextFile += 1
        let standing = FileStanding(
            id: id, size: size(of: content), beginning: beginning(of: content))
        files.append(File(standing: standing, content: content))
        if settling { settle([standing.size]) }
    }

    mutating func hash(_ index: Int, fails: Bool = false, settling: Bool = true) {
        let hash = Self.hash(of: files[index].content)
        files[index].standing.hash = fails ? .failed : .hashed(hash)
        if fails, let luid = files[index].standing.luid { doubtful.insert(luid) }
        if settling { settle([files[index].standing.size]) }
    }

    mutating func edit(_ index: Int, to content: Int, _ edit: FileEdit, settling: Bool = true) {
        let former = files[index].standing
        files[index].content = content
        files[index].standing = FileStanding(
            id: former.id, size: size(of: content), luid: former.luid,
            edit: former.luid == nil
                ? nil : former.edit == .otherShot || edit == .otherShot ? .otherShot : .sameShot,
            beginning: beginning(of: content))
        if settling { settle([files[index].standing.size]) }
    }

    mutating func remove(_ index: Int) {
        files.remove(at: index)
    }

    mutating func settleAll(judgesEdits: Bool) {
        settle(Set(files.map(\.standing.size)).sorted(), judgesEdits: judgesEdits)
    }

    // MARK: - The driver

    mutating func settle(_ sizes: [Int64], judgesEdits: Bool = false) {
        let wanted = files.filter { file in
            let standing = file.standing
            guard sizes.contains(standing.size) else { return false }
            if givesAllRows || standing.luid == nil || standing.edit != nil { return true }
            return standing.hash == .wanted || content(of: standing.luid) != standing.hash.hash
        }
        let former = Set(wanted.filter { $0.standing.edit != nil }.compactMap(\.standing.luid))
        let rows = files.filter { file in
            wanted.contains(file) || file.standing.luid.map(former.contains) == true
        }.map(\.standing)
        let standings = sizes.map { size in
            SizeStanding(
                size: size,
                hasOthers: owners.contains { $0.size == size }
                    || files.contains {
                        $0.standing.size == size && !rows.contains($0.standing)
                    })
        }
        let known = owners.filter { owner in
            rows.contains { $0.hash.hash == owner.hash || $0.luid == owner.luid }
        }
        lastActions =
            Settlement(
                sizes: standings, files: rows.reversed(), owners: known,
                judgesEdits: judgesEdits
            ).settle()
        for action in lastActions { carryOut(action) }
    }

    private mutating func carryOut(_ action: Settlement.Action) {
        switch action {
        case .learn(let luid, let hash):
            own(luid, hash, sizeOf: files.first { $0.standing.luid == luid })
        case .merge(let from, let into):
            for index in files.indices where files[index].standing.luid == from {
                files[index].standing.luid = into
            }
            aliases[from] = into
        case .attach(let file, let luid):
            place(file, luid)
        case .replace(let luid, let hash, let ids):
            owners.removeAll { $0.luid == luid }
            own(luid, hash, sizeOf: files.first { $0.standing.id == ids[0] })
            for id in ids { place(id, luid) }
        case .create(let ids, let hash):
            let luid = LUID(nextLUID)
            nextLUID += 1
            for id in ids { place(id, luid) }
            if files.contains(where: { $0.standing.luid == luid && $0.standing.hash == .failed }) {
                doubtful.insert(luid)
            }
            if let hash { own(luid, hash, sizeOf: files.first { $0.standing.id == ids[0] }) }
        case .hold, .hashSoon: break
        }
    }

    private mutating func own(_ luid: LUID, _ hash: ContentHash, sizeOf file: File?) {
        // As the database's unique index does.
        precondition(!owners.contains { $0.hash == hash }, "two owners of one content")
        owners.append(ContentOwner(hash: hash, size: file?.standing.size ?? -1, luid: luid))
    }

    private mutating func place(_ id: FileID, _ luid: LUID) {
        guard let index = files.firstIndex(where: { $0.standing.id == id }) else { return }
        files[index].standing.luid = luid
        files[index].standing.edit = nil
    }

    // MARK: - What must hold

    func content(of luid: LUID?) -> ContentHash? {
        owners.first { $0.luid == luid }?.hash
    }

    /// After every step. (Invariants 3 and 4 of the design.)
    func check() {
        for owner in owners {
            expect(owners.filter { $0.luid == owner.luid }.count == 1, "one content a LUID")
            expect(aliases[owner.luid] == nil, "a merged LUID owns nothing")
        }
        for file in files where file.standing.edit == nil {
            guard let luid = file.standing.luid else { continue }
            if let hash = file.standing.hash.hash {
                // What failed to be hashed before learns its content at the gate.
                let waits = content(of: luid) == nil && isGateShut(file.standing.size)
                expect(
                    content(of: luid) == hash || waits, "all files of a LUID hold its content")
            }
            for other in files where other.content == file.content && other.standing.edit == nil {
                guard let second = other.standing.luid, second != luid else { continue }
                expect(
                    doubtful.contains(luid) || doubtful.contains(second), "content shown twice")
            }
        }
    }

    /// Whether a file of the size is shown unhashed.
    private func isGateShut(_ size: Int64) -> Bool {
        files.contains {
            $0.standing.size == size && $0.standing.luid != nil && $0.standing.edit == nil
                && $0.standing.hash == .wanted
        }
    }

    /// When every file has been hashed or failed and edits were judged.
    func checkEnd() {
        for file in files {
            expect(
                file.standing.luid != nil || file.standing.hash == .wanted, "the gate opens")
            if file.standing.hash.hash != nil {
                expect(file.standing.edit == nil, "edits are judged")
            }
        }
    }

    private func expect(_ condition: Bool, _ rule: Comment) {
        if !condition { Issue.record("\(rule): \(self)") }
    }
}
