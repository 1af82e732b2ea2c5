import Photos

/// `library.db`: what is known of every photo, file and folder of a library.
///
/// One writer at a time and any number of readers, from any thread; a reader
/// sees one commit and is never held up by the writer. Every commit is on disk
/// when `write` returns (`synchronous=FULL`): it survives the loss of power.
///
/// The timeline's table is kept in step inside each transaction, and what
/// changed of it is reported to `onCommit`, in the order of the commits.
public final class LibraryStore: Sendable {
    /// Opens the library in a directory to read and write, and makes both
    /// where they are missing. An older format is brought up to date first.
    ///
    /// That no other process writes is the caller's to see to; if one does,
    /// writes wait for each other and may fail as `busy`.
    ///
    /// - Parameter onCommit: told of each change of the timeline, after it is
    ///   on disk and before `write` returns. It is called on the writing
    ///   thread, one call at a time, and must not write to the store.
    public static func open(
        at directory: FilePath,
        onCommit: @escaping @Sendable ([TimelineChange]) -> Void = { _ in }
    ) throws(StoreError) -> LibraryStore {
        fatalError("not yet")
    }

    /// Opens a library to read, also while another process owns it. Makes and
    /// changes nothing.
    public static func openReadOnly(
        at directory: FilePath
    ) throws(StoreError) -> LibraryStore {
        fatalError("not yet")
    }

    /// Random bytes drawn when the library was made: they tell whose
    /// thumbnails a `thumbnails.db` holds.
    public var identity: LibraryIdentity { fatalError("not yet") }

    /// Reads within one transaction: all that `body` sees is one commit.
    public func read<Result: Sendable>(
        _ body: @Sendable (ReadTransaction) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        fatalError("not yet")
    }

    /// Changes the library within one transaction. When `body` throws, nothing
    /// is changed.
    @discardableResult
    public func write<Result: Sendable>(
        _ body: @Sendable (inout WriteTransaction) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        fatalError("not yet")
    }

    /// Whether the database is sound, by SQLite's own check of every page;
    /// what is wrong with it, or nothing. Slow: it reads the whole file.
    public func integrityFaults() throws(StoreError) -> [String] {
        fatalError("not yet")
    }

    /// Ends all work and closes the files. Later calls fail.
    public func close() {
        fatalError("not yet")
    }
}

/// What happened to a photo's place or cell in the timeline.
public enum TimelineChange: Hashable, Sendable {
    /// New, or other than before.
    case put(HotRecord)
    /// No longer shown.
    case remove(LUID)
}

/// The identity of a library: 16 random bytes.
public struct LibraryIdentity: Hashable, Sendable {
    let high: UInt64
    let low: UInt64
}
