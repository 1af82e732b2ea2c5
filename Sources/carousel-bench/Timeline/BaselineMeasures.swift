import CommandLineKit
import Photos
import Timeline

/// The same operations on the two simpler designs.
enum BaselineMeasures {
    static func figures(
        _ made: MadePhotos, _ eventsArray: EventsArrayTimeline
    ) -> [(String, JSONText)] {
        [
            ("hide_events_array_p50_ns", .integer(hides(in: eventsArray).median)),
            ("hide_flat_p50_ns", .integer(hidesInFlat(made).median)),
        ]
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
}
