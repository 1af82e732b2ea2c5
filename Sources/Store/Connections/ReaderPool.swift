import Photos
internal import SQLite
import Synchronization

/// Connections for reading, handed to one caller at a time.
///
/// A caller never waits for another: when all are in use a further connection
/// is opened, so there are as many as threads read at once. At most `kept`
/// stay open in between.
final class ReaderPool: Sendable {
    private struct State {
        var idle: [ConfinedConnection] = []
        var isClosed = false
    }

    private let file: FilePath
    private let kept: Int
    private let state = Mutex(State())

    init(file: FilePath, kept: Int = 4) {
        self.file = file
        self.kept = kept
    }

    /// Runs `body` with a connection for reading.
    func withReader<Result: Sendable>(
        _ body: @Sendable (Connection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let reader = try take()
        defer { giveBack(reader) }
        guard let result = try reader.withConnection(body) else {
            throw .closed(file: file)
        }
        return result
    }

    /// Closes those not in use now, and the others when they are given back.
    func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for reader in idle {
            reader.close()
        }
    }

    private func take() throws(StoreError) -> ConfinedConnection {
        let (reader, isClosed) = state.withLock { ($0.idle.popLast(), $0.isClosed) }
        if isClosed { throw .closed(file: file) }
        if let reader { return reader }
        return ConfinedConnection(try Self.open(file))
    }

    private func giveBack(_ reader: ConfinedConnection) {
        let isKept = state.withLock { state in
            guard !state.isClosed, state.idle.count < kept else { return false }
            state.idle.append(reader)
            return true
        }
        if !isKept { reader.close() }
    }

    /// A connection for reading a file that exists.
    private static func open(_ file: FilePath) throws(StoreError) -> sending Connection {
        do throws(SQLiteError) {
            return try opened(file, .readOnly)
        } catch  where error.kind == .cannotOpen || error.kind == .readOnly {
            // The log cannot be made beside the file: a read-only medium. When
            // there is none, nobody is writing either.
            guard !Disk.exists(FilePath(file, suffix: "-wal")) else {
                throw StoreError(error, file: file)
            }
            return try StoreError.mapping(file) { () throws(SQLiteError) in
                try opened(file, .immutable)
            }
        } catch {
            throw StoreError(error, file: file)
        }
    }

    private static func opened(
        _ file: FilePath, _ access: Connection.Access
    ) throws(SQLiteError) -> sending Connection {
        let connection = try Connection(path: file.bytes, access: access)
        try connection.execute("PRAGMA trusted_schema = OFF; PRAGMA query_only = ON")
        // Touches the file: without this, one that cannot be read would be
        // found out at the first query only.
        _ = try connection.integer("PRAGMA user_version")
        return connection
    }
}
