import CGTK
import GTKKit
import GalleryApp
import Photos
import Rendering

/// The gallery's window on a made-up library, and what its frames did while a
/// script ran.
@MainActor
final class RenderStage {
    let library: RenderLibrary
    let window: GalleryWindow
    let timeline: TimelineView
    private let strategy: DecodeStrategy
    private let takesPictures: Bool
    private var meter: FrameMeter?
    private var drawn: DrawnFrame?
    private var frames: [RenderRun.Frame] = []
    /// Photos in sight or within one screen of it, by the queue's state.
    private var near: [Int: Set<LUID>] = [:]
    private var cellsInSight = 0
    private(set) var pictures: [Texture] = []

    /// One for all windows: GIO exports an application's actions once.
    private static let application: Ref<OpaquePointer> = {
        let application = Ref(
            adopting: adw_application_new(
                "org.carousel.Gallery.Bench", G_APPLICATION_NON_UNIQUE
            ).opaque)
        g_application_register(application.pointer.cast(), nil, nil)
        GalleryApplication.prepareStyle()
        // Without its frame a window would get the shadow of one under a
        // compositor, which cairo blurs anew in every frame.
        StyleSheet.add("window { box-shadow: none; }")
        return application
    }()

    init(
        _ library: RenderLibrary, _ strategy: DecodeStrategy, takesPictures: Bool
    ) throws {
        self.library = library
        self.strategy = strategy
        self.takesPictures = takesPictures
        window = GalleryWindow(Self.application.pointer, width: 1200, height: 800)
        gtk_window_present(window.window.cast())
        // The frame that GTK draws without a compositor would take its part.
        gtk_widget_remove_css_class(window.window, "solid-csd")
        window.attach(library, strategy: strategy)
        guard let timeline = window.timeline else {
            throw BenchmarkError("the window has no timeline")
        }
        self.timeline = timeline
        try turn("the first screen is not drawn") { timeline.frames.frames > 0 }
        timeline.scroll(to: 3000)
        timeline.requestFrames()
        try turn("the first screen does not get sharp") { [self] in isAtRest }
        // The page fades in, once in a window's life.
        let faded = g_get_monotonic_time() + 500_000
        try turn("time stands still") { g_get_monotonic_time() > faded }
    }

    /// Runs a script to its end and until all has come to rest.
    func run(_ script: RenderScript) -> RenderRun {
        var start: Int?
        var before = 0.0
        var isOver = false
        _ = library.decoder.take()
        _ = timeline.workers.takeStarts()
        timeline.onFrame = { [unowned self] in note($0) }
        meter = FrameMeter(window.window) { [unowned self] in finish($0) }
        window.window.addTick { [unowned self] time in
            let begin = start ?? time
            start = begin
            let now = min(Double(time - begin) / 1e6, script.duration)
            script.act(on: self, from: before, to: now)
            let distance = script.distance(from: before, to: now)
            if distance != 0 { timeline.scroll(to: timeline.viewport.top + distance) }
            before = now
            isOver = now >= script.duration
            return !isOver
        }
        while !isOver || !isAtRest { MainLoop.turn(mayBlock: true) }
        window.scrubber?.endDrag()
        meter = nil
        timeline.onFrame = { _ in }
        return RenderRun(
            script: script, strategy: strategy, frames: frames, near: near,
            decodes: library.decoder.take(), starts: timeline.workers.takeStarts(),
            workers: timeline.workers.count, screenHeight: timeline.viewport.height)
    }

    /// Drags the scrubber to a share of its way.
    func jump(to share: Double) {
        window.scrubber?.drag(toShare: share)
    }

    func close() {
        window.detach()
        gtk_window_destroy(window.window.cast())
        while MainLoop.turn() {}
    }

    private var isAtRest: Bool {
        timeline.frames.isSettled && timeline.workers.isIdle
    }

    private func turn(_ problem: String, until isTrue: () -> Bool) throws {
        let end = g_get_monotonic_time() + 60_000_000
        // A timer wakes the loop, so that the time is looked at.
        let timer = MainLoop.after(milliseconds: 100) { true }
        defer { timer.cancel() }
        while !isTrue() {
            guard g_get_monotonic_time() < end else { throw BenchmarkError(problem) }
            MainLoop.turn(mayBlock: true)
        }
    }

    private func note(_ frame: DrawnFrame) {
        drawn = frame
        // Counted from the layout itself, not from what the policy planned.
        let (layout, viewport) = (timeline.layout, timeline.viewport)
        let cells = layout.cells(
            from: viewport.top - viewport.height, to: viewport.bottom + viewport.height)
        near[frame.queue] = Set(cells.map(\.record.luid))
        cellsInSight = layout.cells(from: viewport.top, to: viewport.bottom).count
    }

    private func finish(_ microseconds: Double) {
        guard let drawn else { return }
        self.drawn = nil
        let time = window.window.frameTime ?? 0
        frames.append(
            RenderRun.Frame(
                time: time, microseconds: microseconds, drawn: drawn, cells: cellsInSight))
        guard takesPictures, frames.count % 20 == 0, let widget = timeline.widget else { return }
        if let picture = widget.picture() { pictures.append(picture) }
    }
}
