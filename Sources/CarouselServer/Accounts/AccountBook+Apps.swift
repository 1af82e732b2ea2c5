import SQLite

extension AccountBook {
    /// Registers an app, or changes one.
    /// - Parameter secret: what it proves itself with; nil for an app that
    ///   cannot keep one, and to leave the one it has.
    public func addApp(
        key: String, secret: String?, redirects: [String]
    ) throws(ServerError) {
        let isPlain = key.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        guard !key.isEmpty, key.utf8.count <= 100, isPlain else {
            throw .badRequest("'\(key)' is no app key: letters, digits and signs without blanks")
        }
        let now = surroundings.now()
        try change { database throws(ServerError) in
            try database.run(
                """
                INSERT INTO apps (key, secret, redirects, created) VALUES (?, ?, ?, ?)
                ON CONFLICT (key) DO UPDATE SET secret = coalesce(excluded.secret, secret),
                    redirects = excluded.redirects
                """,
                [
                    .text(key), secret.map { .blob(Token.hash(of: $0)) } ?? .null,
                    .text(redirects.joined(separator: "\n")), .integer(now.seconds),
                ])
        }
    }

    /// Forgets an app and ends its tokens.
    public func removeApp(_ key: String) throws(ServerError) {
        try change { database throws(ServerError) in
            guard try database.changes("DELETE FROM apps WHERE key = ?", [.text(key)]) > 0 else {
                throw ServerError.badRequest("there is no app '\(key)'")
            }
            try database.run("DELETE FROM tokens WHERE app = ?", [.text(key)])
            try database.run("DELETE FROM codes WHERE app = ?", [.text(key)])
        }
    }

    /// All registered apps, by key.
    public func apps() throws(ServerError) -> [RegisteredApp] {
        try read { database throws(ServerError) in
            try database.all(
                "SELECT key, secret IS NOT NULL, redirects FROM apps ORDER BY key", [], Self.app)
        }
    }

    /// A registered app; nil for any other key.
    func app(_ key: String) throws(ServerError) -> RegisteredApp? {
        try read { database throws(ServerError) in
            try database.first(
                "SELECT key, secret IS NOT NULL, redirects FROM apps WHERE key = ?",
                [.text(key)], Self.app)
        }
    }

    /// Whether that is the secret of a registered app.
    func isSecret(_ secret: String, of key: String) throws(ServerError) -> Bool {
        let kept = try read { database throws(ServerError) in
            try database.first("SELECT secret FROM apps WHERE key = ?", [.text(key)]) {
                $0.bytes(0)
            }
        }
        guard let kept, !kept.isEmpty else { return false }
        // Hashes are compared, of which nobody can choose the bytes.
        return kept == Token.hash(of: secret)
    }

    private static func app(_ row: borrowing Statement) -> RegisteredApp {
        RegisteredApp(
            key: row.text(0) ?? "", hasSecret: row.int64(1) != 0,
            redirects: (row.text(2) ?? "").split(separator: "\n").map(String.init))
    }
}
