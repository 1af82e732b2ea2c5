import Carousel
import CommandLineKit
import DropboxAPI
import Foundation
import Glibc
import Photos
import SQLite
import Timeline

/// The first sync of an account, and acts in the library that it made.
struct FirstSyncMeasures {
    let folder: String
    let served: ServedFolder

    func figures(photos: Int, rounds: Int) async throws -> [(String, JSONText)] {
        try fillAccount(photos)
        let bare = try bareSeconds(photos)
        let clock = ContinuousClock()
        let library = try await SyncBenchmark.linkedLibrary("first", in: folder, served)
        _ = OwnMemory.resetPeak()
        let start = clock.now
        try await library.startSync()
        var firstScreen: Duration?
        for await snapshot in library.snapshots where snapshot.photoCount > 0 {
            if firstScreen == nil { firstScreen = clock.now - start }
            if snapshot.photoCount == photos { break }
        }
        let seconds = (clock.now - start) / .seconds(1)
        let peak = OwnMemory.peak
        let idle = try await idleMilliseconds(library)
        library.pauseSync()
        let figures = try await acts(library, rounds: rounds)
        await library.close()
        return [
            ("first_sync_photos_per_s", .number(Double(photos) / seconds)),
            ("first_sync_vs_bare", .number(bare / seconds)),
            ("first_screen_ms", .number((firstScreen ?? .zero) / .milliseconds(1))),
            ("client_peak_rss_mb", .number(peak)),
            ("idle_cpu_ms_per_s", .number(idle)),
        ] + figures
    }

    private func fillAccount(_ photos: Int) throws {
        let client = try served.client()
        for index in 0..<photos {
            let bytes = Array("photo \(index)".utf8)
            _ = try client.upload(
                "files/upload", #"{"path":"/Camera Uploads/\#(index).jpg"}"#,
                length: bytes.count
            ) { try $0.send(bytes) }
        }
    }

    /// Reads all pages and inserts a row for each photo.
    private func bareSeconds(_ photos: Int) throws -> Double {
        let client = try served.client()
        let connection = try Connection(
            path: Array((folder + "/bare.db").utf8), access: .create)
        try connection.execute("PRAGMA journal_mode = WAL")
        try connection.execute(
            """
            CREATE TABLE photos (id TEXT PRIMARY KEY, hash BLOB, size INTEGER, rev TEXT,
                flags INTEGER, sequence INTEGER, path TEXT)
            """)
        let clock = ContinuousClock()
        let start = clock.now
        var body = try client.rpc("carousel/photos/list", #"{"limit":10000}"#)
        var count = 0
        while true {
            let page = try ListPhotosResult(
                jsonBytes: body, strictness: .tolerant, limits: .answer)
            try connection.begin(.writing)
            for case .present(let entry) in page.entries {
                let insert = try connection.statement(
                    "INSERT INTO photos VALUES (?, ?, ?, ?, ?, ?, ?)")
                try insert.bind(1, entry.id.text)
                try insert.bind(2, entry.contentHash.bytes)
                try insert.bind(3, entry.size)
                try insert.bind(4, entry.revision.text)
                try insert.bind(5, entry.hidden ? 1 : 0)
                try insert.bind(6, entry.order)
                try insert.bind(7, entry.pathDisplay)
                try insert.run()
                count += 1
            }
            try connection.commit()
            guard page.hasMore else { break }
            body = try client.rpc(
                "carousel/photos/list/continue", #"{"cursor":"\#(page.cursor.text)"}"#)
        }
        guard count == photos else { throw BenchmarkError("\(count) of \(photos) photos listed") }
        return (clock.now - start) / .seconds(1)
    }

    /// Processor time of this process in a second of the parked poll.
    private func idleMilliseconds(_ library: PhotoLibrary) async throws -> Double {
        for await status in library.syncStatuses where status.state == .upToDate { break }
        let before = try ProcessorTime.milliseconds(of: [getpid()])
        try await Task.sleep(for: .seconds(3))
        return (try ProcessorTime.milliseconds(of: [getpid()]) - before) / 3
    }

    private func acts(
        _ library: PhotoLibrary, rounds: Int
    ) async throws -> [(String, JSONText)] {
        var luids: [LUID] = []
        let snapshot = library.snapshot
        snapshot.forEachPhoto(in: 0..<snapshot.photoCount) { luids.append($1.luid) }
        guard luids.count > 100 else { throw BenchmarkError("there are too few photos") }
        let clock = ContinuousClock()
        var (hides, hundreds, syncs): ([Double], [Double], [Double]) = ([], [], [])
        let file = open(folder + "/synced", O_WRONLY | O_CREAT, 0o600)
        defer { close(file) }
        let block = [UInt8](repeating: 1, count: 4096)
        for round in 0..<rounds {
            var start = clock.now
            guard pwrite(file, block, block.count, 0) == block.count, fdatasync(file) == 0 else {
                throw BenchmarkError("the disk failed")
            }
            syncs.append((clock.now - start) / .microseconds(1))
            start = clock.now
            let action: PhotoAction = round % 2 == 0 ? .favourite : .unfavourite
            _ = try await library.perform(action, on: [luids[0]])
            hides.append((clock.now - start) / .microseconds(1))
            guard round < 20 else { continue }
            start = clock.now
            _ = try await library.perform(action, on: Array(luids[1...100]))
            hundreds.append((clock.now - start) / .microseconds(1))
        }
        return [
            ("fdatasync_us", .number(median(syncs))), ("act_us", .number(median(hides))),
            ("hide_vs_fdatasync", .number(median(hides) / median(syncs))),
            ("hundred_acts_us", .number(median(hundreds))),
        ]
    }
}
