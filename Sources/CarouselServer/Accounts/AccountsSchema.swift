import SQLite

/// The tables of `accounts.db`: who there is and what lets them in. Changes
/// are rare, so that servers notice another process's by
/// `PRAGMA data_version`.
enum AccountsSchema {
    static let version: Int64 = 1

    static let definitions = """
        CREATE TABLE users (
            account INTEGER PRIMARY KEY AUTOINCREMENT, login TEXT NOT NULL UNIQUE,
            display_name TEXT NOT NULL, password TEXT NOT NULL, quota INTEGER NOT NULL,
            created INTEGER NOT NULL) STRICT;
        CREATE TABLE apps (
            key TEXT PRIMARY KEY, secret BLOB, redirects TEXT NOT NULL,
            created INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE tokens (
            hash BLOB PRIMARY KEY, family BLOB NOT NULL, account INTEGER NOT NULL
                REFERENCES users (account) ON DELETE CASCADE,
            kind INTEGER NOT NULL, app TEXT NOT NULL, scopes TEXT NOT NULL,
            is_public INTEGER NOT NULL,
            created INTEGER NOT NULL, expires INTEGER) STRICT, WITHOUT ROWID;
        CREATE INDEX tokens_by_family ON tokens (family);
        CREATE INDEX tokens_by_account ON tokens (account);
        CREATE INDEX tokens_by_end ON tokens (expires) WHERE expires IS NOT NULL;
        CREATE TABLE codes (
            hash BLOB PRIMARY KEY, account INTEGER NOT NULL
                REFERENCES users (account) ON DELETE CASCADE,
            app TEXT NOT NULL, redirect TEXT, challenge TEXT, method TEXT,
            scopes TEXT NOT NULL, is_offline INTEGER NOT NULL, expires INTEGER NOT NULL,
            used_family BLOB) STRICT, WITHOUT ROWID;
        """

    /// Makes the file in a new folder.
    static func create(in directory: DataDirectory) throws(ServerError) {
        let connection = try directory.connect(directory.accountsPath, .create)
        try directory.define(connection, definitions, version)
    }
}
