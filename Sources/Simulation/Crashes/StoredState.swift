import Photos
import SQLite
import Store

/// All rows of a library's database, and its format: two equal ones are the
/// same library.
package struct StoredState: Hashable, Sendable {
    var format: Int64
    /// Each table's rows in one text, by the table's name.
    package var tables: [String: String]

    /// What lies on the disk now.
    init(at directory: FilePath) throws(SQLiteError) {
        let file = directory.appending(LibraryStore.fileName)
        let connection = try Connection(path: file.bytes, access: .create)
        let faults = try connection.text("PRAGMA integrity_check") ?? "none"
        format = try connection.integer("PRAGMA user_version") ?? 0
        tables = ["integrity": faults]
        let names = try connection.text(
            "SELECT group_concat(name) FROM sqlite_schema WHERE type = 'table'")
        // The identity in `meta` is drawn at random.
        for name in (names ?? "").split(separator: ",") where name != "meta" {
            tables[String(name)] = try Self.rows(of: String(name), connection)
        }
    }

    private static func rows(
        of table: String, _ connection: Connection
    ) throws(SQLiteError) -> String {
        let columns = try connection.text(
            "SELECT group_concat('quote(' || name || ')', '||'',''||') "
                + "FROM pragma_table_info('\(table)')")
        return try connection.text(
            "SELECT group_concat(line, char(10)) FROM "
                + "(SELECT \(columns ?? "''") AS line FROM \(table) ORDER BY 1)") ?? ""
    }

    var isSound: Bool { tables["integrity"] == "ok" }
}
