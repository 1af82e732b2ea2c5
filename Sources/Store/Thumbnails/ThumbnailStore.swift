import Photos
internal import SQLite
import Synchronization

/// `thumbnails.db`: both thumbnails of every photo.
///
/// It can be rebuilt, so its commits survive a crash of the program but
/// perhaps not the loss of power, and a file that proves to be damaged is made
/// anew by its owner. A photo may therefore lack thumbnails that `library.db`
/// says were made: who finds that (`bytes` is nil) sets them as wanted.
public final class ThumbnailStore: Sendable {
    /// The name of the file in the library's directory.
    public static let fileName = "thumbnails.db"

    /// The owner's file was missing, damaged or of another library, and is
    /// empty now: all thumbnails are wanted.
    public let wasMadeAnew: Bool

    private let file: FilePath
    private let library: LibraryIdentity
    private let isOwner: Bool
    private let state: Mutex<State>

    private struct State {
        /// Nil for a reader until there is a file of its library, and after
        /// `close`.
        var database: Database?
        var isClosed = false
    }

    /// Opens the thumbnails of a library to read and write. A file that is
    /// damaged, no database, or of another library is made anew.
    public static func open(
        at directory: FilePath, of library: LibraryIdentity
    ) throws(StoreError) -> ThumbnailStore {
        let file = directory.appending(fileName)
        var database: Database?
        if Disk.exists(file) {
            do throws(StoreError) {
                database = try Database.thumbnails(file, of: library)
            } catch {
                switch error {
                // Nothing in it is of use; it is made anew.
                case .damaged, .notALibrary: break
                default: throw error
                }
            }
        }
        let wasMadeAnew = database == nil
        let opened = if let database { database } else { try Database.anew(file, of: library) }
        return ThumbnailStore(
            file, library, opened, isOwner: true, wasMadeAnew: wasMadeAnew)
    }

    /// Opens them to read, also while another process owns the library.
    /// Thumbnails of another library, or a file that is missing or damaged,
    /// count as none; one that its owner makes later is found.
    public static func openReadOnly(
        at directory: FilePath, of library: LibraryIdentity
    ) throws(StoreError) -> ThumbnailStore {
        let file = directory.appending(fileName)
        let store = ThumbnailStore(file, library, nil, isOwner: false, wasMadeAnew: false)
        _ = try store.use { _ throws(StoreError) in }
        return store
    }

    private init(
        _ file: FilePath, _ library: LibraryIdentity, _ database: Database?, isOwner: Bool,
        wasMadeAnew: Bool
    ) {
        self.file = file
        self.library = library
        self.isOwner = isOwner
        self.wasMadeAnew = wasMadeAnew
        state = Mutex(State(database: database))
    }

    /// Ends all work and closes the file. Later calls fail as `closed`.
    public func close() {
        let database = state.withLock { state in
            state.isClosed = true
            defer { state.database = nil }
            return state.database
        }
        database?.close()
    }

    /// Runs `body` with the file; nil where there are no thumbnails, also
    /// because they were found to be damaged just now.
    func use<Result>(
        _ body: (Database) throws(StoreError) -> Result
    ) throws(StoreError) -> Result? {
        guard let database = try current() else { return nil }
        do throws(StoreError) {
            return try body(database)
        } catch {
            switch error {
            case .damaged, .notALibrary:
                try replace(database)
                return nil
            default: throw error
            }
        }
    }

    private func current() throws(StoreError) -> Database? {
        let (database, isClosed) = state.withLock { ($0.database, $0.isClosed) }
        if isClosed { throw .closed(file: file) }
        if let database { return database }
        // A reader whose owner had not made the file yet.
        guard !isOwner, Disk.exists(file) else { return nil }
        let found: Database?
        do throws(StoreError) {
            found = try Database.thumbnailsToRead(file, of: library)
        } catch {
            switch error {
            case .damaged, .notALibrary, .noLibrary: return nil
            default: throw error
            }
        }
        return state.withLock { state in
            if state.database == nil, !state.isClosed { state.database = found }
            return state.database
        }
    }

    /// A damaged file makes room for a new one. Calls under way on the old one
    /// end by themselves.
    private func replace(_ damaged: Database) throws(StoreError) {
        guard isOwner else { return }
        // Within the lock, so that one caller makes the file and no other one
        // opens it half made.
        try state.withLock { state throws(StoreError) in
            guard state.database === damaged else { return }
            damaged.close()
            state.database = nil
            state.database = try Database.anew(file, of: library)
        }
    }
}

/// Both thumbnails of a photo, as JPEG.
public struct StoredThumbnails: Hashable, Sendable {
    public var luid: LUID
    public var s75: [UInt8]
    public var s256: [UInt8]

    public init(luid: LUID, s75: [UInt8], s256: [UInt8]) {
        self.luid = luid
        self.s75 = s75
        self.s256 = s256
    }
}
