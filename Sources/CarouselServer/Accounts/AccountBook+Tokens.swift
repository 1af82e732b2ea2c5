import DropboxAPI
import SQLite

/// What a bearer's token is good for.
enum TokenStanding: Hashable {
    case valid(Grant)
    case expired
    case unknown
}

extension AccountBook {
    /// Gives a token by hand: for scripts and tests.
    /// - Parameter lifetime: seconds; nil for one without an end.
    public func issueToken(
        for login: String, app: String, scopes: ScopeList, lifetime: Int64?, withRefresh: Bool
    ) throws(ServerError) -> IssuedTokens {
        let user = try read { database throws(ServerError) in
            try Self.existing(login, in: database)
        }
        let (tokens, issued) = newTokens(
            for: user, app: app, scopes: scopes.scopes, isPublic: true, lifetime: lifetime,
            family: surroundings.randomBytes(16), withRefresh: withRefresh)
        try change(ending: .none) { database throws(ServerError) in
            try Self.put(tokens, in: database)
        }
        return issued
    }

    /// Gives tokens for a permission.
    /// - Parameter family: of the permission; all its tokens end together.
    func issue(
        to user: User, app: String, scopes: Scopes, isPublic: Bool, lifetime: Int64?,
        family: [UInt8], withRefresh: Bool
    ) async throws(ServerError) -> IssuedTokens {
        let (tokens, issued) = newTokens(
            for: user, app: app, scopes: scopes, isPublic: isPublic, lifetime: lifetime,
            family: family, withRefresh: withRefresh)
        try await changeAside(ending: .none) { database throws(ServerError) in
            try Self.put(tokens, in: database)
        }
        return issued
    }

    private func newTokens(
        for user: User, app: String, scopes: Scopes, isPublic: Bool, lifetime: Int64?,
        family: [UInt8], withRefresh: Bool
    ) -> ([Token], IssuedTokens) {
        let access = Token.text(.access, surroundings)
        let refresh = withRefresh ? Token.text(.refresh, surroundings) : nil
        let now = surroundings.now()
        var token = Token(
            hash: Token.hash(of: access), family: family, account: user.account, kind: .access,
            app: app, scopes: scopes, isPublic: isPublic, created: now,
            expires: lifetime.map { now.advanced(bySeconds: $0) })
        var tokens = [token]
        if let refresh {
            token.hash = Token.hash(of: refresh)
            token.kind = .refresh
            token.expires = nil
            tokens.append(token)
        }
        return (
            tokens,
            IssuedTokens(
                access: access, expiresIn: lifetime, refresh: refresh, scopes: scopes,
                user: user)
        )
    }

    /// What an access token is good for now.
    func standing(ofBearer text: String) throws(ServerError) -> TokenStanding {
        let now = surroundings.now()
        let tick = surroundings.tick?()
        let result = shelf.withLock { shelf -> Result<TokenStanding, ServerError> in
            do throws(ServerError) {
                return .success(try Self.standing(text, now, tick, &shelf))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static func standing(
        _ text: String, _ now: Timestamp, _ tick: Int?, _ shelf: inout Shelf
    ) throws(ServerError) -> TokenStanding {
        if tick == nil || tick != shelf.tick {
            shelf.tick = tick
            try refresh(&shelf)
        }
        return try standing(text, now, &shelf)
    }

    /// Forgets what was seen, if another process changed something.
    private static func refresh(_ shelf: inout Shelf) throws(ServerError) {
        let version = try shelf.database.dataVersion()
        if version != shelf.dataVersion || shelf.grants.count > Shelf.limit {
            shelf.dataVersion = version
            shelf.grants = [:]
        }
    }

    private static func standing(
        _ text: String, _ now: Timestamp, _ shelf: inout Shelf
    ) throws(ServerError) -> TokenStanding {
        if let known = shelf.grants[text] {
            return known.expires.map { $0 > now } ?? true ? .valid(known.grant) : .expired
        }
        guard let token = try token(Token.hash(of: text), in: shelf.database),
            token.kind == .access,
            let user = try user(of: token.account, in: shelf.database)
        else { return .unknown }
        let grant = Grant(
            user: user, scopes: token.scopes, family: token.family, app: token.app)
        shelf.grants[text] = (grant, token.expires)
        return token.expires.map { $0 > now } ?? true ? .valid(grant) : .expired
    }

    /// Ends a token with all that came from the same permission.
    func revoke(family: [UInt8]) async throws(ServerError) {
        try await changeAside(ending: .family(family)) { database throws(ServerError) in
            try database.run("DELETE FROM tokens WHERE family = ?", [.blob(family)])
        }
    }

    /// The token whose text has that hash; nil for none.
    static func token(_ hash: [UInt8], in database: Database) throws(ServerError) -> Token? {
        try database.first(
            """
            SELECT hash, family, account, kind, app, scopes, is_public, created, expires
            FROM tokens WHERE hash = ?
            """, [.blob(hash)], Self.token) ?? nil
    }

    /// Keeps tokens of one moment, and forgets those that ended long before.
    private static func put(_ tokens: [Token], in database: Database) throws(ServerError) {
        for token in tokens { try put(token, in: database) }
        guard let now = tokens.first?.created else { return }
        // A day's grace, so that an expired token is told as such.
        try database.run(
            "DELETE FROM tokens WHERE expires < ?", [.integer(now.seconds - 86_400)])
    }

    private static func put(_ token: Token, in database: Database) throws(ServerError) {
        try database.run(
            """
            INSERT INTO tokens
                (hash, family, account, kind, app, scopes, is_public, created, expires)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .blob(token.hash), .blob(token.family), .integer(token.account.rawValue),
                .integer(token.kind.rawValue), .text(token.app), .text(token.scopes.text),
                .integer(token.isPublic ? 1 : 0), .integer(token.created.seconds),
                .optional(token.expires?.seconds),
            ])
    }

    /// Nil for a row that no version of ours wrote.
    private static func token(_ row: borrowing Statement) -> Token? {
        guard let kind = Token.Kind(rawValue: row.int64(3)),
            let scopes = Scopes(row.text(5) ?? "")
        else { return nil }
        return Token(
            hash: row.bytes(0), family: row.bytes(1), account: AccountNumber(row.int64(2)),
            kind: kind, app: row.text(4) ?? "", scopes: scopes, isPublic: row.int64(6) != 0,
            created: Timestamp(seconds: row.int64(7)),
            expires: row.optionalInt64(8).map { Timestamp(seconds: $0) })
    }
}
