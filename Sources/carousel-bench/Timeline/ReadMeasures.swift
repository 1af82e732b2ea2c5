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

    func figures() -> [(String, JSONText)] {
        [
            ("snapshot_ns", .number(snapshots())),
            ("locate_random_ns", .number(locate())),
            ("locate_luid_random_ns", .number(locateLUID())),
            ("position_of_luid_ns", .number(positionOfLUID())),
            ("path_of_position_ns", .number(pathOfPosition())),
            ("scan_ns", .number(scan())),
            ("months_us", .number(months())),
        ]
    }

    private static let reads = 1_000_000

    private func snapshots() -> Double {
        bestOfThree(Self.reads) {
            for _ in 0..<Self.reads { consume(library.accumulator.snapshot) }
        }
    }

    /// The whole record at a random position.
    private func locate() -> Double {
        bestOfThree(Self.reads) {
            var random = Random(seed: 21)
            var sum: Int64 = 0
            for _ in 0..<Self.reads {
                sum &+= snapshot[random.below(snapshot.photoCount)].luid.rawValue
            }
            consume(sum)
        }
    }

    private func locateLUID() -> Double {
        bestOfThree(Self.reads) {
            var random = Random(seed: 21)
            var sum: Int64 = 0
            for _ in 0..<Self.reads {
                sum &+= snapshot.luid(at: random.below(snapshot.photoCount)).rawValue
            }
            consume(sum)
        }
    }

    private func positionOfLUID() -> Double {
        bestOfThree(Self.reads) {
            var random = Random(seed: 22)
            var sum = 0
            for _ in 0..<Self.reads {
                let luid = LUID(Int64(1 + random.below(library.made.count)))
                sum &+= snapshot.position(of: luid) ?? 0
            }
            consume(sum)
        }
    }

    private func pathOfPosition() -> Double {
        bestOfThree(Self.reads) {
            var random = Random(seed: 23)
            var sum = 0
            for _ in 0..<Self.reads {
                sum &+= snapshot.path(ofPosition: random.below(snapshot.photoCount)).index
            }
            consume(sum)
        }
    }

    private func scan() -> Double {
        bestOfThree(snapshot.photoCount) {
            var sum: Int64 = 0
            snapshot.forEachPhoto(in: 0..<snapshot.photoCount) { _, photo in
                sum &+= photo.luid.rawValue &+ (photo.taken?.milliseconds ?? 0)
            }
            consume(sum)
        }
    }

    private func months() -> Double {
        bestOfThree(1000) { consume(snapshot.months) }
    }
}

/// Nanoseconds for each of `count` operations that `body` does.
func bestOfThree(_ count: Int, _ body: () -> Void) -> Double {
    var best = Int.max
    for _ in 0..<3 {
        let start = ThreadClock.now()
        body()
        best = min(best, ThreadClock.now() - start)
    }
    return (Double(best) / Double(count) * 10).rounded() / 10
}
