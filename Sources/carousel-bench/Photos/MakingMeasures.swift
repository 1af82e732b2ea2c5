import CommandLineKit
import Foundation
import Glibc
import SQLite

/// Reading what was uploaded, against plain loops of gexiv2 and libvips over
/// the same files.
enum MakingMeasures {
    static func figures(in folder: String, photos: [String]) throws -> [(String, JSONText)] {
        let workers = ProcessInfo.processInfo.activeProcessorCount
        let served = try ServedFolder(in: folder)
        try served.start(decoder: "/nonexistent")
        try upload(photos, to: served)
        served.stop()
        let metadata = PlainLoops.metadata(of: photos, workers: workers)
        let thumbnails = PlainLoops.thumbnails(of: photos, workers: workers)
        let plain = metadata.wall + thumbnails.wall
        let start = ContinuousClock().now
        try served.start(more: ["--decoders", "\(workers)"])
        try waitUntilRead(served)
        let wall = (ContinuousClock().now - start) / .seconds(1)
        let processor = try ProcessorTime.milliseconds(of: family(of: served.process)) / 1000
        served.stop()
        return [
            ("made_photos", .integer(photos.count)), ("made_workers", .integer(workers)),
            ("made_s", .number(wall)), ("made_plain_s", .number(plain)),
            ("made_vs_plain", .number(plain / wall)), ("made_cpu_s", .number(processor)),
            ("made_plain_cpu_s", .number(metadata.processor + thumbnails.processor)),
            (
                "made_cpu_vs_plain",
                .number((metadata.processor + thumbnails.processor) / processor)
            ),
        ]
    }

    /// Uploads files as `/0.jpg`, `/1.jpg` …
    static func upload(_ photos: [String], to served: ServedFolder) throws {
        let client = try served.client()
        for (index, path) in photos.enumerated() {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            _ = try client.upload(
                "files/upload", #"{"path":"/\#(index).jpg"}"#, length: bytes.count
            ) { try $0.send(bytes) }
        }
    }

    /// Returns when nothing is left to be read.
    static func waitUntilRead(_ served: ServedFolder) throws {
        let connection = try Connection(
            path: Array("\(served.data)/files.db".utf8), access: .readOnly)
        while try connection.integer("SELECT count(*) FROM unread") ?? 0 > 0 { usleep(10_000) }
    }

    /// A process and its children.
    private static func family(of process: Int32) -> [Int32] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task"))
        let children = (tasks ?? []).flatMap { task in
            let path = "/proc/\(process)/task/\(task)/children"
            let text = try? String(contentsOfFile: path, encoding: .utf8)
            return (text ?? "").split(separator: " ").compactMap { Int32($0) }
        }
        return [process] + children
    }
}
