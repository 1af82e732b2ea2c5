import GalleryApp
import Photos
import Rendering

/// What was measured while one script ran.
struct RenderRun {
    struct Frame {
        /// When it began, in microseconds.
        let time: Int
        /// What it cost the main thread, from before-paint to after-paint.
        let microseconds: Double
        let drawn: DrawnFrame
        /// Cells in sight by the layout, however many were drawn.
        let cells: Int
    }

    let script: RenderScript
    let strategy: DecodeStrategy
    let frames: [Frame]
    /// Photos in sight or within one screen of it, by the queue's state.
    let near: [Int: Set<LUID>]
    let decodes: [CountingDecoder.Decode]
    let starts: [DecodeWorkers.Start]
    let workers: Int
    let screenHeight: Double

    /// A frame of a display of 60 Hz, in microseconds.
    static let interval = 16_667.0

    /// A stop of the scroll: how many frames passed until all in sight was
    /// sharp, and how many the decodes of it allow.
    struct Stop {
        let frames: Double
        let allowed: Double
    }

    var stops: [Stop] {
        frames.indices.dropFirst(2).compactMap { index in
            isStill(index) && !isStill(index - 1) ? stop(at: index) : nil
        }
    }

    private func isStill(_ index: Int) -> Bool {
        let frame = frames[index].drawn
        return frame.top - frame.rebased == frames[index - 1].drawn.top
    }

    /// Nil when the scroll goes on before all is sharp: it was no stop.
    private func stop(at index: Int) -> Stop? {
        for (place, frame) in zip(frames.indices, frames).dropFirst(index) {
            guard isStill(place) else { return nil }
            guard frame.drawn.rungs[Rung.full.rawValue] == frame.drawn.cells else { continue }
            let start = frames[index].time
            let busy = decodes.filter { $0.size == .s256 && $0.start < frame.time }
                .reduce(0) { $0 + max(0, $1.end - max($1.start, start)) }
            let needed = Double(busy) / Double(workers) / Self.interval
            return Stop(
                frames: (Double(frame.time - start) / Self.interval).rounded(),
                allowed: needed.rounded(.up) + 2)
        }
        return nil
    }

    /// Jobs of 256 px that waited while the scroll crossed a screen in less
    /// than a quarter of a second.
    var fullJobsInFling: Int {
        zip(frames, frames.dropFirst()).reduce(0) { sum, pair in
            let moved = abs(pair.1.drawn.top - pair.1.drawn.rebased - pair.0.drawn.top)
            let seconds = Double(pair.1.time - pair.0.time) / 1e6
            // After a rest it is a jump.
            let isFling = seconds < 0.2 && moved * 0.25 > screenHeight * seconds
            return sum + (isFling ? pair.1.drawn.fullJobs : 0)
        }
    }

    /// Decodes of what had been decoded before.
    var redecodes: Int {
        struct Key: Hashable {
            let photo: LUID
            let size: ThumbnailSize
            let side: Int
        }
        let different = Set(decodes.map { Key(photo: $0.photo, size: $0.size, side: $0.side) })
        return decodes.count - different.count
    }

    /// Jobs of 256 px that were started out of sight and of the band.
    var startedOffScreen: Int {
        starts.count { start in
            guard start.job.size == .s256, let near = near[start.queue] else { return false }
            return !near.contains(start.job.photo)
        }
    }
}
