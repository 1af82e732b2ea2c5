import CommandLineKit
import Photos
import Timeline

/// What the diff of two snapshots costs.
struct DiffMeasures {
    private let library: BuiltLibrary

    init(_ library: BuiltLibrary) {
        self.library = library
    }

    func figures() -> [(String, JSONText)] {
        var random = Random(seed: 31)
        let one = diffs(of: 1, rounds: 2000, &random)
        let many = diffs(of: min(1000, library.made.count / 4), rounds: 30, &random)
        return [
            ("diff1_p50_ns", .integer(one.median)),
            ("diff1_p99_ns", .integer(one.quantile(0.99))),
            ("diff1000_p50_ns", .integer(many.median)),
        ]
    }

    private func diffs(of count: Int, rounds: Int, _ random: inout Random) -> Durations {
        var durations = Durations()
        for _ in 0..<rounds {
            var photos: [LUID: HotRecord] = [:]
            while photos.count < count {
                let photo = library.photo(&random)
                photos[photo.luid] = photo
            }
            let old = library.snapshot
            var transaction = library.accumulator.transaction()
            for luid in photos.keys { transaction.removePhoto(luid) }
            let new = transaction.commit()
            var changes: SnapshotChanges?
            durations.measure { changes = new.changes(from: old) }
            precondition(changes?.removedPhotos.count == count, "the diff is wrong")
            library.show(photos.values)
        }
        return durations
    }
}
