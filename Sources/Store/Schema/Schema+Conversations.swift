extension Schema {
    /// What was shared between people, and what the user did in it.
    ///
    /// - `conversation_position` has one row: how far the list is read.
    ///   `conversations.cursor` is how far the messages of one are, and
    ///   `read_sequence` what its `sequence` was when that was the last page.
    /// - `conversations`, `participants`, `messages`, `shared_items` and
    ///   `likings` are what the server told; they belong to the link.
    /// - `conversation_acts`: what is not seen in these yet, in the order in
    ///   which it was done. `state` is waiting 0, answered 1,
    ///   failed 2 with `reason`. By `kind`: create 0 with `text` as title,
    ///   post 1, like 2 with `flag`, save 3, leave 4, add 5, remove a member 6
    ///   with `text` as account, remove a guest 7 with `place` as number.
    /// - `conversation_act_values`: what an act names, in order, by kind:
    ///   members 0, guests 1, LUIDs 2, places 3. Of a post with LUIDs the share
    ///   of the same name in `photo_operation_parts` waits for the uploads.
    static let conversations = """
        CREATE TABLE conversation_position (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            cursor TEXT NOT NULL
        ) STRICT;
        CREATE TABLE conversations (
            id BLOB PRIMARY KEY,
            title TEXT,
            made_by TEXT,
            sequence INTEGER NOT NULL,
            seen INTEGER NOT NULL,
            unread INTEGER NOT NULL,
            photos INTEGER NOT NULL,
            standing INTEGER NOT NULL,
            last_author TEXT,
            last_sent_ms INTEGER,
            last_text TEXT,
            last_photos INTEGER,
            cursor TEXT,
            read_sequence INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE participants (
            conversation BLOB NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            account TEXT,
            guest INTEGER,
            name TEXT NOT NULL,
            standing INTEGER NOT NULL,
            url TEXT,
            PRIMARY KEY (conversation, position)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE messages (
            id BLOB PRIMARY KEY,
            conversation BLOB NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
            sequence INTEGER NOT NULL,
            posted INTEGER NOT NULL,
            account TEXT,
            author TEXT NOT NULL,
            sent_ms INTEGER NOT NULL,
            text TEXT,
            left_out INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX messages_by_posting ON messages (conversation, posted);
        CREATE TABLE shared_items (
            message BLOB NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            content_hash BLOB NOT NULL,
            name TEXT NOT NULL,
            size INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            width INTEGER,
            height INTEGER,
            duration_ms INTEGER,
            taken INTEGER,
            utc_offset_minutes INTEGER,
            thumb_hash BLOB,
            is_gone INTEGER NOT NULL,
            PRIMARY KEY (message, place)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX shared_items_by_content ON shared_items (content_hash);
        CREATE TABLE likings (
            message BLOB NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            account TEXT NOT NULL,
            name TEXT NOT NULL,
            place INTEGER,
            PRIMARY KEY (message, position)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE conversation_acts (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            op_id BLOB NOT NULL UNIQUE,
            conversation BLOB NOT NULL,
            kind INTEGER NOT NULL,
            message BLOB,
            place INTEGER,
            flag INTEGER,
            text TEXT,
            made_ms INTEGER NOT NULL,
            state INTEGER NOT NULL DEFAULT 0,
            reason TEXT
        ) STRICT;
        CREATE INDEX conversation_acts_by_conversation ON conversation_acts (conversation);
        CREATE TABLE conversation_act_values (
            act INTEGER NOT NULL REFERENCES conversation_acts (id) ON DELETE CASCADE,
            kind INTEGER NOT NULL,
            position INTEGER NOT NULL,
            value ANY NOT NULL,
            PRIMARY KEY (act, kind, position)
        ) STRICT, WITHOUT ROWID;
        """
}
