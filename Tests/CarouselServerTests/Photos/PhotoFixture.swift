import DropboxAPI
import Photos
import Testing

@testable import CarouselServer

/// What clients of the photo plane do, on a machine.
extension MachineFixture {
    /// All pages of the photo feed from its beginning.
    func photoPages(limit: Int? = nil) throws -> [PhotoChange] {
        var reader = PhotoReader(limit: limit)
        try reader.drain(view)
        return reader.changes
    }

    /// The photos that a new listing shows, by path.
    func photos(limit: Int? = nil) throws -> [String: PhotoEntry] {
        var photos: [String: PhotoEntry] = [:]
        for change in try photoPages(limit: limit) {
            guard case .present(let entry) = change else { continue }
            photos[entry.pathDisplay] = entry
        }
        return photos
    }

    func photo(_ path: String) throws -> PhotoEntry {
        try #require(try photos()[path])
    }

    func have(_ numbers: Int...) throws -> [String] {
        let hashes = numbers.map { Self.content($0).hash }
        let answer = try view.have(HaveArgument(contentHashes: hashes))
        return hashes.map { hash in
            if answer.missing.contains(hash) { return "missing" }
            if answer.deleted.contains(hash) { return "deleted" }
            return answer.superseded.contains(hash) ? "superseded" : "there"
        }
    }

    @discardableResult
    mutating func setFlags(
        _ ids: [DropboxAPI.FileID], hidden: Bool? = nil, favourite: Bool? = nil
    ) throws -> [PhotoResult.Outcome] {
        try machine.setFlags(
            SetFlagsArgument(
                operation: OperationID(high: 1, low: 1), ids: ids, hidden: hidden,
                favourite: favourite), by: caller
        ).results.map(\.outcome)
    }

    @discardableResult
    mutating func deletePhotos(
        _ ids: [DropboxAPI.FileID] = [], contents: [Int] = [], superseded: [Int] = [],
        cancels: [OperationID] = []
    ) throws -> PhotoResults {
        try machine.deletePhotos(
            DeletePhotosArgument(
                operation: OperationID(high: 1, low: 2), ids: ids,
                contentHashes: contents.map { Self.content($0).hash },
                superseded: superseded.map { Self.content($0).hash }, cancels: cancels),
            by: caller)
    }

    @discardableResult
    mutating func restorePhotos(
        _ ids: [DropboxAPI.FileID] = [], contents: [Int] = []
    ) throws -> PhotoResults {
        try machine.restorePhotos(
            RestorePhotosArgument(
                operation: OperationID(high: 1, low: 3), ids: ids,
                contentHashes: contents.map { Self.content($0).hash }), by: caller)
    }
}

/// A client that reads the photo feed and keeps what it says.
struct PhotoReader {
    var limit: Int?
    private(set) var cursor: ListCursor?
    private(set) var photos: [DropboxAPI.FileID: PhotoEntry] = [:]
    private(set) var changes: [PhotoChange] = []
    private(set) var mark: FeedMark?
    private(set) var hasMore = true

    init(limit: Int? = nil) {
        self.limit = limit
    }

    /// Reads one page.
    mutating func read(_ view: AccountView<SQLiteMetadata>) throws {
        let spelt =
            if let cursor { try view.continuePhotos(cursor) } else {
                try view.listPhotos(ListPhotosArgument(limit: limit))
            }
        let page = try ListPhotosResult(
            jsonBytes: spelt.spelt, strictness: .strict, limits: .answer)
        #expect(page.unreadableEntries == [])
        for change in page.entries {
            switch change {
            case .present(let entry): photos[entry.id] = entry
            case .deleted(let id): photos[id] = nil
            }
        }
        changes += page.entries
        cursor = page.cursor
        hasMore = page.hasMore
        mark = page.mark
    }

    mutating func drain(_ view: AccountView<SQLiteMetadata>) throws {
        repeat { try read(view) } while hasMore
    }
}
