import DropboxAPI
import Photos
import SQLite
import Testing

@testable import CarouselServer

/// A machine over SQLite in memory, for one account or more.
struct MachineFixture {
    var machine: ServerMachine<SQLiteMetadata, BlobDouble>
    var now = Timestamp(seconds: 1_400_000_000)
    let connection: Connection
    private var nextNumber: UInt64 = 0

    static let account = AccountNumber(7)

    init(rules: ServerRules = ServerRules(), quota: Int64 = 1 << 40) throws {
        connection = try Connection(path: Array(":memory:".utf8), access: .create)
        try connection.execute(MetadataSchema.definitions)
        machine = ServerMachine(
            metadata: SQLiteMetadata(connection), blobs: BlobDouble(), rules: rules)
        try machine.openAccount(Self.account, epoch: 1, cursorSecret: 42, quota: quota)
    }

    var caller: Caller { Caller(account: Self.account, displayName: "Ada", now: now) }
    var view: AccountView<SQLiteMetadata> { machine.view(of: Self.account) }

    /// Content that is told apart by a number, as many bytes as that.
    static func content(_ number: Int) -> (hash: ContentHash, size: Int64) {
        var bytes = [UInt8](repeating: 0, count: 32)
        for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
        // There are 32 bytes.
        return (ContentHash(bytes: bytes)!, Int64(number))
    }

    mutating func upload(
        _ number: Int, to path: String, mode: WriteMode = .add, autorename: Bool = false,
        strict: Bool = false, modified: Timestamp? = nil, account: AccountNumber? = nil
    ) throws -> Result<FileMetadata, UploadError> {
        nextNumber += 1
        let (hash, size) = Self.content(number)
        var caller = caller
        caller.account = account ?? caller.account
        return try machine.upload(
            CommitInfo(
                path: PathArgument(path), mode: mode, autorename: autorename,
                clientModified: modified, strictConflict: strict),
            StagedContent(hash: hash, size: size, number: nextNumber),
            keptAs: try #require(SessionID("kept\(nextNumber)")), by: caller)
    }

    /// An upload that must succeed.
    @discardableResult
    mutating func put(
        _ number: Int, at path: String, mode: WriteMode = .overwrite
    ) throws -> FileMetadata {
        try upload(number, to: path, mode: mode).get()
    }

    @discardableResult
    mutating func delete(_ path: String, parent: Revision? = nil) throws -> DropboxAPI.Metadata {
        try machine.delete(
            DeleteArgument(path: PathArgument(path), parentRevision: parent), by: caller)
    }

    @discardableResult
    mutating func move(
        _ from: String, to: String, autorename: Bool = false
    ) throws -> DropboxAPI.Metadata {
        try machine.move(
            RelocationArgument(
                from: PathArgument(from), to: PathArgument(to), autorename: autorename),
            by: caller)
    }

    @discardableResult
    mutating func copy(
        _ from: String, to: String, autorename: Bool = false
    ) throws -> DropboxAPI.Metadata {
        try machine.copy(
            RelocationArgument(
                from: PathArgument(from), to: PathArgument(to), autorename: autorename),
            by: caller)
    }

    @discardableResult
    mutating func makeFolder(_ path: String, autorename: Bool = false) throws -> FolderMetadata {
        try machine.createFolder(
            CreateFolderArgument(path: PathArgument(path), autorename: autorename), by: caller)
    }

    func metadata(at path: String, deleted: Bool = false) throws -> DropboxAPI.Metadata {
        try view.metadata(
            for: GetMetadataArgument(path: PathArgument(path), includeDeleted: deleted))
    }

    /// Every page of a listing, as paths.
    func list(
        _ path: String = "", recursive: Bool = true, deleted: Bool = false, limit: Int? = nil
    ) throws -> [String] {
        var page = try view.list(
            ListFolderArgument(
                path: PathArgument(path), recursive: recursive, includeDeleted: deleted,
                limit: limit))
        var entries = page.entries
        while page.hasMore {
            page = try view.continueList(page.cursor)
            entries += page.entries
        }
        return entries.compactMap(\.pathDisplay)
    }
}

/// The failure that a call was refused with.
func refusal<Value>(_ body: () throws -> Value) -> (any WireFailure)? {
    do {
        _ = try body()
        return nil
    } catch let error as ServerError {
        return error.failure
    } catch {
        return error as? any WireFailure
    }
}
