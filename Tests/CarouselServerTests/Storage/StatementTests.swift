import Foundation
import Testing

/// Accounts are apart in every query: read from the sources, so that a new
/// query cannot forget it.
@Suite struct StatementTests {
    /// The one table that names belong to everybody: a visitor has no account.
    private static let exceptions = [
        "FROM links WHERE id = ?",
        // Asked for a blob, which accounts share, by the collector.
        "FROM revisions WHERE hash = ?1", "FROM sessions WHERE hash = ?1",
    ]

    @Test func everyStatementNamesTheAccount() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/CarouselServer/Storage/Rows")
        let tables = [
            "entries", "gravestones", "revisions", "placements", "sessions", "session_blocks",
            "jobs", "links", "accounts",
        ]
        var seen = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
            let text = try String(
                contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
            for statement in text.components(separatedBy: "\"").map(Self.squeezed) {
                let uses = tables.contains { table in
                    ["FROM \(table) ", "UPDATE \(table) ", "INTO \(table) "].contains {
                        (statement + " ").contains($0)
                    }
                }
                guard uses, !Self.exceptions.contains(where: statement.contains) else { continue }
                seen += 1
                let names =
                    statement.contains("account = ?") || statement.contains("(account, ")
                    || statement.contains("INTO accounts VALUES")
                #expect(names, "\(name): \(statement)")
            }
        }
        #expect(seen > 40)
    }

    private static func squeezed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
