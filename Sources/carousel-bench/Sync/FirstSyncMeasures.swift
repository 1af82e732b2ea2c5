import CRowLoop
import Carousel
import CommandLineKit
import Foundation
import Glibc
import Photos
import Timeline

/// The first sync of a large account, and the library that it made at rest.
struct FirstSyncMeasures {
    /// Photos of a page, which a transaction takes.
    private static let page: Int64 = 10_000

    let folder: String
    let served: ServedFolder

    func figures(photos: Int, rounds: Int) async throws -> [(String, JSONText)] {
        let reading = try secondsOfReading()
        let library = try await SyncBenchmark.linkedLibrary("first", in: folder, served)
        let before = OwnMemory.resetPeak()
        let clock = ContinuousClock()
        let start = clock.now
        try await library.startSync()
        var first: (time: Duration, photos: Int)?
        for await snapshot in library.snapshots where snapshot.photoCount > 0 {
            if first == nil { first = (clock.now - start, snapshot.photoCount) }
            if snapshot.photoCount == photos { break }
        }
        let seconds = (clock.now - start) / .seconds(1)
        let growth = OwnMemory.peak - before
        let idle = try await idleMilliseconds(library)
        let polls = try counted("carousel_parked_polls")
        try await library.pauseSync()
        // It has work of its own on the same disk.
        served.stop()
        let acts = try await ActMeasures(folder: folder, library: library).figures(rounds: rounds)
        await library.close()
        let bare = try reading + secondsOfInserting(photos)
        return [
            ("photos", .integer(photos)),
            ("first_sync_photos_per_s", .number(Double(photos) / seconds)),
            ("bare_photos_per_s", .number(Double(photos) / bare)),
            ("first_sync_vs_bare", .number(bare / seconds)),
            ("first_screen_ms", .number((first?.time ?? .zero) / .milliseconds(1))),
            ("first_screen_photos", .integer(first?.photos ?? 0)),
            ("client_growth_mb", .number(growth)),
            ("client_growth_mb_per_million", .number(growth * 1e6 / Double(photos))),
            ("idle_cpu_ms_per_s", .number(idle)), ("idle_parked_polls", .integer(polls)),
        ] + acts
    }

    /// A plain client that reads all pages.
    private func secondsOfReading() throws -> Double {
        let client = try served.client()
        let clock = ContinuousClock()
        let start = clock.now
        try FeedMeasures.pages(client) { _ in }
        return (clock.now - start) / .seconds(1)
    }

    /// A loop in C that inserts the rows which the library has now.
    private func secondsOfInserting(_ photos: Int) throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        let count = carousel_sync_loop(
            folder + "/first/library.db", folder + "/bare.db", Self.page)
        guard count == photos else { throw BenchmarkError("\(count) of \(photos) photos copied") }
        return (clock.now - start) / .seconds(1)
    }

    /// Processor time of this process in a second of the parked poll.
    private func idleMilliseconds(_ library: PhotoLibrary) async throws -> Double {
        for await status in library.syncStatuses where status.state == .upToDate { break }
        // Thumbnails that the server has not are asked for once.
        var spent = Double.infinity
        for _ in 0..<60 where spent > 1 {
            let before = try ProcessorTime.milliseconds(of: [getpid()])
            try await Task.sleep(for: .seconds(2))
            spent = (try ProcessorTime.milliseconds(of: [getpid()]) - before) / 2
        }
        return spent
    }

    /// A figure that the server counts itself.
    private func counted(_ name: String) throws -> Int {
        let text = try PlainClient(port: served.port).ask("GET", "/metrics")
        for line in text.split(separator: "\n") where line.hasPrefix(name + " ") {
            if let figure = line.split(separator: " ").last.flatMap({ Int($0) }) { return figure }
        }
        throw BenchmarkError("the server does not tell \(name)")
    }
}
