import CommandLineKit
import Photos
import Timeline

/// `carousel-bench timeline`: what commits, reads and diffs of a timeline
/// cost, against two simpler designs in the same process.
enum TimelineBenchmark {
    private static let photos = Option(
        "photos", "N", .integer(in: 1000...100_000_000), help: "photos (default: 1000000)")

    static let command = Command(
        "timeline", summary: "Commits, reads and diffs, against two simpler designs",
        discussion: """
            'flat' is one sorted array that is grouped anew at each commit; 'events_array' is \
            an array of events with offsets, copied at each commit. Times are CPU time of \
            the thread; commits_per_s of three writers and a reader are by the clock. A hide is \
            a transaction, its commit and the release of the snapshot before.
            """,
        [photos, jsonFlag]
    ) { arguments in
        await benchmarking {
            let made = MadePhotos(count: arguments[photos] ?? 1_000_000)
            show(measure(made), asJSON: arguments[jsonFlag])
        }
    }

    private static func measure(_ made: MadePhotos) -> [(String, JSONText)] {
        let library = BuiltLibrary(made)
        let eventsArray = EventsArrayTimeline(made.newestFirst())
        let reads = ReadMeasures(library)
        var figures: [(String, JSONText)] = [("photos", .integer(made.count))]
        figures += library.figures
        figures += reads.figures(eventsArray)
        figures += CommitMeasures(library).figures()
        figures += [("scan_after_edits_ns", .number(reads.scan(library.snapshot)))]
        figures += DiffMeasures(library).figures()
        figures += RowMeasures(library).figures()
        figures += WriterMeasures.figures(library)
        figures += BaselineMeasures.figures(made, eventsArray)
        figures += WriterMeasures.figures(eventsArray, library)
        return figures
    }
}
