import CommandLineKit
import Photos
import Timeline

/// The same operations on the two simpler designs.
enum BaselineMeasures {
    static func figures(_ made: MadePhotos, _ library: BuiltLibrary) -> [(String, JSONText)] {
        let flat = hidesInFlat(made)
        let timeline = EventsArrayTimeline(made.newestFirst())
        let hides = hides(in: timeline)
        return [
            ("hide_flat_p50_ns", .integer(flat.median)),
            ("hide_events_array_p50_ns", .integer(hides.median)),
            ("locate_random_events_array_ns", .number(locate(timeline))),
            ("scan_events_array_ns", .number(scan(timeline))),
        ] + WriterMeasures.figures(timeline, library)
    }

    private static func hidesInFlat(_ made: MadePhotos) -> Durations {
        var random = Random(seed: 51)
        var durations = Durations()
        var timeline = FlatTimeline(made.newestFirst())
        let start = ThreadClock.now()
        while durations.count < 5
            || (durations.count < 200 && ThreadClock.now() - start < 1_000_000_000)
        {
            let photo = timeline.photos[random.below(timeline.photos.count)]
            var old: FlatTimeline? = timeline
            durations.measure {
                timeline.remove(photo)
                consume(old)
                old = nil
            }
        }
        return durations
    }

    private static func hides(in timeline: EventsArrayTimeline) -> Durations {
        var random = Random(seed: 52)
        var durations = Durations()
        var timeline = timeline
        let start = ThreadClock.now()
        while durations.count < 20
            || (durations.count < 2000 && ThreadClock.now() - start < 1_000_000_000)
        {
            let photo = timeline[random.below(timeline.photoCount)]
            durations.measure { timeline = timeline.removing(photo) }
        }
        return durations
    }

    private static func locate(_ timeline: EventsArrayTimeline) -> Double {
        let reads = 1_000_000
        return bestOfThree(reads) {
            var random = Random(seed: 21)
            var sum: Int64 = 0
            for _ in 0..<reads {
                sum &+= timeline[random.below(timeline.photoCount)].luid.rawValue
            }
            consume(sum)
        }
    }

    private static func scan(_ timeline: EventsArrayTimeline) -> Double {
        bestOfThree(timeline.photoCount) {
            var sum: Int64 = 0
            timeline.forEachPhoto { photo in
                sum &+= photo.luid.rawValue &+ (photo.taken?.milliseconds ?? 0)
            }
            consume(sum)
        }
    }
}
