import CommandLineKit
import Foundation

/// Batches of small thumbnails, against nginx with the same bytes as one file:
/// of neighbours in the feed, as clients ask, and of photos from anywhere.
enum ThumbnailBatches {
    private static let batch = 500

    static func figures(in folder: String, rounds: Int) throws -> [(String, JSONText)] {
        let served = try MadePhotoAccount.make(
            in: folder, photos: 100_000,
            thumbnails: (MadeThumbnail.bytes(2_400), MadeThumbnail.bytes(17_000)))
        let hashes = try MadePhotoAccount.hashes(in: served.data, limit: 100_000)
        try served.start(decoder: "/nonexistent")
        defer { served.stop() }
        let client = try served.client()
        let answer = try client.rpc("carousel/thumbs/batch", argument(hashes.prefix(batch)))
        guard answer.count > batch * 2_400 else { throw BenchmarkError("thumbnails are missing") }
        let files = folder + "/static"
        try FileManager.default.createDirectory(
            atPath: files, withIntermediateDirectories: true)
        try Data(answer).write(to: URL(fileURLWithPath: files + "/batch"))
        let nginx = try NginxServer(serving: files)
        defer { nginx.stop() }
        var random = Random(seed: 7)
        let inOrder = try script(folder + "/order.lua", hashes, served.token)
        let scattered = try script(
            folder + "/scattered.lua", hashes.shuffled(using: &random), served.token)
        var rows: [(ours: Load, anywhere: Load, theirs: Load)] = []
        for _ in 0..<rounds {
            let theirs = try Load(nginx.processes) {
                try LoadGenerator.run(port: nginx.port, path: "/batch", seconds: 2)
            }
            func ours(_ script: String) throws -> Load {
                try Load([served.process]) {
                    try LoadGenerator.run(
                        port: served.port, path: "/2/carousel/thumbs/batch", script: script,
                        seconds: 2)
                }
            }
            rows.append((try ours(inOrder), try ours(scattered), theirs))
        }
        func middle(_ figure: ((ours: Load, anywhere: Load, theirs: Load)) -> Double) -> JSONText {
            .number(median(rows.map(figure)))
        }
        return [
            ("batch_bytes", .integer(answer.count)), ("batches_per_s", middle { $0.ours.rate }),
            ("scattered_batches_per_s", middle { $0.anywhere.rate }),
            ("nginx_batches_per_s", middle { $0.theirs.rate }),
            ("batch_vs_nginx", middle { $0.ours.rate / $0.theirs.rate }),
            ("scattered_batch_vs_nginx", middle { $0.anywhere.rate / $0.theirs.rate }),
            ("batch_cpu_us", middle { $0.ours.processorTime }),
            ("scattered_batch_cpu_us", middle { $0.anywhere.processorTime }),
            ("nginx_cpu_us", middle { $0.theirs.processorTime }),
        ]
    }

    /// Has wrk ask for a hundred batches in turn, of other thumbnails each.
    private static func script(
        _ path: String, _ hashes: [String], _ token: String
    ) throws -> String {
        let bodies = stride(from: 0, to: hashes.count - batch, by: hashes.count / 100).map {
            "'" + argument(hashes[$0..<$0 + batch]) + "'"
        }.joined(separator: ",\n")
        try Data(
            """
            local bodies = {\(bodies)}
            local index = 0
            wrk.headers["Content-Type"] = "application/json"
            wrk.headers["Authorization"] = "Bearer \(token)"
            request = function()
                index = index % #bodies + 1
                return wrk.format("POST", nil, nil, bodies[index])
            end
            """.utf8
        ).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// What a batch is asked for with.
    static func argument(_ hashes: some Collection<String>, size: String = "s75") -> String {
        let list = hashes.map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"content_hashes":[\#(list)],"size":"\#(size)"}"#
    }
}

/// Bytes that stand for a thumbnail: no server looks into them.
enum MadeThumbnail {
    static func bytes(_ count: Int) -> [UInt8] {
        [0xFF, 0xD8] + (0..<count - 4).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 9) }
            + [0xFF, 0xD9]
    }
}
