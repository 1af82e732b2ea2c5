import CommandLineKit
import Foundation
import SQLite

/// Listing a large account, and what one change costs in it.
enum ListMeasures {
    static func figures(
        in folder: String, entries: Int, rounds: Int
    ) throws -> [(String, JSONText)] {
        let small = try served(in: folder, files: 10_000)
        defer { small.stop() }
        let large = try served(in: folder, files: entries)
        defer { large.stop() }
        var walks: [Walk] = []
        let before = try large.memory.residentBytes()
        try large.memory.resetPeak()
        for _ in 0..<max(3, rounds / 2) { walks.append(try walk(large, entries)) }
        let growth = try large.memory.peakBytes() - before
        let bare = try bareNanoseconds(large.data, entries, rounds: max(3, rounds / 2))
        let (inSmall, inLarge) = try changes(small, large, rounds: 40 * rounds)
        let perEntry = median(walks.map(\.processorTime)) * 1e6 / Double(entries)
        return [
            ("list_entries", .integer(entries)),
            ("list_entries_per_s", .number(median(walks.map { Double(entries) / $0.seconds }))),
            ("list_cpu_ns_per_entry", .number(perEntry)), ("list_bare_ns_per_entry", .number(bare)),
            ("list_vs_bare", .number(bare / perEntry)),
            ("list_rss_growth_bytes", .integer(max(0, growth))),
            ("continue_small_us", .number(inSmall)), ("continue_large_us", .number(inLarge)),
            ("continue_growth", .number(inLarge / inSmall)),
        ]
    }

    private static func served(in folder: String, files: Int) throws -> ServedFolder {
        let served = try ServedFolder(in: folder)
        try served.start()
        _ = try served.client().rpc("users/get_space_usage", "null")
        served.stop()
        try MadeAccount.fill(served.data, files: files)
        try served.start()
        return served
    }

    private struct Walk {
        var seconds: Double
        /// Of the server, in milliseconds.
        var processorTime: Double
    }

    /// Every page of the whole account.
    private static func walk(_ served: ServedFolder, _ entries: Int) throws -> Walk {
        let client = try served.client()
        let spent = try served.processorMilliseconds()
        let start = ContinuousClock().now
        var page = try client.rpc("files/list_folder", #"{"path":"","recursive":true}"#)
        var bytes = page.count
        while page.suffix(17).elementsEqual(#","has_more":true}"#.utf8) {
            guard let cursor = WireClient.field("cursor", of: page) else {
                throw BenchmarkError("a page without cursor")
            }
            page = try client.rpc("files/list_folder/continue", #"{"cursor":"\#(cursor)"}"#)
            bytes += page.count
        }
        guard bytes > 300 * entries else { throw BenchmarkError("the listing is too short") }
        return Walk(
            seconds: (ContinuousClock().now - start) / .seconds(1),
            processorTime: try served.processorMilliseconds() - spent)
    }

    /// A plain loop that steps the same rows and writes the same bytes:
    /// nanoseconds of processor time for each.
    private static func bareNanoseconds(
        _ data: String, _ entries: Int, rounds: Int
    ) throws -> Double {
        let connection = try Connection(path: Array("\(data)/files.db".utf8), access: .readOnly)
        let padding = [UInt8](
            #"{".tag":"file","id":"id:AAAAAAAAAAEAAAAAAAAAAg","client_modified":"2014-05-13T16:53:20Z","server_modified":"2014-05-13T16:53:20Z","rev":"0000000000000002","size":3000000,"is_downloadable":true,"name":"","path_lower":"","path_display":"","content_hash":""},"#
                .utf8)
        var times: [Double] = []
        for _ in 0..<rounds {
            let start = ThreadClock.now()
            var out: [UInt8] = []
            out.reserveCapacity(1 << 20)
            let statement = try connection.statement(
                """
                SELECT key, display, node, sequence, revision, hash, size, client_modified,
                    server_modified FROM entries WHERE account = 1 AND key > '' ORDER BY key
                """)
            while try statement.step() {
                out.append(contentsOf: padding)
                for column: Int32 in [0, 1] { append(statement, column, &out) }
                out.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 64 + 43))
                if out.count > 1 << 20 {
                    consume(out.count)
                    out.removeAll(keepingCapacity: true)
                }
            }
            times.append(Double(ThreadClock.now() - start) / Double(entries))
        }
        return median(times)
    }

    private static func append(
        _ statement: borrowing Statement, _ column: Int32, _ out: inout [UInt8]
    ) {
        guard let text = statement.text(column) else { return }
        out.append(contentsOf: text.utf8)
    }

    /// Microseconds of the server for reading one change and a page of a
    /// hundred, in both accounts in turn.
    private static func changes(
        _ small: ServedFolder, _ large: ServedFolder, rounds: Int
    ) throws -> (Double, Double) {
        var clients: [(WireClient, String, [Double])] = []
        for served in [small, large] {
            let client = try served.client()
            let latest = try client.rpc(
                "files/list_folder/get_latest_cursor", #"{"path":"","recursive":true}"#)
            guard let cursor = WireClient.field("cursor", of: latest) else {
                throw BenchmarkError("an answer without cursor")
            }
            clients.append((client, cursor, []))
        }
        for round in 0..<rounds {
            for index in 0..<2 {
                let (client, cursor, _) = clients[index]
                _ = try client.upload(
                    "files/upload",
                    #"{"path":"/Camera Uploads/changed.jpg","mode":"overwrite"}"#, length: 8
                ) { try $0.send(Array(String(format: "%08d", round).utf8)) }
                let start = ContinuousClock().now
                let page = try client.rpc(
                    "files/list_folder/continue", #"{"cursor":"\#(cursor)"}"#)
                _ = try client.rpc(
                    "files/list_folder", #"{"path":"/Camera Uploads","limit":100}"#)
                clients[index].2.append((ContinuousClock().now - start) / .microseconds(1))
                clients[index].1 = WireClient.field("cursor", of: page) ?? cursor
            }
        }
        return (median(clients[0].2), median(clients[1].2))
    }
}
