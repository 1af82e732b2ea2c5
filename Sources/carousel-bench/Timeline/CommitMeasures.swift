import CommandLineKit
import Photos
import Timeline

/// What commits cost.
struct CommitMeasures {
    private let library: BuiltLibrary

    init(_ library: BuiltLibrary) {
        self.library = library
    }

    func figures() -> [(String, JSONText)] {
        var random = Random(seed: 11)
        let hides = hides(&random)
        let held = commitsUnderTheLock(&random)
        let batches = batches(&random)
        let (small, large) = bySizeOfEvent()
        return [
            ("hide_p50_ns", .integer(hides.median)),
            ("hide_p99_ns", .integer(hides.quantile(0.99))),
            ("batch1000_p50_ns", .integer(batches.median)),
            ("commit_p50_ns", .integer(held.median)),
            ("commit_p99_ns", .integer(held.quantile(0.99))),
            ("hide_in_event_of_8_p50_ns", .integer(small.median)),
            ("hide_in_largest_event_p50_ns", .integer(large.median)),
            ("largest_event", .integer(library.made.largestEvent)),
        ]
    }

    /// Random photos, each put back afterwards.
    private func hides(_ random: inout Random) -> Durations {
        var durations = Durations()
        for _ in 0..<min(10_000, library.made.count) {
            let photo = library.photo(&random)
            durations.measure { library.hide(photo.luid) }
            library.show([photo])
        }
        return durations
    }

    /// Commits of a filled transaction while the snapshot before is kept:
    /// nearly all of their time they hold the lock.
    private func commitsUnderTheLock(_ random: inout Random) -> Durations {
        var durations = Durations()
        for _ in 0..<min(5000, library.made.count) {
            let kept = library.snapshot
            let photo = kept[random.below(kept.photoCount)]
            var transaction = library.accumulator.transaction()
            transaction.removePhoto(photo.luid)
            let start = ThreadClock.now()
            transaction.commit()
            durations.add(ThreadClock.now() - start)
            library.show([photo])
        }
        return durations
    }

    /// 1,000 random photos in one transaction.
    private func batches(_ random: inout Random) -> Durations {
        var durations = Durations()
        for _ in 0..<30 {
            var photos: [LUID: HotRecord] = [:]
            while photos.count < min(1000, library.made.count / 2) {
                let photo = library.photo(&random)
                photos[photo.luid] = photo
            }
            let luids = Array(photos.keys)
            durations.measure {
                var transaction = library.accumulator.transaction()
                for luid in luids { transaction.removePhoto(luid) }
                transaction.commit()
            }
            library.show(photos.values)
        }
        return durations
    }

    /// Photos of events of 8, and of the largest event.
    private func bySizeOfEvent() -> (small: Durations, large: Durations) {
        var small: [Int] = []
        var large = 0..<0
        let snapshot = library.snapshot
        snapshot.forEachEvent(in: 0..<snapshot.eventCount) { _, event in
            if event.photoCount == 8 { small.append(event.firstPosition + 4) }
            if event.photoCount > large.count { large = event.positions }
        }
        var random = Random(seed: 12)
        small.shuffle(using: &random)
        var durations = (small: Durations(), large: Durations())
        for round in 0..<1000 where !small.isEmpty {
            let photo = snapshot[small[round % small.count]]
            durations.small.measure { library.hide(photo.luid) }
            library.show([photo])
            let other = snapshot[large.lowerBound + 1 + random.below(large.count - 2)]
            durations.large.measure { library.hide(other.luid) }
            library.show([other])
        }
        return durations
    }
}
