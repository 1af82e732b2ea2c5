import Photos
import Sync

/// The rules of `carousel-server` as a value: one account, its files, its log
/// of changes, its answers by the names of operations.
struct ModelServer: SimulatedServer {
    struct File: Sendable {
        var id: ServerPhotoID
        var hash: ContentHash
        var size: Int64
        var revision: Int64
        var isLive: Bool
        var creator: Int
        /// The sequence since which it has been live with this content.
        var since: Int64
    }

    struct Change: Sendable {
        var file: Int
        /// Told as deleted, whatever the file is now: the first half of a move.
        var isDeletion: Bool
    }

    struct Flags: Sendable {
        var hidden = false
        var favourite = false
    }

    /// All that a backup holds.
    struct Memory: Sendable {
        var files: [File] = []
        var changes: [Change] = []
        /// Asked by content or name, never walked.
        var flags: [ContentHash: Flags] = [:]
        var tombstones: [ContentHash: Bool] = [:]
        var answers: [OperationID: Answer] = [:]
        var cancelled: [OperationID: Bool] = [:]
    }

    var memory = Memory()
    private var backup = Memory()
    private(set) var epoch: UInt64 = 1
    private var oldestCursor: Int64 = 0
    private(set) var cursors: Int64 = 0
    var shares: [CarriedOutShare] = []
    let wrong: String? = nil
    let bug: PlantedBug?
    /// Entries of a page.
    let pageSize: Int

    init(pageSize: Int, bug: PlantedBug? = nil) {
        self.pageSize = pageSize
        self.bug = bug
    }

    var sequence: Int64 { Int64(memory.changes.count) }

    var livePhotos: [ServerPhoto] {
        memory.files.indices.filter { memory.files[$0].isLive }.map(photo)
    }

    func isLive(_ id: ServerPhotoID, since sequence: Int64) -> Bool {
        memory.files.contains { $0.id == id && $0.isLive && $0.since <= sequence }
    }

    func holds(_ hash: ContentHash, since sequence: Int64) -> Bool {
        memory.files.contains { $0.hash == hash && $0.isLive && $0.since <= sequence }
    }

    func isDeleted(_ hash: ContentHash) -> Bool {
        memory.tombstones[hash] != nil && liveFiles(hash).isEmpty
    }

    mutating func backUp() {
        backup = memory
    }

    mutating func restoreFromBackup() {
        memory = backup
        epoch += 1
    }

    mutating func expireCursors() {
        oldestCursor = cursors
    }

    // MARK: Reading

    func photo(_ index: Int) -> ServerPhoto {
        let file = memory.files[index]
        let flags = memory.flags[file.hash] ?? Flags()
        return ServerPhoto(
            id: file.id, hash: file.hash, size: file.size, revision: String(file.revision),
            hidden: flags.hidden, favourite: flags.favourite, order: Int64(index))
    }

    func liveFiles(_ hash: ContentHash) -> [Int] {
        memory.files.indices.filter { memory.files[$0].isLive && memory.files[$0].hash == hash }
    }

    mutating func read(_ cursor: String?) -> Answer {
        cursors += 1
        guard let cursor else { return .page(list(began: sequence, from: 0)) }
        guard let place = Place(cursor), place.epoch == epoch, place.serial >= oldestCursor
        else { return .reset }
        if let began = place.began { return .page(list(began: began, from: place.next)) }
        return .page(changes(from: place.next))
    }

    private func list(began: Int64, from first: Int) -> Page {
        let live = memory.files.indices.filter { $0 >= first && memory.files[$0].isLive }
        let shown = live.prefix(pageSize)
        let hasMore = live.count > shown.count
        let place =
            hasMore
            ? Place(epoch: epoch, serial: cursors, began: began, next: (shown.last ?? 0) + 1)
            : Place(epoch: epoch, serial: cursors, began: nil, next: Int(began))
        return Page(
            entries: shown.map { .photo(photo($0)) }, cursor: place.cursor, hasMore: hasMore,
            epoch: epoch, sequence: began)
    }

    private func changes(from first: Int) -> Page {
        let end = min(memory.changes.count, first + pageSize)
        let entries = memory.changes[first..<end].map { change -> Page.Entry in
            let file = memory.files[change.file]
            return change.isDeletion || !file.isLive
                ? .deleted(file.id) : .photo(photo(change.file))
        }
        return Page(
            entries: entries,
            cursor: Place(epoch: epoch, serial: cursors, began: nil, next: end).cursor,
            hasMore: end < memory.changes.count, epoch: epoch, sequence: Int64(end))
    }

    /// What a cursor says.
    private struct Place {
        var epoch: UInt64
        /// Counts the cursors given out, so that older ones can expire.
        var serial: Int64
        /// The sequence at which the listing began; nil in the changes.
        var began: Int64?
        var next: Int

        var cursor: String { "\(epoch) \(serial) \(began ?? -1) \(next)" }

        init(epoch: UInt64, serial: Int64, began: Int64?, next: Int) {
            self.epoch = epoch
            self.serial = serial
            self.began = began
            self.next = next
        }

        init?(_ cursor: String) {
            let words = cursor.split(separator: " ")
            guard words.count == 4, let epoch = UInt64(words[0]), let serial = Int64(words[1]),
                let began = Int64(words[2]), let next = Int(words[3])
            else { return nil }
            self.init(epoch: epoch, serial: serial, began: began < 0 ? nil : began, next: next)
        }
    }
}
