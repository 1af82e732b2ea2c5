import DropboxAPI
import SQLite

extension AccountBook {
    /// Adds a user. - Throws: when the login is taken or none.
    @discardableResult
    public func addUser(
        login: String, displayName: String?, password: String, quota: Int64
    ) throws(ServerError) -> User {
        guard let name = User.login(login) else {
            throw .badRequest("'\(login)' is no login name: blanks are not allowed in it")
        }
        let shown = displayName ?? login
        let hash = try Self.passwordHash(password)
        let now = surroundings.now()
        return try change { database throws(ServerError) in
            guard try Self.user(named: name, in: database) == nil else {
                throw ServerError.badRequest("there is a user '\(name)' already")
            }
            try database.run(
                """
                INSERT INTO users (login, display_name, password, quota, created)
                VALUES (?, ?, ?, ?, ?)
                """,
                [
                    .text(name), .text(shown), .text(hash), .integer(quota),
                    .integer(now.seconds),
                ])
            return User(
                account: AccountNumber(database.connection.lastInsertedID), login: name,
                displayName: shown, quota: quota, created: now)
        }
    }

    /// Sets a password and ends all that the old one allowed.
    public func setPassword(_ password: String, of login: String) throws(ServerError) {
        let hash = try Self.passwordHash(password)
        try change { database throws(ServerError) in
            let user = try Self.existing(login, in: database)
            try database.run(
                "UPDATE users SET password = ? WHERE account = ?",
                [.text(hash), .integer(user.account.rawValue)])
            try Self.removeTokens(of: user.account, in: database)
        }
    }

    /// Sets what a user's files may hold, in bytes.
    public func setQuota(_ quota: Int64, of login: String) throws(ServerError) {
        try change { database throws(ServerError) in
            let user = try Self.existing(login, in: database)
            try database.run(
                "UPDATE users SET quota = ? WHERE account = ?",
                [.integer(quota), .integer(user.account.rawValue)])
        }
    }

    /// Removes a user; a running server forgets the files soon afterwards.
    public func removeUser(_ login: String) throws(ServerError) {
        try change { database throws(ServerError) in
            let user = try Self.existing(login, in: database)
            try Self.removeTokens(of: user.account, in: database)
            try database.run(
                "DELETE FROM users WHERE account = ?", [.integer(user.account.rawValue)])
        }
    }

    /// All users, the oldest first.
    public func users() throws(ServerError) -> [User] {
        try read { database throws(ServerError) in
            try database.all(
                "SELECT account, login, display_name, quota, created FROM users ORDER BY account",
                [], Self.user)
        }
    }

    /// A user by login; nil for none.
    public func user(named login: String) throws(ServerError) -> User? {
        guard let name = User.login(login) else { return nil }
        return try read { database throws(ServerError) in
            try Self.user(named: name, in: database)
        }
    }

    /// The user of an account; nil when they were removed.
    func user(of account: AccountNumber) throws(ServerError) -> User? {
        try read { database throws(ServerError) in
            try Self.user(of: account, in: database)
        }
    }

    /// The user with that password; nil when there is none. Takes as long
    /// either way.
    func user(named login: String, password: String) throws(ServerError) -> User? {
        let found = try read { database throws(ServerError) -> (User, String)? in
            guard let name = User.login(login) else { return nil }
            return try database.first(
                """
                SELECT account, login, display_name, quota, created, password FROM users
                WHERE login = ?
                """, [.text(name)]
            ) { (Self.user($0), $0.text(5) ?? "") }
        }
        let matches = try Password.verify(password, found?.1 ?? Password.decoy)
        return matches ? found?.0 : nil
    }

    /// As `user(of:)`, within a transaction.
    static func user(of account: AccountNumber, in database: Database) throws(ServerError) -> User?
    {
        try database.first(
            "SELECT account, login, display_name, quota, created FROM users WHERE account = ?",
            [.integer(account.rawValue)], Self.user)
    }

    private static func user(
        named login: String, in database: Database
    ) throws(ServerError) -> User? {
        try database.first(
            "SELECT account, login, display_name, quota, created FROM users WHERE login = ?",
            [.text(login)], Self.user)
    }

    /// The user of that login. - Throws: when there is none.
    static func existing(_ login: String, in database: Database) throws(ServerError) -> User {
        guard let name = User.login(login), let user = try user(named: name, in: database) else {
            throw .badRequest("there is no user '\(login)'")
        }
        return user
    }

    private static func removeTokens(
        of account: AccountNumber, in database: Database
    ) throws(ServerError) {
        try database.run(
            "DELETE FROM tokens WHERE account = ?", [.integer(account.rawValue)])
        try database.run("DELETE FROM codes WHERE account = ?", [.integer(account.rawValue)])
    }

    private static func passwordHash(_ password: String) throws(ServerError) -> String {
        guard password.count >= 8 else {
            throw .badRequest("a password has at least 8 characters")
        }
        return try Password.hash(password)
    }

    /// A row of the five columns that every query of users selects.
    static func user(_ row: borrowing Statement) -> User {
        User(
            account: AccountNumber(row.int64(0)), login: row.text(1) ?? "",
            displayName: row.text(2) ?? "", quota: row.int64(3),
            created: Timestamp(seconds: row.int64(4)))
    }
}
