import CGTK
import GTKKit
import Photos

extension RenderScript {
    /// Does what comes up between two moments besides scrolling.
    @MainActor
    func act(on stage: RenderStage, from start: Double, to end: Double) {
        switch self {
        case .scrubberJump: jump(stage, start, end)
        case .resize: resize(stage, start, end)
        case .snapshotSwap:
            if (end * 10).rounded(.down) > (start * 10).rounded(.down), end < 3 { swap(stage) }
        case .slowRead, .wheel, .fling, .backAndForth: break
        }
    }

    @MainActor
    private func jump(_ stage: RenderStage, _ start: Double, _ end: Double) {
        if end < 4 {
            // A place by the golden ratio: all over the timeline.
            let number = (end / 0.5).rounded(.down)
            guard number > (start / 0.5).rounded(.down) else { return }
            stage.jump(to: (number * 0.618_034).truncatingRemainder(dividingBy: 1))
        } else if end < 6 {
            stage.jump(to: (end - 4) / 2)
        }
    }

    @MainActor
    private func resize(_ stage: RenderStage, _ start: Double, _ end: Double) {
        guard end < 5, (end * 8).rounded(.down) > (start * 8).rounded(.down) else { return }
        let step = Int(end * 8)
        let width = 1200 - 40 * abs(step % 20 - 10)
        gtk_window_set_default_size(stage.window.window.cast(), gint(width), 800)
        if step % 10 == 5 { stage.timeline.zoom(larger: step % 20 == 5) }
    }

    /// Photos come at the front and go all over.
    @MainActor
    private func swap(_ stage: RenderStage) {
        let library = stage.library
        let snapshot = library.snapshot
        library.change { transaction in
            for number in 0..<30 {
                let position = (number * 7919 + Int(snapshot.version) * 104_729)
                transaction.removePhoto(snapshot[position % snapshot.photoCount].luid)
            }
            for number in 0..<50 {
                var record = snapshot[0]
                let luid = Int64(snapshot.version) * 1000 + Int64(number)
                record.luid = LUID(20_000_000 + luid)
                record.taken = record.taken?.advanced(byMilliseconds: 60_000 * Int64(number + 1))
                transaction.addPhoto(record)
            }
        }
    }
}
