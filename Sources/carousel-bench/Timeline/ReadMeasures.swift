import CommandLineKit
import Photos
import Timeline

/// What reads of a snapshot cost.
struct ReadMeasures {
    private let library: BuiltLibrary
    private let snapshot: Snapshot

    init(_ library: BuiltLibrary) {
        self.library = library
        snapshot = library.snapshot
    }

    func figures(_ eventsArray: EventsArrayTimeline) -> [(String, JSONText)] {
        let locate = locate(eventsArray)
        return [
            ("snapshot_ns", .number(snapshots())),
            ("locate_random_ns", .number(locate.ours)),
            ("locate_random_events_array_ns", .number(locate.theirs)),
            ("locate_luid_random_ns", .number(locateLUID())),
            ("position_of_luid_ns", .number(positionOfLUID())),
            ("path_of_position_ns", .number(pathOfPosition())),
            ("scan_ns", .number(scan(snapshot))),
            ("scan_events_array_ns", .number(scan(eventsArray))),
            ("months_us", .number(bestOfThree(1000) { consume(snapshot.months) })),
        ]
    }

    private static let reads = 1_000_000

    private func snapshots() -> Double {
        bestOfThree(Self.reads) {
            for _ in 0..<Self.reads { consume(library.accumulator.snapshot) }
        }
    }

    /// The whole record at a random position: in turns, so that other work on
    /// the machine concerns both.
    private func locate(_ eventsArray: EventsArrayTimeline) -> (ours: Double, theirs: Double) {
        var ours: [Double] = []
        var theirs: [Double] = []
        for round in 0..<7 {
            let positions = Positions(seed: UInt64(round), below: snapshot.photoCount)
            ours.append(
                best(of: 1, Self.reads) {
                    var sum: Int64 = 0
                    positions.forEach { sum &+= snapshot[$0].luid.rawValue }
                    consume(sum)
                })
            theirs.append(
                best(of: 1, Self.reads) {
                    var sum: Int64 = 0
                    positions.forEach { sum &+= eventsArray[$0].luid.rawValue }
                    consume(sum)
                })
        }
        return (ours.sorted()[3], theirs.sorted()[3])
    }

    private struct Positions {
        let seed: UInt64
        let below: Int

        @inline(__always)
        func forEach(_ body: (Int) -> Void) {
            var random = Random(seed: seed)
            for _ in 0..<ReadMeasures.reads { body(random.below(below)) }
        }
    }

    private func locateLUID() -> Double {
        bestOfThree(Self.reads) {
            var sum: Int64 = 0
            Positions(seed: 21, below: snapshot.photoCount).forEach {
                sum &+= snapshot.luid(at: $0).rawValue
            }
            consume(sum)
        }
    }

    private func positionOfLUID() -> Double {
        bestOfThree(Self.reads) {
            var sum = 0
            Positions(seed: 22, below: library.made.count).forEach {
                sum &+= snapshot.position(of: LUID(Int64(1 + $0))) ?? 0
            }
            consume(sum)
        }
    }

    private func pathOfPosition() -> Double {
        bestOfThree(Self.reads) {
            var sum = 0
            Positions(seed: 23, below: snapshot.photoCount).forEach {
                sum &+= snapshot.path(ofPosition: $0).index
            }
            consume(sum)
        }
    }

    /// All records in order.
    func scan(_ snapshot: Snapshot) -> Double {
        bestOfThree(snapshot.photoCount) {
            var sum: Int64 = 0
            snapshot.forEachPhoto(in: 0..<snapshot.photoCount) { _, photo in
                sum &+= photo.luid.rawValue &+ (photo.taken?.milliseconds ?? 0)
            }
            consume(sum)
        }
    }

    private func scan(_ eventsArray: EventsArrayTimeline) -> Double {
        bestOfThree(eventsArray.photoCount) {
            var sum: Int64 = 0
            eventsArray.forEachPhoto { photo in
                sum &+= photo.luid.rawValue &+ (photo.taken?.milliseconds ?? 0)
            }
            consume(sum)
        }
    }
}

/// Nanoseconds for each of `count` operations that `body` does, at best.
func bestOfThree(_ count: Int, _ body: () -> Void) -> Double {
    best(of: 3, count, body)
}

func best(of rounds: Int, _ count: Int, _ body: () -> Void) -> Double {
    var best = Int.max
    for _ in 0..<rounds {
        let start = ThreadClock.now()
        body()
        best = min(best, ThreadClock.now() - start)
    }
    return (Double(best) / Double(count) * 10).rounded() / 10
}
