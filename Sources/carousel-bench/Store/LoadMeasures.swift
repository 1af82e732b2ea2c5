import CRowLoop
import CommandLineKit
import Foundation
import Photos
import Store
import Timeline

/// From the table `timeline` into memory: by a loop in C, into records, and
/// into the live timeline.
struct LoadMeasures {
    private static let rounds = 5

    private let store: LibraryStore
    private let file: String
    private let count: Int

    init(_ directory: String) throws {
        store = try LibraryStore.openReadOnly(at: FilePath(directory))
        file = directory + "/library.db"
        count = try store.read { transaction throws(StoreError) in
            try transaction.counts().shown
        }
    }

    func figures() throws -> [(String, JSONText)] {
        let before = Memory.resident()
        let first = try firstScreen()
        let live = try load()
        let resident = Memory.resident()
        guard live.snapshot.photoCount == count else {
            throw BenchmarkError("the timeline has \(live.snapshot.photoCount) photos")
        }
        let rows = UnsafeMutablePointer<carousel_row>.allocate(capacity: count)
        defer { rows.deallocate() }
        var steps: [Double] = []
        let records = try Race(rounds: Self.rounds) {
            try store.loadTimeline { consume($0.count) }
        } plain: {
            try loop(into: rows)
        }
        let timeline = try Race(rounds: Self.rounds) {
            let start = ThreadClock.now()
            let accumulator = try load()
            steps.append(Double(ThreadClock.now() - start) / 1e6)
            consume(accumulator.snapshot.photoCount)
        } plain: {
            try loop(into: rows)
        }
        let perRow = { (seconds: Double) in rounded(seconds / Double(count) * 1e9) }
        return [
            ("c_ns_per_row", perRow(timeline.plain)), ("records_ns_per_row", perRow(records.ours)),
            ("records_rate_vs_c", rounded(records.ratio)),
            ("live_ns_per_row", perRow(timeline.ours)),
            ("live_rate_vs_c", rounded(timeline.ratio)), ("live_ms", rounded(median(steps))),
            ("first_200_us", rounded(first)), ("resident_mb", .integer(resident >> 20)),
            ("resident_bytes_per_photo", rounded(Double(resident - before) / Double(count))),
        ]
    }

    /// Microseconds from the opened store to a snapshot of 200 photos.
    private func firstScreen() throws -> Double {
        let accumulator = Accumulator()
        let start = ThreadClock.now()
        let batch = try store.read { transaction throws(StoreError) in
            try transaction.timeline(limit: 200)
        }
        var transaction = accumulator.loaderTransaction()
        for record in batch { transaction.addPhoto(record) }
        transaction.commit()
        return Double(ThreadClock.now() - start) / 1e3
    }

    private func load() throws -> Accumulator {
        let accumulator = Accumulator()
        try store.loadTimeline { batch in
            var transaction = accumulator.loaderTransaction()
            for record in batch { transaction.addPhoto(record) }
            transaction.commit()
        }
        accumulator.finishLoading()
        return accumulator
    }

    private func loop(into rows: UnsafeMutablePointer<carousel_row>) throws {
        guard carousel_row_loop(file, rows, Int64(count)) == count else {
            throw BenchmarkError("the loop in C does not find the rows")
        }
    }
}
