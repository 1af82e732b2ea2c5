import CommandLineKit
import Foundation
import SQLite

/// The photo feed of a large account, and what one change costs in it.
enum FeedMeasures {
    /// Bytes that listing an account may take at most, however many photos it
    /// has: a page on its way, rows of SQLite, and what the allocator keeps.
    private static let memoryBound = 40 << 20

    static func figures(
        in folder: String, entries: Int, rounds: Int
    ) throws -> [(String, JSONText)] {
        let small = try MadePhotoAccount.make(in: folder, photos: 10_000)
        let large = try MadePhotoAccount.make(in: folder, photos: entries)
        for served in [small, large] { try served.start(decoder: "/nonexistent") }
        defer {
            small.stop()
            large.stop()
        }
        let times = max(3, rounds / 2)
        let before = try large.memory.residentBytes()
        try large.memory.resetPeak()
        var walks: [(seconds: Double, processor: Double)] = []
        for _ in 0..<times { walks.append(try walk(large, entries)) }
        let growth = try large.memory.peakBytes() - before
        guard growth < memoryBound else {
            throw BenchmarkError("listing took \(growth) bytes, more than \(memoryBound)")
        }
        let bare = try bareNanoseconds(large.data, entries, rounds: times)
        let perEntry = median(walks.map(\.processor)) * 1e6 / Double(entries)
        let (inSmall, inLarge) = try changes(small, large, rounds: 40 * rounds)
        return [
            ("photos_listed", .integer(entries)),
            ("list_entries_per_s", .number(median(walks.map { Double(entries) / $0.seconds }))),
            ("list_cpu_ns_per_entry", .number(perEntry)), ("list_bare_ns_per_entry", .number(bare)),
            ("list_vs_bare", .number(bare / perEntry)),
            ("list_rss_growth_bytes", .integer(max(0, growth))),
            ("continue_small_us", .number(inSmall)), ("continue_large_us", .number(inLarge)),
            ("continue_growth", .number(inLarge / inSmall)),
        ]
    }

    /// Every full page of the whole feed.
    private static func walk(
        _ served: ServedFolder, _ entries: Int
    ) throws -> (seconds: Double, processor: Double) {
        let client = try served.client()
        let spent = try served.processorMilliseconds()
        let start = ContinuousClock().now
        let bytes = try pages(client) { _ in }
        guard bytes > 400 * entries else { throw BenchmarkError("the feed is too short") }
        return (
            (ContinuousClock().now - start) / .seconds(1),
            try served.processorMilliseconds() - spent
        )
    }

    /// Reads all pages. - Returns: their bytes.
    @discardableResult
    static func pages(_ client: WireClient, _ body: ([UInt8]) throws -> Void) throws -> Int {
        var page = try client.rpc("carousel/photos/list", #"{"limit":10000}"#)
        var bytes = 0
        while true {
            bytes += page.count
            try body(page)
            let end = String(decoding: page.suffix(400), as: UTF8.self)
            guard end.contains(#""has_more":true"#) else { return bytes }
            guard let cursor = WireClient.field("cursor", of: page) else {
                throw BenchmarkError("a page without cursor")
            }
            page = try client.rpc(
                "carousel/photos/list/continue", #"{"cursor":"\#(cursor)"}"#)
        }
    }

    /// A plain loop that steps the same rows and writes the same bytes:
    /// nanoseconds of processor time for each.
    private static func bareNanoseconds(
        _ data: String, _ entries: Int, rounds: Int
    ) throws -> Double {
        let connection = try Connection(path: Array("\(data)/files.db".utf8), access: .readOnly)
        var times: [Double] = []
        for _ in 0..<rounds {
            let start = ThreadClock.now()
            var out: [UInt8] = []
            out.reserveCapacity(8 << 20)
            let statement = try connection.statement(
                "SELECT sequence, node, shown FROM photos WHERE account = 1 ORDER BY sequence")
            while try statement.step() {
                consume(statement.int64(0) + statement.int64(1))
                statement.withBytes(2) { out.append(contentsOf: $0) }
                out.append(UInt8(ascii: ","))
                if out.count > 7 << 20 {
                    consume(out.count)
                    out.removeAll(keepingCapacity: true)
                }
            }
            times.append(Double(ThreadClock.now() - start) / Double(entries))
        }
        return median(times)
    }

    /// Microseconds for reading one change, in both accounts in turn.
    private static func changes(
        _ small: ServedFolder, _ large: ServedFolder, rounds: Int
    ) throws -> (Double, Double) {
        var states: [(client: WireClient, cursor: String, id: String, times: [Double])] = []
        // The small one last: a connection that waits for the other's walk
        // would be ended.
        for served in [large, small] {
            let client = try served.client()
            let file = try client.rpc(
                "files/list_folder", #"{"path":"/Camera Uploads","limit":1}"#)
            var cursor = ""
            try pages(client) { cursor = WireClient.field("cursor", of: $0) ?? "" }
            guard let id = WireClient.field("id", of: file) else {
                throw BenchmarkError("a file without id")
            }
            states.append((try served.client(), cursor, id, []))
        }
        for round in 0..<rounds {
            for index in 0..<2 {
                let name = String(format: "%032x", round * 2 + index + 1)
                let (client, cursor, id, _) = states[index]
                _ = try client.rpc(
                    "carousel/photos/set_flags",
                    #"{"op_id":"\#(name)","ids":["\#(id)"],"hidden":\#(round % 2 == 0)}"#)
                let start = ContinuousClock().now
                let page = try client.rpc(
                    "carousel/photos/list/continue", #"{"cursor":"\#(cursor)"}"#)
                states[index].times.append((ContinuousClock().now - start) / .microseconds(1))
                states[index].cursor = WireClient.field("cursor", of: page) ?? cursor
            }
        }
        return (median(states[1].times), median(states[0].times))
    }
}
