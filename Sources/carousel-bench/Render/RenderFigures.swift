import CommandLineKit
import GalleryApp
import Photos
import Rendering

/// The figures of one script, as they are printed.
struct RenderFigures {
    let all: [(String, JSONText)]

    init(_ run: RenderRun) {
        let frames = run.frames
        let cost = frames.map { $0.microseconds / 1000 }
        let snapshots = frames.map { $0.drawn.snapshotMicroseconds / 1000 }
        let stops = run.stops
        all = [
            ("script", .string(run.script.rawValue)),
            ("baseline", .string(Self.name(run.strategy))),
            ("frames", .integer(frames.count)),
            ("cpu_ms_p50", Self.quantile(cost, 0.5)),
            ("cpu_ms_p99", Self.quantile(cost, 0.99)),
            ("snapshot_ms_p99", Self.quantile(snapshots, 0.99)),
            ("missed_frames", .integer(cost.count { $0 > RenderRun.interval / 1000 })),
            ("decodes_75", .integer(run.decodes.count { $0.size == .s75 })),
            ("decodes_256", .integer(run.decodes.count { $0.size == .s256 })),
            ("decodes_256_started_offscreen", .integer(run.startedOffScreen)),
            ("jobs_256_queued_in_fling", .integer(run.fullJobsInFling)),
            ("queue_max", .integer(frames.map(\.drawn.visibleJobs).max())),
            ("prefetch_max", .integer(frames.map(\.drawn.aheadJobs).max())),
            ("cells_per_screen", .integer(frames.map(\.drawn.screen).max())),
            ("grey_cell_frames", .integer(frames.reduce(0) { $0 + $1.cells - $1.drawn.cells })),
            (
                "placeholder_cell_frames",
                .integer(frames.reduce(0) { $0 + $1.drawn.placeholders })
            ),
            ("sharp_after_frames_p99", Self.quantile(stops.map(\.frames), 0.99)),
            ("sharp_allowed_frames_p99", Self.quantile(stops.map(\.allowed), 0.99)),
            ("redecodes", .integer(run.redecodes)),
            ("cache_bytes_max", .integer(frames.map(\.drawn.cacheBytes).max())),
        ]
    }

    private static func name(_ strategy: DecodeStrategy) -> String? {
        switch strategy {
        case .bySpeed: nil
        case .alwaysFullInBackground: "always_256_background"
        case .alwaysFullInFrame: "always_256_synchronous"
        }
    }

    private static func quantile(_ values: [Double], _ share: Double) -> JSONText {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .null }
        let value = sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
        return .number((value * 100).rounded() / 100)
    }
}
