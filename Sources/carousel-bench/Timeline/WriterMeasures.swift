import CommandLineKit
import Foundation
import Photos
import Synchronization
import Timeline

/// Three writers that hide photos and put them back, and a reader.
enum WriterMeasures {
    static func figures(_ library: BuiltLibrary) -> [(String, JSONText)] {
        let accumulator = library.accumulator
        let commits = commits(of: library) { photo, isHidden in
            var transaction = accumulator.transaction()
            if isHidden { transaction.addPhoto(photo) } else { transaction.removePhoto(photo.luid) }
            transaction.commit()
        } read: { random in
            let snapshot = accumulator.snapshot
            let first = random.below(snapshot.photoCount - 60)
            for position in first..<first + 60 { consume(snapshot[position]) }
        }
        return [
            ("commits_per_s_3_writers", .integer(commits.perSecond)),
            ("commit_3_writers_p99_ns", .integer(commits.durations.quantile(0.99))),
        ]
    }

    static func figures(
        _ timeline: EventsArrayTimeline, _ library: BuiltLibrary
    ) -> [(String, JSONText)] {
        let shared = Shared(timeline)
        let commits = commits(of: library) { photo, isHidden in
            shared.change { isHidden ? $0.adding(photo) : $0.removing(photo) }
        } read: { random in
            let timeline = shared.timeline
            let first = random.below(timeline.photoCount - 60)
            for position in first..<first + 60 { consume(timeline[position]) }
        }
        return [("commits_per_s_3_writers_events_array", .integer(commits.perSecond))]
    }

    /// The events array behind a lock, changed as the timeline is.
    private final class Shared: Sendable {
        private let current: Mutex<EventsArrayTimeline>

        init(_ timeline: EventsArrayTimeline) {
            current = Mutex(timeline)
        }

        var timeline: EventsArrayTimeline { current.withLock { $0 } }

        func change(_ change: (EventsArrayTimeline) -> EventsArrayTimeline) {
            let old = current.withLock { current in
                let old = current
                current = change(old)
                return old
            }
            consume(old)
        }
    }

    private static let seconds = 1.5

    private static func commits(
        of library: BuiltLibrary, write: @escaping @Sendable (HotRecord, _ isHidden: Bool) -> Void,
        read: @escaping @Sendable (inout Random) -> Void
    ) -> (perSecond: Int, durations: Durations) {
        let snapshot = library.snapshot
        let isOver = Atomic(false)
        let results = Mutex<[Durations]>([])
        let clock = ContinuousClock()
        let start = clock.now
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            var random = Random(seed: UInt64(61 + thread))
            if thread == 3 {
                while !isOver.load(ordering: .relaxed) {
                    read(&random)
                    Thread.sleep(forTimeInterval: 0.0005)
                }
                return
            }
            var durations = Durations()
            while clock.now - start < .seconds(seconds) {
                // Photos of one writer alone: every third position.
                let place = random.below(snapshot.photoCount / 3) * 3 + thread
                let photo = snapshot[place]
                durations.measure { write(photo, false) }
                durations.measure { write(photo, true) }
            }
            isOver.store(true, ordering: .relaxed)
            results.withLock { $0.append(durations) }
        }
        let all = results.withLock { Durations(joining: $0) }
        return (Int(Double(all.count) / seconds), all)
    }
}
