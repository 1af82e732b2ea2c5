import Foundation
import Testing

/// Accounts are apart in every query: read from the sources, so that a new
/// query cannot forget it.
@Suite struct StatementTests {
    /// Tables whose rows are an account's.
    private static let tables = [
        "entries", "gravestones", "revisions", "placements", "sessions", "session_blocks",
        "jobs", "links", "accounts", "users", "tokens", "codes", "sidecars", "photo_sidecars",
        "unmatched",
    ]

    /// What is asked of all accounts, each with the reason why it may be.
    private static let exceptions = [
        // A visitor has a link and no account; its name is a secret.
        "FROM links WHERE id = ?",
        // Blobs are shared: the collector, the check and the backup ask who
        // needs one, and give nobody an answer.
        "FROM revisions WHERE hash = ?1",
        "SELECT DISTINCT hash, size FROM revisions",
        "SELECT DISTINCT hash, length FROM sessions WHERE hash IS NOT NULL AND state != 3",
        "SELECT DISTINCT hash FROM revisions UNION",
        "SELECT account, id FROM sessions WHERE state < 2",
        // The check counts and compares all rows, each with its account's.
        "SELECT count(*) FROM entries WHERE hash IS NOT NULL", "SELECT count(*) FROM revisions",
        "SELECT account, key, hash IS NULL FROM entries ORDER BY account, key",
        // A restored server begins anew with everybody.
        "DELETE FROM sessions WHERE state < 2", "DELETE FROM session_blocks",
        // The operator's list of all, and the round that goes through it.
        "SELECT account FROM accounts", "FROM users ORDER BY account",
        // The next folder of whichever account is looked at.
        "SELECT number, account, folder FROM unmatched WHERE number > ?",
        // Who comes with a name, a token or a code is found by it: the rest
        // follows from the account that it belongs to.
        "FROM users WHERE login = ?", "FROM tokens WHERE hash = ?", "FROM codes WHERE hash = ?",
        "WHERE hash = ? AND used_family IS NULL",
        // A family is that of one permission of one account.
        "DELETE FROM tokens WHERE family = ?",
        // What has ended, and what an app that is gone was given.
        "DELETE FROM tokens WHERE expires < ?", "DELETE FROM codes WHERE expires < ?",
        "DELETE FROM tokens WHERE app = ?", "DELETE FROM codes WHERE app = ?",
    ]

    /// How a statement names the account that it is about.
    private static let namings = [
        "account = ?", "(account, ", "INTO accounts VALUES", "e.account", "a.account",
        "r.account", "INSERT INTO users (login", "(hash, account, ", "(hash, family, account, ",
    ]

    @Test func everyStatementNamesTheAccount() throws {
        var seen = 0
        var unused = Set(Self.exceptions)
        for (name, statement) in try Self.statements() {
            seen += 1
            if let exception = Self.exceptions.first(where: statement.contains) {
                unused.remove(exception)
            } else {
                #expect(Self.namings.contains(where: statement.contains), "\(name): \(statement)")
            }
        }
        #expect(seen > 80)
        // One that is no longer needed would cover the next mistake.
        #expect(unused == [])
    }

    /// Every statement of the server that touches one of the tables.
    private static func statements() throws -> [(file: String, text: String)] {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources")
        var statements: [(String, String)] = []
        for module in ["CarouselServer", "carousel-server"] {
            let folder = sources.appendingPathComponent(module).path
            let files = try #require(FileManager.default.enumerator(atPath: folder))
            for case let name as String in files where name.hasSuffix(".swift") {
                let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
                statements += text.components(separatedBy: "\"").map(squeezed)
                    .filter(touchesAnAccount).map { (name, $0) }
            }
        }
        return statements
    }

    private static func touchesAnAccount(_ statement: String) -> Bool {
        tables.contains { table in
            ["FROM \(table)", "JOIN \(table)", "UPDATE \(table)", "INTO \(table)"].contains {
                (statement + " ").contains($0 + " ") || statement.contains($0 + ",")
            }
        }
    }

    private static func squeezed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
