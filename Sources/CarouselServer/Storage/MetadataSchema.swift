import SQLite

/// The tables of `files.db`.
enum MetadataSchema {
    /// In `PRAGMA user_version`.
    static let version: Int64 = 4

    /// Every table is keyed by account first, so that each query reads the
    /// rows of one account alone.
    static let definitions = """
        CREATE TABLE settings (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
        CREATE TABLE accounts (
            account INTEGER PRIMARY KEY, sequence INTEGER NOT NULL, epoch INTEGER NOT NULL,
            cursor_secret INTEGER NOT NULL, used INTEGER NOT NULL, quota INTEGER NOT NULL,
            horizon INTEGER NOT NULL) STRICT;
        CREATE TABLE entries (
            account INTEGER NOT NULL, key TEXT NOT NULL, display TEXT NOT NULL,
            node INTEGER NOT NULL, sequence INTEGER NOT NULL, shared INTEGER NOT NULL,
            revision INTEGER, hash BLOB, size INTEGER, client_modified INTEGER,
            server_modified INTEGER, PRIMARY KEY (account, key)) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX entries_by_node ON entries (account, node);
        CREATE UNIQUE INDEX entries_by_sequence ON entries (account, sequence);
        CREATE TABLE gravestones (
            account INTEGER NOT NULL, key TEXT NOT NULL, display TEXT NOT NULL,
            sequence INTEGER NOT NULL, deleted INTEGER NOT NULL, revision INTEGER,
            covered INTEGER NOT NULL, PRIMARY KEY (account, key)) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX gravestones_by_sequence ON gravestones (account, sequence)
            WHERE covered = 0;
        CREATE INDEX gravestones_by_time ON gravestones (account, deleted);
        CREATE TABLE revisions (
            account INTEGER NOT NULL, number INTEGER NOT NULL, node INTEGER NOT NULL,
            hash BLOB NOT NULL, size INTEGER NOT NULL, client_modified INTEGER NOT NULL,
            server_modified INTEGER NOT NULL, ceased INTEGER,
            PRIMARY KEY (account, number)) STRICT, WITHOUT ROWID;
        CREATE INDEX revisions_by_node ON revisions (account, node, number);
        CREATE INDEX revisions_by_hash ON revisions (hash);
        CREATE INDEX revisions_by_end ON revisions (account, ceased, number, size)
            WHERE ceased IS NOT NULL;
        CREATE TABLE placements (
            account INTEGER NOT NULL, key TEXT NOT NULL, sequence INTEGER NOT NULL,
            display TEXT NOT NULL, revision INTEGER NOT NULL,
            PRIMARY KEY (account, key, sequence)) STRICT, WITHOUT ROWID;
        CREATE INDEX placements_by_revision ON placements (account, revision, sequence);
        CREATE TABLE sessions (
            account INTEGER NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL,
            state INTEGER NOT NULL, hash BLOB, length INTEGER NOT NULL,
            last_activity INTEGER NOT NULL, PRIMARY KEY (account, id)) STRICT, WITHOUT ROWID;
        CREATE INDEX sessions_by_hash ON sessions (hash) WHERE hash IS NOT NULL;
        CREATE INDEX sessions_held ON sessions (account, length) WHERE state != 3;
        CREATE INDEX sessions_by_activity ON sessions (account, last_activity);
        CREATE TABLE session_blocks (
            account INTEGER NOT NULL, session TEXT NOT NULL, position INTEGER NOT NULL,
            digest BLOB NOT NULL, length INTEGER NOT NULL,
            PRIMARY KEY (account, session, position)) STRICT, WITHOUT ROWID;
        CREATE TABLE garbage (hash BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
        CREATE TABLE jobs (
            account INTEGER NOT NULL, id TEXT NOT NULL, route TEXT NOT NULL,
            result BLOB NOT NULL, finished INTEGER NOT NULL,
            PRIMARY KEY (account, id)) STRICT, WITHOUT ROWID;
        CREATE TABLE links (
            account INTEGER NOT NULL, id TEXT NOT NULL UNIQUE, node INTEGER NOT NULL,
            password TEXT, expires INTEGER, allows_download INTEGER NOT NULL,
            created INTEGER NOT NULL, PRIMARY KEY (account, id)) STRICT, WITHOUT ROWID;
        """ + photoDefinitions + sidecarDefinitions + conversationDefinitions

    /// What version 2 adds: the photo plane.
    static let photoDefinitions = """

        ALTER TABLE accounts ADD COLUMN photo_sequence INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE accounts ADD COLUMN photo_horizon INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE photos (
            account INTEGER NOT NULL, sequence INTEGER NOT NULL, node INTEGER NOT NULL,
            hash BLOB, shown BLOB, buried INTEGER,
            PRIMARY KEY (account, sequence)) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX photos_by_node ON photos (account, node);
        CREATE INDEX photos_by_hash ON photos (hash, account) WHERE hash IS NOT NULL;
        CREATE INDEX photos_by_burial ON photos (account, buried) WHERE buried IS NOT NULL;
        CREATE TABLE photo_flags (
            account INTEGER NOT NULL, hash BLOB NOT NULL, hidden INTEGER NOT NULL,
            favourite INTEGER NOT NULL, PRIMARY KEY (account, hash)) STRICT, WITHOUT ROWID;
        CREATE TABLE content_ends (
            account INTEGER NOT NULL, hash BLOB NOT NULL, kind INTEGER NOT NULL,
            PRIMARY KEY (account, hash)) STRICT, WITHOUT ROWID;
        CREATE TABLE photo_facts (
            hash BLOB PRIMARY KEY, message BLOB NOT NULL, thumbhash BLOB NOT NULL,
            problem TEXT, problem_text TEXT) STRICT, WITHOUT ROWID;
        CREATE TABLE unread (number INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE) STRICT;
        CREATE TABLE operations (
            account INTEGER NOT NULL, id BLOB NOT NULL, fingerprint BLOB NOT NULL,
            answer BLOB, sequence INTEGER NOT NULL, done INTEGER NOT NULL,
            PRIMARY KEY (account, id)) STRICT, WITHOUT ROWID;
        CREATE INDEX operations_by_time ON operations (account, done);
        CREATE TABLE photo_links (
            number INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL,
            id TEXT NOT NULL UNIQUE, title TEXT, password TEXT, expires INTEGER,
            allows_download INTEGER NOT NULL, created INTEGER NOT NULL,
            photos BLOB NOT NULL) STRICT;
        CREATE INDEX photo_links_by_account ON photo_links (account, number);
        """

    /// What version 3 adds: files beside photos.
    static let sidecarDefinitions = """

        CREATE TABLE sidecars (
            account INTEGER NOT NULL, folder TEXT NOT NULL, name TEXT NOT NULL,
            hash BLOB NOT NULL, kind INTEGER NOT NULL,
            PRIMARY KEY (account, folder, name)) STRICT, WITHOUT ROWID;
        CREATE TABLE photo_sidecars (
            account INTEGER NOT NULL, node INTEGER NOT NULL, position INTEGER NOT NULL,
            hash BLOB NOT NULL, kind INTEGER NOT NULL,
            PRIMARY KEY (account, node, position)) STRICT, WITHOUT ROWID;
        CREATE TABLE sidecar_facts (
            hash BLOB NOT NULL, kind INTEGER NOT NULL, message BLOB, taken INTEGER,
            latitude REAL, longitude REAL, PRIMARY KEY (hash, kind)) STRICT, WITHOUT ROWID;
        CREATE TABLE unmatched (
            number INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL,
            folder TEXT NOT NULL, UNIQUE (account, folder)) STRICT;
        """

    /// What version 4 adds: conversations, which belong to no one account.
    static let conversationDefinitions = """

        CREATE TABLE conversations (
            id BLOB PRIMARY KEY, maker INTEGER NOT NULL, title TEXT, created INTEGER NOT NULL,
            sequence INTEGER NOT NULL, guests_made INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE conversation_members (
            account INTEGER NOT NULL, conversation BLOB NOT NULL, name TEXT NOT NULL,
            state TEXT NOT NULL, joined INTEGER NOT NULL, until INTEGER NOT NULL,
            seen INTEGER NOT NULL, change INTEGER NOT NULL,
            PRIMARY KEY (account, conversation)) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX members_by_conversation
            ON conversation_members (conversation, account);
        CREATE INDEX members_by_change ON conversation_members (account, change);
        CREATE TABLE conversation_guests (
            conversation BLOB NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL,
            link TEXT NOT NULL UNIQUE, added_by INTEGER NOT NULL, joined INTEGER NOT NULL,
            PRIMARY KEY (conversation, number)) STRICT, WITHOUT ROWID;
        CREATE TABLE messages (
            conversation BLOB NOT NULL, posted INTEGER NOT NULL, id BLOB NOT NULL,
            sequence INTEGER NOT NULL, author INTEGER NOT NULL, name TEXT NOT NULL,
            sent INTEGER NOT NULL, text TEXT, photos INTEGER NOT NULL,
            left_out INTEGER NOT NULL, PRIMARY KEY (conversation, posted))
            STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX messages_by_id ON messages (conversation, id);
        CREATE UNIQUE INDEX messages_by_change ON messages (conversation, sequence);
        CREATE TABLE message_photos (
            conversation BLOB NOT NULL, posted INTEGER NOT NULL, item INTEGER NOT NULL,
            hash BLOB NOT NULL, owner INTEGER NOT NULL, name TEXT NOT NULL,
            size INTEGER NOT NULL, gone INTEGER NOT NULL,
            PRIMARY KEY (conversation, posted, item)) STRICT, WITHOUT ROWID;
        CREATE INDEX message_photos_by_hash ON message_photos (hash, owner);
        CREATE TABLE message_likes (
            conversation BLOB NOT NULL, posted INTEGER NOT NULL, account INTEGER NOT NULL,
            item INTEGER NOT NULL, name TEXT NOT NULL, sequence INTEGER NOT NULL,
            PRIMARY KEY (conversation, posted, account, item)) STRICT, WITHOUT ROWID;
        """
}
