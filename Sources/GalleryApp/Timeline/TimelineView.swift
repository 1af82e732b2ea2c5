import CGTK
import GTKKit
import Photos
import Rendering
import Timeline

/// The timeline's widget: asks the renderer's policy what to draw and draws
/// it, scrolls, and tells the window what the person does.
///
/// Only cells in sight exist: as pictures in the policy's caches and, for
/// assistive technology, as pooled children.
package final class TimelineView: Canvas {
    package private(set) var layout = TimelineLayout(.empty, width: 1)
    package var policy: RenderPolicy<Texture>
    let decoder: any ThumbnailDecoding
    package private(set) lazy var workers = DecodeWorkers(decoder: decoder) { [weak self] results in
        self?.receive(results)
    }
    let dates: DateWords
    var texts = TextCache()
    /// What headers say, by the event's index in the snapshot that is shown.
    var eventWords: [Int: EventWords] = [:]
    var placeholders = Placeholders()
    var accessibleCells = AccessibleCells()
    var tick: Tick?
    var pointer: (x: Double, y: Double)?
    /// The photo that the keyboard is at.
    var focus: LUID? {
        didSet { if focus != oldValue { onFocus() } }
    }
    /// The photos that are chosen, to act on all at once.
    var selection = PhotoSelection() {
        didSet { if selection != oldValue { selectionChanged() } }
    }
    /// The rectangle that the pointer draws around photos.
    var band: RubberBand?
    /// The photo under the pointer.
    var hovered: LUID?
    /// Cells of the last frame that still wait for a thumbnail there is.
    var waiting = 0
    /// Whether something has changed that no frame has shown yet.
    private var isFrameOwed = false
    package private(set) var frames = FrameLog()
    /// Tells of every frame when it is drawn.
    package var onFrame: (DrawnFrame) -> Void = { _ in }
    /// What the frame being made has decoded, for the meter.
    private var decoding = DecodeTime()
    private var meter: FrameMeter?
    private var rebased = 0.0
    /// Rows for the columns that may come next, and for which snapshot and
    /// columns they were made last.
    var prepared = PreparedRows()
    var preparing: (version: UInt64, columns: Int, opened: Int)?
    /// Cells that slide to new places.
    var motion: CellMotion?
    /// The frame being drawn, in microseconds.
    private(set) var frameTime = 0
    /// Tells of every scroll.
    var onPlace: () -> Void = {}
    private(set) var width = 1
    private(set) var height = 1

    /// A key that means nothing here.
    var onKey: (Int32) -> Bool = { _ in false }
    /// The keyboard is at another photo, or at none.
    var onFocus: () -> Void = {}
    /// Other photos are chosen, or none.
    var onSelection: () -> Void = {}
    /// The photo that one has become part of; nil when it is gone.
    var newName: (LUID) -> LUID? = { _ in nil }
    /// The person opens a photo.
    var onOpen: (LUID) -> Void = { _ in }
    /// What is in sight is of another time now.
    var onPeriod: (String) -> Void = { _ in }
    /// The time of what is in sight, in words; empty when there is nothing.
    private(set) var period = ""

    init(
        decoder: any ThumbnailDecoding, dates: DateWords, strategy: DecodeStrategy = .bySpeed
    ) {
        self.decoder = decoder
        self.dates = dates
        policy = RenderPolicy(cache: .standard, strategy: strategy)
    }

    package override func measure(_ orientation: GtkOrientation) -> (minimum: Int, natural: Int) {
        (CellGrid.zoomRange.lowerBound, 2 * CellGrid.zoomRange.upperBound)
    }

    package override func allocate(width: Int, height: Int) {
        if width != self.width || height != self.height {
            keepingPlace(Anchor(layout, viewport, nearestTo: readingPosition)) {
                self.width = width
                self.height = height
                layout.resize(
                    width: width, wantedCell: layout.wantedCell, prepared: prepared)
            }
        }
        placeAccessibleCells()
    }

    package override func scrolled() {
        requestFrames()
        onPlace()
    }

    package override func styleChanged() {
        texts.removeAll()
    }

    package override func disposed() {
        meter = nil
        accessibleCells.unparentAll()
        if let tick { widget?.removeTick(tick) }
        tick = nil
    }

    // MARK: - Place

    /// What is in sight. The scroll bar's lower end moves when photos come or
    /// go above, so that its value, which a kinetic scroll holds on to, need
    /// not.
    package var viewport: Viewport {
        let scale = widget.map { Int(gtk_widget_get_scale_factor($0)) } ?? 1
        let top = verticalAdjustment.map {
            gtk_adjustment_get_value($0) - gtk_adjustment_get_lower($0)
        }
        return Viewport(top: top ?? 0, height: Double(height), scale: scale)
    }

    var readingPosition: Double { viewport.top + viewport.height / 2 }

    /// Scrolls there at once; a kinetic scroll that is under way ends.
    package func scroll(to top: Double) {
        guard let verticalAdjustment else { return }
        stopKineticScroll()
        gtk_adjustment_set_value(
            verticalAdjustment, gtk_adjustment_get_lower(verticalAdjustment) + top)
    }

    /// A kinetic scroll sets the adjustment in every frame, whatever others
    /// have set. Only switching the ability off ends it.
    private func stopKineticScroll() {
        guard let widget, let parent = gtk_widget_get_parent(widget),
            parent.isInstance(of: gtk_scrolled_window_get_type())
        else { return }
        gtk_scrolled_window_set_kinetic_scrolling(parent.opaque, 0)
        gtk_scrolled_window_set_kinetic_scrolling(parent.opaque, 1)
    }

    /// Changes the layout and keeps what the anchor holds where it is.
    func keepingPlace(_ anchor: Anchor, _ change: () -> Void) {
        let before = viewport.top
        change()
        let after = anchor.top(in: layout, viewportHeight: Double(height))
        policy.rebase(by: after - before)
        rebased += after - before
        if let verticalAdjustment {
            let value = gtk_adjustment_get_value(verticalAdjustment)
            let page = Double(height)
            let row = Double(layout.grid.rowPitch)
            gtk_adjustment_configure(
                verticalAdjustment, value, value - after,
                value - after + max(layout.height, page), row, max(row, page - row), page)
        }
        requestFrames()
    }

    /// Changes the layout below what is in sight.
    func changeLayout(_ change: (inout TimelineLayout) -> Void) {
        keepingPlace(Anchor(layout, viewport, nearestTo: viewport.top)) { change(&layout) }
    }

    /// Shows a newer state of the library.
    func show(_ snapshot: Snapshot) {
        let (old, oldTop) = (layout, viewport.top)
        keepingPlace(Anchor(layout, viewport, nearestTo: readingPosition)) {
            layout.update(to: snapshot)
            // They would keep the old snapshot's memory.
            prepared = PreparedRows()
            preparing = nil
            eventWords.removeAll(keepingCapacity: true)
        }
        startMotion(from: old, top: oldTop)
        if !selection.isEmpty { selection.follow(snapshot, newName: newName) }
        if let focus, snapshot.position(of: focus) == nil { self.focus = nil }
    }

    /// Shows cells of about this width; `anchor` stays in its place.
    package func setWantedCell(_ wantedCell: Int, keeping anchor: Anchor) {
        keepingPlace(anchor) {
            layout.resize(width: width, wantedCell: wantedCell, prepared: prepared)
            // With fewer columns the photo might be folded away.
            if let photo = anchor.photo, let position = layout.snapshot.position(of: photo) {
                layout.unfold(position)
            }
        }
        motion = nil
    }

    /// Thumbnails have been made since: cells without one ask again.
    func thumbnailsMayHaveCome() {
        policy.retryMissing()
        if frames.hasPlaceholders { requestFrames() }
    }

    /// Lets go of most pictures out of sight: the system is short of memory.
    /// They may come again later.
    func relieveMemory() {
        policy.setCacheBudget(CacheBudget.standard.underPressure)
        policy.setCacheBudget(.standard)
    }

    // MARK: - Frames

    /// Draws from the next frame on until nothing moves any more.
    package func requestFrames() {
        guard let widget else { return }
        isFrameOwed = true
        gtk_widget_queue_draw(widget)
        guard tick == nil else { return }
        tick = widget.addTick { [weak self] _ in
            guard let self, let widget = self.widget else { return false }
            gtk_widget_queue_draw(widget)
            // A tick comes before its frame is drawn: what it sees of the
            // policy is the frame before.
            guard !isFrameOwed, !policy.speed.isMoving, !policy.isResizing, waiting == 0,
                motion == nil
            else { return true }
            // At rest: assistive technology learns what is in sight now. Not
            // within the frame, of which it would take the better half.
            tick = nil
            MainLoop.whenIdle { [weak self] in
                self?.updateAccessibleCells()
                return false
            }
            return false
        }
    }

    private func receive(_ results: [DecodeWorkers.Result]) {
        var changesSight = false
        for result in results {
            let bytes = result.texture.map { $0.width * $0.height * 4 } ?? 0
            if policy.receive(result.job, result.texture, bytes: bytes) { changesSight = true }
        }
        // Also without a change: what was ahead may be next in the queue.
        if changesSight || waiting > 0 { requestFrames() }
    }

    package override func draw(with painter: Painter) {
        let start = ThreadTime.now()
        isFrameOwed = false
        meterFrames()
        let viewport = viewport
        var frame = DrawnFrame()
        frameTime = widget?.frameTime ?? 0
        if motion?.advance(to: frameTime) == false { motion = nil }
        let plan = policy.plan(layout, viewport, at: frameTime)
        let (decoded, time) = decode(plan)
        let (folds, foldTime) = makeFolds(plan)
        decoding.add(time)
        decoding.add(foldTime)
        let area = graphene_rect_t(x: 0, y: 0, width: Double(width), height: Double(height))
        painter.clip(to: area) {
            frame.rungs = drawCells(
                of: plan, decoded, folds, in: viewport, area, with: painter)
            drawFoldCounts(plan.folds, in: viewport, with: painter)
            drawFocus(in: viewport, with: painter)
            drawBand(in: viewport, with: painter)
            drawHeaders(in: viewport, with: painter)
        }
        frame.queue = workers.replace(
            visible: plan.visibleJobs, ahead: plan.aheadJobs, screen: plan.screen)
        waiting = plan.waiting
        announcePeriod(in: viewport)
        frame.top = viewport.top
        frame.rebased = rebased
        rebased = 0
        frame.pixelsPerSecond = policy.speed.pixelsPerSecond
        frame.decodes = time.count + foldTime.count
        frame.visibleJobs = plan.visibleJobs.count
        frame.aheadJobs = plan.aheadJobs.count
        frame.fullJobs = (plan.visibleJobs + plan.aheadJobs).count { $0.size == .s256 }
        frame.screen = plan.screen
        frame.cacheBytes = policy.cacheByteCount
        frame.isSettled = plan.isSettled && motion == nil
        frame.snapshotMicroseconds = ThreadTime.now() - start
        frames.add(frame)
        onFrame(frame)
        prepareRows()
    }

    /// Tells the policy what whole frames cost, painting included.
    private func meterFrames() {
        guard meter == nil, let widget else { return }
        meter = FrameMeter(widget) { [weak self] microseconds in
            guard let self else { return }
            policy.observeFrame(
                total: microseconds, decodes: decoding.count,
                decoding: decoding.microseconds)
            decoding = DecodeTime()
        }
    }

    private func announcePeriod(in viewport: Viewport) {
        let text = periodText(in: viewport)
        guard text != period else { return }
        period = text
        // The title bar must not change while it may be drawn.
        MainLoop.whenIdle { [weak self] in
            if let self { onPeriod(period) }
            return false
        }
    }
}

/// What decodes within one frame have cost.
struct DecodeTime {
    var count = 0
    var microseconds = 0.0

    mutating func add(_ other: DecodeTime) {
        count += other.count
        microseconds += other.microseconds
    }
}
