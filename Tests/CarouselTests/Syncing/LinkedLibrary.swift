@testable import Carousel
import Photos
import Store
import Sync
import TestSupport
import Testing

/// A linked library of one root with a machine, and no network: the test is
/// the scanner and the server.
final class LinkedLibrary {
    let folder: TemporaryFolder
    private(set) var store: LibraryStore
    private(set) var desk: SyncDesk
    let root: RootID
    private var milliseconds: Int64 = 0
    private var lives: UInt64 = 1
    /// How far the device's clock is off.
    var clockErrorMilliseconds: Int64 = 0

    init(isLinked: Bool = true, _ name: String = #function) throws {
        folder = try TemporaryFolder(name)
        store = try LibraryStore.open(at: folder.filePath)
        root = try store.write { transaction throws(StoreError) in
            try transaction.addRoot(FilePath("/photos"), addedMilliseconds: 1)
        }.id
        desk = SyncDesk(store: store, chance: Chance(1, 2))
        if isLinked { try link() }
    }

    func link() throws {
        try store.write { transaction throws(StoreError) in
            try transaction.link(
                ServerAccountRow(
                    url: "http://localhost", account: "a", device: "d", linkedMilliseconds: 1))
        }
    }

    /// The program ends and starts again.
    func restart() throws {
        store.close()
        store = try LibraryStore.open(at: folder.filePath)
        lives += 1
        requests = []
        desk = SyncDesk(store: store, chance: Chance(lives, lives))
    }

    @discardableResult
    func receive(
        _ events: [Event], as act: OperationID? = nil,
        preparing: @Sendable (inout WriteTransaction) throws(StoreError) -> Void = { _ in }
    ) throws -> [Action] {
        milliseconds += 1_000
        let actions = try desk.receive(
            events, at: Instant(milliseconds: milliseconds),
            LibraryRows.Context(
                act: act, nowMilliseconds: milliseconds + clockErrorMilliseconds),
            preparing: preparing)
        for action in actions {
            switch action {
            case .send(let number, let request): requests.append((number, request))
            case .cancel(let number): requests.removeAll { $0.0 == number }
            default: break
            }
        }
        return actions
    }

    /// A file that the scanner has found and hashed.
    @discardableResult
    func add(_ name: String, _ content: UInt8, size: Int64 = 100) throws -> FileID {
        let id = try see(name, content, size: size)
        try receive([.disk(.hashed(id, .of(content), edit: nil))])
        return id
    }

    /// A file that the scanner has found and not hashed yet.
    func see(_ name: String, _ content: UInt8, size: Int64 = 100) throws -> FileID {
        let file = NewFile(
            root: root, path: FilePath("/photos/" + name),
            stamp: FileStamp(
                identity: FileIdentity(device: 1, inode: UInt64(content)), size: size,
                modifiedNanoseconds: 1, statusChangedNanoseconds: 1),
            metadata: PhotoMetadata(kind: .photo, taken: CaptureTime(milliseconds: 5_000)))
        let id = try store.write { transaction throws(StoreError) in
            try transaction.addFile(file)
        }
        try receive([.disk(.seen(id, root: root, size: size))])
        return id
    }

    /// Time goes by, as far as a request that failed waits at most.
    func wait() throws {
        milliseconds += 600_000
        try receive([.timer])
    }

    /// A page of the feed that drains it, up to a sequence.
    @discardableResult
    func page(_ entries: [Page.Entry], sequence: Int64) throws -> [Action] {
        if let (poll, _) = take({ if case .longPoll = $0 { true } else { false } }) {
            try receive([.answer(poll, .woken(changes: true, backoffMilliseconds: nil))])
        }
        let (number, _) = try #require(
            take { if case .read = $0 { true } else { false } })
        return try receive([
            .answer(
                number,
                .page(
                    Page(
                        entries: entries, cursor: "c\(sequence)", hasMore: false, epoch: 1,
                        sequence: sequence)))
        ])
    }

    /// The first request like this that is not answered yet.
    func take(_ isWanted: (Request) -> Bool) -> (RequestNumber, Request)? {
        guard let index = requests.firstIndex(where: { isWanted($0.1) }) else { return nil }
        return requests.remove(at: index)
    }

    /// What was sent and not answered.
    private var requests: [(RequestNumber, Request)] = []

    var timeline: [HotRecord] {
        get throws {
            try store.read { transaction throws(StoreError) in
                try transaction.timeline(limit: 100)
            }
        }
    }
}

extension ContentHash {
    static func of(_ number: UInt8) -> ContentHash {
        // 32 bytes by construction.
        ContentHash(bytes: Array(repeating: number, count: 32))!
    }
}
