import DropboxAPI
import SQLite

/// Why a code or a refresh token gives nothing (RFC 6749, section 5.2).
enum GrantProblem: Error, Hashable {
    case invalidGrant(String)
    case invalidClient(String)
    case invalidScope(String)
}

extension AccountBook {
    /// Keeps a permission for ten minutes.
    /// - Returns: the code that the app exchanges for tokens.
    func issueCode(_ code: AuthorizationCode) async throws(ServerError) -> String {
        let text = Base64URL.encode(surroundings.randomBytes(32))
        let now = surroundings.now()
        try await changeAside(ending: .none) { database throws(ServerError) in
            try database.run("DELETE FROM codes WHERE expires < ?", [.integer(now.seconds)])
            try database.run(
                """
                INSERT INTO codes (hash, account, app, redirect, challenge, method, scopes,
                    is_offline, expires)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .blob(Token.hash(of: text)), .integer(code.account.rawValue),
                    .text(code.app), .optional(code.redirect), .optional(code.challenge),
                    .optional(code.method), .text(code.scopes.text),
                    .integer(code.isOffline ? 1 : 0), .integer(code.expires.seconds),
                ])
        }
        return text
    }

    /// Takes a code for exchange; it is good once. One that comes again ends
    /// the tokens that the first gave: somebody has read it on its way.
    ///
    /// Anybody may guess at codes: nothing is written for a wrong one.
    func takeCode(
        _ text: String, family: [UInt8]
    ) async throws(ServerError) -> Result<AuthorizationCode, GrantProblem> {
        let hash = Token.hash(of: text)
        guard let (code, used) = try givenCode(hash), code.expires > surroundings.now() else {
            return .failure(.invalidGrant("code doesn't exist or has expired"))
        }
        if used.isEmpty {
            let isTaken = try await changeAside(ending: .none) { database throws(ServerError) in
                try database.changes(
                    "UPDATE codes SET used_family = ? WHERE hash = ? AND used_family IS NULL",
                    [.blob(family), .blob(hash)]) > 0
            }
            if isTaken { return .success(code) }
        }
        // Nothing is there any more when the user was removed meanwhile.
        if let (_, used) = try givenCode(hash) { try await revoke(family: used) }
        return .failure(.invalidGrant("code has already been used"))
    }

    /// A code with the family of the tokens that it gave, which is empty
    /// before; nil for one that was never given.
    private func givenCode(
        _ hash: [UInt8]
    ) throws(ServerError) -> (AuthorizationCode, used: [UInt8])? {
        let found = try read { database throws(ServerError) in
            try database.first(
                """
                SELECT account, app, redirect, challenge, method, scopes, is_offline, expires,
                    used_family
                FROM codes WHERE hash = ?
                """, [.blob(hash)]
            ) { (Self.code($0), $0.bytes(8)) }
        }
        guard let (code, used) = found, let code else { return nil }
        return (code, used)
    }

    /// The refresh token that a text is; nil for none.
    func refreshToken(_ text: String) throws(ServerError) -> (Token, User)? {
        try read { database throws(ServerError) in
            guard let token = try Self.token(Token.hash(of: text), in: database),
                token.kind == .refresh, let user = try Self.user(of: token.account, in: database)
            else { return nil }
            return (token, user)
        }
    }

    private static func code(_ row: borrowing Statement) -> AuthorizationCode? {
        guard let scopes = Scopes(row.text(5) ?? "") else { return nil }
        return AuthorizationCode(
            account: AccountNumber(row.int64(0)), app: row.text(1) ?? "",
            redirect: row.text(2), challenge: row.text(3), method: row.text(4), scopes: scopes,
            isOffline: row.int64(6) != 0, expires: Timestamp(seconds: row.int64(7)))
    }
}
