import DropboxAPI
import Photos
import SQLite

/// The rows of all accounts in `files.db`, through one connection. Whoever
/// has it begins and ends the transactions.
struct SQLiteMetadata: MetadataStore {
    let database: Database

    init(_ connection: Connection) {
        database = Database(connection: connection)
    }

    func state(of account: AccountNumber) throws(ServerError) -> AccountState? {
        try database.first(
            """
            SELECT sequence, epoch, cursor_secret, used, quota, horizon, photo_sequence,
                photo_horizon
            FROM accounts WHERE account = ?
            """, [.integer(account.rawValue)]
        ) { row in
            var state = AccountState(
                epoch: UInt32(truncatingIfNeeded: row.int64(1)),
                cursorSecret: UInt64(bitPattern: row.int64(2)), quota: row.int64(4))
            state.sequence = Sequence(row.int64(0))
            state.used = row.int64(3)
            state.horizon = Sequence(row.int64(5))
            state.photoSequence = Sequence(row.int64(6))
            state.photoHorizon = Sequence(row.int64(7))
            return state
        }
    }

    func put(_ state: AccountState, of account: AccountNumber) throws(ServerError) {
        try database.run(
            """
            INSERT INTO accounts (account, sequence, epoch, cursor_secret, used, quota, horizon,
                photo_sequence, photo_horizon)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (account) DO UPDATE SET sequence = excluded.sequence,
                epoch = excluded.epoch, cursor_secret = excluded.cursor_secret,
                used = excluded.used, quota = excluded.quota, horizon = excluded.horizon,
                photo_sequence = excluded.photo_sequence, photo_horizon = excluded.photo_horizon
            """,
            [
                .integer(account.rawValue), .integer(state.sequence.rawValue),
                .integer(Int64(state.epoch)), .integer(Int64(bitPattern: state.cursorSecret)),
                .integer(state.used), .integer(state.quota), .integer(state.horizon.rawValue),
                .integer(state.photoSequence.rawValue), .integer(state.photoHorizon.rawValue),
            ])
    }
}

extension ContentHash {
    /// - Precondition: the table holds 32 bytes, as it does unless the file is
    ///   damaged; then the hash is of zeros, which no bytes have.
    init(stored bytes: [UInt8]) {
        self =
            ContentHash(bytes: bytes)
            // There are as many zeros as a hash has bytes.
            ?? ContentHash(bytes: Array(repeating: 0, count: ContentHash.byteCount))!
    }
}
