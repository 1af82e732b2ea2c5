import CommandLineKit
import Foundation
import Photos
import Rendering

/// The log of a film: a JSON object for each frame.
struct FrameFile {
    private let file: FileHandle

    init(_ path: FilePath) throws {
        guard FileManager.default.createFile(atPath: path.display, contents: nil),
            let file = FileHandle(forWritingAtPath: path.display)
        else { throw BenchmarkError("\(path.display) could not be written") }
        self.file = file
    }

    func write(_ run: RenderRun) {
        let start = run.frames.first?.time ?? 0
        let lines = run.frames.map { frame in
            let drawn = frame.drawn
            return JSONText.object([
                ("script", .string(run.script.rawValue)),
                ("strategy", .string("\(run.strategy)")),
                ("time_ms", .number(Double(frame.time - start) / 1000)),
                ("top", .number(drawn.top)),
                ("pixels_per_second", .number(drawn.pixelsPerSecond.rounded())),
                ("cpu_ms", .number((frame.microseconds).rounded() / 1000)),
                ("snapshot_ms", .number((drawn.snapshotMicroseconds).rounded() / 1000)),
                ("decodes", .integer(drawn.decodes)),
                ("rungs", .array(drawn.rungs.map { .integer($0) })),
                ("visible_jobs", .integer(drawn.visibleJobs)),
                ("ahead_jobs", .integer(drawn.aheadJobs)),
                ("cache_bytes", .integer(drawn.cacheBytes)),
            ]).line + "\n"
        }
        file.write(Data(lines.joined().utf8))
    }

    func close() {
        try? file.close()
    }
}
