import CGTK
import GTKKit
import Photos
import Rendering

/// Draws a conversation: bubbles of text, and photos in mosaics by the
/// timeline's policy. Only what is in sight is decoded and drawn.
final class ConversationCanvas: Canvas {
    /// Around the text of a bubble.
    static let padding = (x: 12.0, y: 8.0)
    private static let headingHeight = 22.0
    private static let noteHeight = 20.0
    /// Messages of one person within this time stand under one heading.
    private static let quietMilliseconds: Int64 = 30 * 60_000

    private(set) var layout = ConversationLayout(width: 1)
    private(set) var view: ConversationView?
    var policy = RenderPolicy<Texture>(cache: .standard)
    private let decoder: ConversationThumbnails
    private(set) lazy var workers = DecodeWorkers(decoder: decoder) { [weak self] results in
        self?.receive(results)
    }
    let dates: DateWords
    var texts = TextCache()
    var placeholders = Placeholders()
    /// What stands above and below the messages.
    private(set) var headings: [String?] = []
    private(set) var notes: [String?] = []
    private var records = ConversationRecords()
    private var blocks: [ConversationBlock] = []
    private(set) var width = 1
    private(set) var height = 1
    private var tick: Tick?
    private var isFrameOwed = false
    private var waiting = 0
    /// Whether the newest message is to be in sight, as long as it was.
    private var sticksToEnd = true
    private(set) var isSettled = false

    /// The person chose a photo, which is drawn there.
    var onPhoto: (_ photo: ChosenPhoto, _ place: graphene_rect_t) -> Void = { _, _ in }

    init(decoder: ConversationThumbnails, dates: DateWords) {
        self.decoder = decoder
        self.dates = dates
    }

    /// Shows a conversation, or a newer state of it; nil for none.
    func show(_ view: ConversationView?) {
        if view?.id != self.view?.id { sticksToEnd = true }
        self.view = view
        lay(out: view?.messages ?? [])
    }

    override func measure(_ orientation: GtkOrientation) -> (minimum: Int, natural: Int) {
        (200, 480)
    }

    override func allocate(width: Int, height: Int) {
        guard width != self.width || height != self.height else { return }
        let isWider = width != self.width
        self.width = width
        self.height = height
        if isWider { lay(out: view?.messages ?? []) } else { updateAdjustment() }
    }

    override func scrolled() {
        if let verticalAdjustment {
            let end = gtk_adjustment_get_upper(verticalAdjustment) - Double(height)
            sticksToEnd = gtk_adjustment_get_value(verticalAdjustment) >= end - 2
        }
        requestFrames()
    }

    override func styleChanged() {
        texts.removeAll()
        requestFrames()
    }

    override func disposed() {
        if let tick { widget?.removeTick(tick) }
        tick = nil
    }

    /// Listens to the pointer. Once, after `makeWidget`.
    func attachInput() {
        guard let widget, let click = gtk_gesture_click_new() else { return }
        click.connect("released") { [weak self] arguments in
            guard let self else { return }
            choose(atX: arguments.double(2), y: arguments.double(3))
        }
        gtk_widget_add_controller(widget, click)
    }

    /// Chooses the photo at a point of the widget, if there is one.
    func choose(atX x: Double, y: Double) {
        let viewport = viewport
        guard let view, let (index, place) = layout.photo(atX: x, y: y + viewport.top) else {
            return
        }
        let message = view.messages[index]
        guard message.delivery == .sent, message.items.indices.contains(place) else { return }
        onPhoto(
            ChosenPhoto(conversation: view.id, message: message, item: message.items[place]),
            graphene_rect_t(x: x, y: y, width: 1, height: 1))
    }

    var viewport: Viewport {
        let scale = widget.map { Int(gtk_widget_get_scale_factor($0)) } ?? 1
        let top = verticalAdjustment.map { gtk_adjustment_get_value($0) } ?? 0
        return Viewport(top: top, height: Double(height), scale: scale)
    }

    // MARK: - Layout

    private func lay(out messages: [ConversationView.Message]) {
        guard let widget else { return }
        headings = []
        notes = messages.map(ConversationWords.note)
        blocks = []
        records.begin()
        var last: ConversationView.Message?
        for (index, message) in messages.enumerated() {
            let isNew =
                last.map {
                    $0.author != message.author
                        || message.sentMilliseconds - $0.sentMilliseconds > Self.quietMilliseconds
                } ?? true
            headings.append(isNew ? heading(of: message) : nil)
            blocks.append(block(of: message, index, in: widget))
            last = message
        }
        layout = ConversationLayout(blocks, width: width)
        decoder.setItems(records.items)
        policy.retryMissing()
        updateAdjustment()
        requestFrames()
    }

    private func block(
        of message: ConversationView.Message, _ index: Int, in widget: Widget
    ) -> ConversationBlock {
        var block = ConversationBlock(
            headingHeight: headings[index] == nil ? 0 : Self.headingHeight,
            photos: message.items.map { records.record(of: $0) },
            noteHeight: notes[index] == nil ? 0 : Self.noteHeight, isOwn: message.isOwn)
        if let text = message.text, !text.isEmpty {
            let size = texts.text(text, .message, for: widget, width: textWidth).size
            block.textWidth = Double(size.width) + 2 * Self.padding.x
            block.textHeight = Double(size.height) + 2 * Self.padding.y
        }
        return block
    }

    /// What the lines of a bubble may take.
    var textWidth: Int {
        ConversationLayout.mosaicWidth(width) - 2 * Int(Self.padding.x)
    }

    private func heading(of message: ConversationView.Message) -> String {
        let time = dates.moment(ConversationWords.clockTime(message.sentMilliseconds))
        return message.isOwn ? time : "\(message.author.name) · \(time)"
    }

    private func updateAdjustment() {
        guard let verticalAdjustment else { return }
        let page = Double(height)
        let upper = max(layout.height, page)
        let value =
            sticksToEnd ? upper - page : gtk_adjustment_get_value(verticalAdjustment)
        gtk_adjustment_configure(
            verticalAdjustment, min(value, upper - page), 0, upper, 40, page * 0.9, page)
    }

    // MARK: - Frames

    func requestFrames() {
        guard let widget else { return }
        isFrameOwed = true
        gtk_widget_queue_draw(widget)
        guard tick == nil else { return }
        tick = widget.addTick { [weak self] _ in
            guard let self, let widget = self.widget else { return false }
            gtk_widget_queue_draw(widget)
            guard !isFrameOwed, !policy.speed.isMoving, !policy.isResizing, waiting == 0 else {
                return true
            }
            tick = nil
            return false
        }
    }

    private func receive(_ results: [DecodeWorkers.Result]) {
        var changesSight = false
        for result in results {
            let bytes = result.texture.map { $0.width * $0.height * 4 } ?? 0
            if policy.receive(result.job, result.texture, bytes: bytes) { changesSight = true }
        }
        if changesSight || waiting > 0 { requestFrames() }
    }

    override func draw(with painter: Painter) {
        isFrameOwed = false
        let viewport = viewport
        let plan = policy.plan(layout, viewport, at: widget?.frameTime ?? 0)
        let decoded = Dictionary(
            policy.decode(plan.cells.compactMap(\.decode), by: decoder).map {
                ($0.job.photo, $0.picture)
            },
            uniquingKeysWith: { first, _ in first })
        let area = graphene_rect_t(x: 0, y: 0, width: Double(width), height: Double(height))
        painter.clip(to: area) {
            drawMessages(in: viewport, with: painter)
            drawPhotos(of: plan, decoded, in: viewport, area, with: painter)
        }
        workers.replace(visible: plan.visibleJobs, ahead: plan.aheadJobs, screen: plan.screen)
        waiting = plan.waiting
        isSettled = plan.isSettled
    }
}
