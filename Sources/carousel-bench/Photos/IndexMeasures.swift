import CommandLineKit
import Foundation

/// What a client needs to show a library for the first time, with 50 ms of
/// added latency: over the photo plane, and over the plain file plane.
enum IndexMeasures {
    private static let slow = ["--faults", "slow:50"]

    static func figures(
        in folder: String, photos: [String], count: Int
    ) throws -> [(String, JSONText)] {
        let served = try MadePhotoAccount.make(
            in: folder, photos: count,
            thumbnails: (MadeThumbnail.bytes(2_400), MadeThumbnail.bytes(17_000)))
        try served.start(more: slow, decoder: "/nonexistent")
        defer { served.stop() }
        let plane = try seconds { try index(served.client()) }
        let listing = try seconds { try list(served.client()) }
        let (metadata, batch) = try plainCalls(in: folder, Array(photos.prefix(50)))
        // A call for each photo, and one for 25 thumbnails of each size.
        let calls = Double(count) * metadata + Double((count + 24) / 25) * 2 * batch
        // As if the plain service made its thumbnails in no time.
        let atBest = Double(count) * metadata + Double((count + 24) / 25) * 2 * 0.05
        return [
            ("indexed_photos", .integer(count)), ("index_plane_s", .number(plane)),
            ("index_plain_list_s", .number(listing)),
            ("index_plain_metadata_call_s", .number(metadata)),
            ("index_plain_thumbnail_call_s", .number(batch)),
            ("index_plain_s", .number(listing + calls)),
            ("index_plain_at_best_s", .number(listing + atBest)),
            ("index_speedup", .number((listing + atBest) / plane)),
        ]
    }

    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock().now
        try body()
        return (ContinuousClock().now - start) / .seconds(1)
    }

    /// All entries and both thumbnails of each, one call after the other.
    private static func index(_ client: WireClient) throws {
        try FeedMeasures.pages(client) { page in
            let hashes = contentHashes(in: page)
            for start in stride(from: 0, to: hashes.count, by: 500) {
                let some = hashes[start..<min(start + 500, hashes.count)]
                for size in ["s75", "s256"] {
                    let body = try client.rpc(
                        "carousel/thumbs/batch", ThumbnailBatches.argument(some, size: size))
                    guard body.count > 2_000 * some.count else {
                        throw BenchmarkError("thumbnails are missing")
                    }
                }
            }
        }
    }

    private static func contentHashes(in page: [UInt8]) -> [String] {
        String(decoding: page, as: UTF8.self).components(separatedBy: #""content_hash":""#)
            .dropFirst().map { String($0.prefix(64)) }
    }

    private static func list(_ client: WireClient) throws {
        var page = try client.rpc("files/list_folder", #"{"path":"","recursive":true}"#)
        while page.suffix(17).elementsEqual(#","has_more":true}"#.utf8) {
            guard let cursor = WireClient.field("cursor", of: page) else {
                throw BenchmarkError("a page without cursor")
            }
            page = try client.rpc("files/list_folder/continue", #"{"cursor":"\#(cursor)"}"#)
        }
    }

    /// Seconds of one call for a photo's metadata and of one for 25
    /// thumbnails, by those of a few real photos.
    private static func plainCalls(
        in folder: String, _ photos: [String]
    ) throws -> (metadata: Double, batch: Double) {
        let served = try ServedFolder(in: folder)
        try served.start()
        try MakingMeasures.upload(photos, to: served)
        try MakingMeasures.waitUntilRead(served)
        served.stop()
        try served.start(more: slow)
        defer { served.stop() }
        let client = try served.client()
        let paths = photos.indices.map { "/\($0).jpg" }
        let metadata = try seconds {
            for path in paths {
                _ = try client.rpc(
                    "files/get_metadata", #"{"path":"\#(path)","include_media_info":true}"#)
            }
        }
        let batches = try seconds {
            for start in stride(from: 0, to: paths.count, by: 25) {
                let entries = paths[start..<min(start + 25, paths.count)].map {
                    #"{"path":"\#($0)","size":"w256h256"}"#
                }.joined(separator: ",")
                _ = try client.rpc(
                    "files/get_thumbnail_batch", #"{"entries":[\#(entries)]}"#)
            }
        }
        return (
            metadata / Double(paths.count), batches / Double((paths.count + 24) / 25)
        )
    }
}
