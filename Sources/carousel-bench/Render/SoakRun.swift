import CommandLineKit
import GTKKit
import GalleryApp
import Rendering

/// Scrolls at random for a long time and looks at what memory is taken.
@MainActor
struct SoakRun {
    let stage: RenderStage
    let seconds: Int

    func figures() -> [(String, JSONText)] {
        let warm = scroll(seconds: max(5, seconds / 5), seed: 1)
        Memory.giveBack()
        let before = Memory.resident()
        let rest = scroll(seconds: seconds, seed: 2)
        Memory.giveBack()
        let after = Memory.resident()
        // The caches fill up to their bound, which is no growth.
        let growth = Double(after - rest.cacheBytes) / Double(before - warm.cacheBytes)
        return [
            ("soak_seconds", .integer(seconds)), ("frames", .integer(warm.frames + rest.frames)),
            ("decodes", .integer(warm.decodes + rest.decodes)),
            ("resident_bytes_warm", .integer(before)), ("resident_bytes_end", .integer(after)),
            ("cache_bytes_warm", .integer(warm.cacheBytes)),
            ("cache_bytes_end", .integer(rest.cacheBytes)),
            ("growth_without_caches", .number(growth)),
        ]
    }

    /// Flings, reads, turns and jumps, each for a moment.
    private func scroll(
        seconds: Int, seed: UInt64
    ) -> (frames: Int, decodes: Int, cacheBytes: Int) {
        var random = Random(seed: seed)
        var (frames, decodes, cacheBytes) = (0, 0, 0)
        let decoder = stage.library.decoder
        var isOver = false
        var start: Int?
        var (speed, until, last) = (0.0, 0, 0)
        stage.timeline.onFrame = { frame in
            frames += 1
            // Else what the decoder remembers would be all that grows.
            decodes += decoder.take().count
            cacheBytes = frame.cacheBytes
        }
        let (timeline, scrubber) = (stage.timeline, stage.window.scrubber)
        stage.window.window.addTick { time in
            let begin = start ?? time
            if time >= until {
                until = time + 200_000 + random.below(800_000)
                speed = [0, 300, -300, 3_000, -3_000, 50_000, -50_000][random.below(7)]
                if random.below(4) == 0 {
                    scrubber?.drag(toShare: Double(random.below(1000)) / 1000)
                    scrubber?.endDrag()
                }
            }
            if start != nil, speed != 0 {
                timeline.scroll(
                    to: timeline.viewport.top + speed * Double(time - last) / 1e6)
            }
            start = begin
            last = time
            isOver = time - begin > seconds * 1_000_000
            return !isOver
        }
        while !isOver { MainLoop.turn(mayBlock: true) }
        stage.timeline.onFrame = { _ in }
        return (frames, decodes, cacheBytes)
    }
}
