import CGTK
import Carousel
import GTKKit
import Photos
import Rendering
import Timeline

/// Shows one photo large on black, over the whole window. Arrows lead to its
/// neighbours, Escape back to the timeline.
final class Viewer {
    var widget: Widget { overlay.pointer }
    // Held: a picture may come after the window is gone.
    private let overlay: Ref<Widget>
    private let canvas = PictureCanvas()
    private let controls: ViewerControls
    private let loader: PictureLoader
    private let library: any GalleryLibrary
    private let timeline: TimelineView
    private(set) var photo: LUID?
    private var position = 0

    /// When the photo that is open was taken, in words; nil when none is.
    private(set) var title: String?

    /// A key that means nothing here.
    var onKey: (Int32) -> Bool = { _ in false }
    /// Another photo is open, or none any more.
    var onPhoto: () -> Void = {}

    init(library: any GalleryLibrary, timeline: TimelineView) {
        self.library = library
        self.timeline = timeline
        loader = PictureLoader(library: library)
        controls = ViewerControls()
        self.overlay = Ref(sinking: gtk_overlay_new())
        let overlay = self.overlay.pointer
        gtk_widget_add_css_class(overlay, "viewer")
        let picture = canvas.makeWidget(name: "picture", role: GTK_ACCESSIBLE_ROLE_IMG)
        gtk_overlay_set_child(overlay.opaque, picture)
        controls.add(to: overlay)
        gtk_widget_set_visible(overlay, 0)
        gtk_widget_set_focusable(overlay, 1)
        controls.onClose = { [weak self] in self?.close() }
        controls.onMove = { [weak self] in self?.move(by: $0) }
        attachKeys()
        picture.connect("notify::scale-factor") { [weak self] _ in self?.loadPicture() }
        canvas.onResize = { [weak self] in self?.loadPicture() }
    }

    var isOpen: Bool { photo != nil }
    /// Whether the picture itself has come, not its thumbnail only.
    var isSharp: Bool { canvas.shown.picture != nil }

    var isGrowing: Bool { canvas.isGrowing }
    var areControlsShown: Bool { controls.areShown }

    /// Opens a photo; it grows out of its cell where that is in sight.
    func open(_ photo: LUID) {
        guard show(photo) else { return }
        gtk_widget_set_visible(widget, 1)
        gtk_widget_set_can_target(widget, 1)
        gtk_widget_grab_focus(widget)
        canvas.grow(between: placeOfCell(photo), isClosing: false)
        controls.wake()
    }

    /// Goes back to the timeline, which has followed.
    func close() {
        guard let photo else { return }
        self.photo = nil
        loader.cancel()
        controls.sleep()
        controls.hideMessage()
        timeline.reveal(photo)
        // A click that comes while the picture shrinks is for the timeline.
        gtk_widget_set_can_target(widget, 0)
        canvas.grow(between: placeOfCell(photo), isClosing: true) { [weak self] in
            guard let self, self.photo == nil else { return }
            gtk_widget_set_visible(widget, 0)
            canvas.shown = PictureCanvas.Shown()
            loader.removeAll()
        }
        title = nil
        onPhoto()
    }

    /// Goes to a neighbour: 1 to the next in the timeline's order.
    func move(by distance: Int) {
        guard let photo else { return }
        let snapshot = timeline.layout.snapshot
        // Of a photo that is gone meanwhile its place is left.
        let current = snapshot.position(of: photo) ?? position
        let target = current + distance
        guard target >= 0, target < snapshot.photoCount else { return }
        _ = show(snapshot[target].luid, direction: distance)
    }

    private func show(_ photo: LUID, direction: Int = 1) -> Bool {
        let snapshot = timeline.layout.snapshot
        guard let position = snapshot.position(of: photo) else { return false }
        let record = snapshot[position]
        self.photo = photo
        self.position = position
        canvas.shown = PictureCanvas.Shown(
            width: Int(record.width), height: Int(record.height),
            thumbnail: thumbnail(of: record),
            picture: loader.picture(of: photo, maxSide: Self.maxSide(for: widget)))
        canvas.isDimmed = false
        canvas.widget?.setAccessibleLabel(timeline.accessibleLabel(of: record))
        let title = record.taken.map { timeline.dates.moment($0) } ?? "No date"
        self.title = title
        controls.show(
            title: title, hasPrevious: position > 0,
            hasNext: position + 1 < snapshot.photoCount)
        showDetails(of: record)
        loadPicture(direction: direction)
        onPhoto()
        return true
    }

    /// The 256 px thumbnail, decoded now where the timeline has not done so.
    private func thumbnail(of record: HotRecord) -> Texture? {
        let side = ThumbnailSize.s256.pixels
        if let held = timeline.policy.picture(of: record.luid), held.width >= side { return held }
        let pixels = timeline.decoder.pixels(of: record.luid, .s256, side: side)
        return pixels.map { Texture(bgra: $0.bgra, width: $0.side, height: $0.side) }
            ?? timeline.policy.picture(of: record.luid)
    }

    private func loadPicture(direction: Int = 1) {
        guard let photo, let pictureWidget = canvas.widget else { return }
        let room = Self.maxSide(for: pictureWidget)
        let snapshot = timeline.layout.snapshot
        let neighbours = [position + direction, position - direction]
            .filter { $0 >= 0 && $0 < snapshot.photoCount }.map { snapshot[$0].luid }
        loader.load(photo, then: neighbours, maxSide: room) { [weak self] result in
            guard let self, self.photo == photo else { return }
            switch result {
            case .success(let picture): show(picture)
            case .failure(let error):
                canvas.isDimmed = true
                controls.show(message: error.pictureSentence)
            }
        }
    }

    /// What covers the window, in steps: a window that is being resized must
    /// not have a picture decoded for every pixel.
    private static func maxSide(for widget: Widget) -> Int {
        guard let root = gtk_widget_get_root(widget) else { return 1024 }
        let window: Widget = root.cast()
        let side = max(gtk_widget_get_width(window), gtk_widget_get_height(window))
        let pixels = Int(side * gtk_widget_get_scale_factor(widget))
        return max(1024, (pixels + 511) / 512 * 512)
    }

    private func show(_ picture: Texture) {
        controls.hideMessage()
        canvas.isDimmed = false
        var shown = canvas.shown
        if shown.width == 0 || shown.height == 0 {
            shown.width = picture.width
            shown.height = picture.height
        }
        shown.picture = picture
        canvas.shown = shown
    }

    /// File name, camera and where the photo is; a photo whose row cannot be read shows all the
    /// same, and says why its details are missing.
    private func showDetails(of record: HotRecord) {
        do throws(LibraryError) {
            guard let details = try library.details(of: record.luid) else { return }
            let name = details.paths.first.map { String(decoding: $0.name, as: UTF8.self) }
            let parts = [name, details.metadata.camera, SyncWords.place(of: details)]
                .compactMap(\.self)
            controls.show(subtitle: parts.joined(separator: " · "))
        } catch {
            controls.show(subtitle: error.description)
        }
    }

    /// The place of a photo's cell in the viewer.
    private func placeOfCell(_ photo: LUID) -> graphene_rect_t? {
        guard let cells = timeline.widget, var place = timeline.placeInSight(of: photo) else {
            return nil
        }
        var x = 0.0
        var y = 0.0
        guard gtk_widget_translate_coordinates(cells, widget, 0, 0, &x, &y) != 0 else {
            return nil
        }
        place.origin.x += Float(x)
        place.origin.y += Float(y)
        return place
    }

    private func attachKeys() {
        guard let keys = gtk_event_controller_key_new() else { return }
        // Before the buttons, for which arrows move the focus.
        gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
        keys.connect("key-pressed") { [weak self] arguments in
            let handled = self?.press(Int32(bitPattern: arguments.unsigned(1)))
            arguments.answer(handled ?? false)
        }
        gtk_widget_add_controller(widget, keys)
    }

    private func press(_ key: Int32) -> Bool {
        switch key {
        case GDK_KEY_Escape, GDK_KEY_BackSpace: close()
        case GDK_KEY_Left, GDK_KEY_Up, GDK_KEY_Page_Up: move(by: -1)
        case GDK_KEY_Right, GDK_KEY_Down, GDK_KEY_Page_Down, GDK_KEY_space: move(by: 1)
        default: return onKey(key)
        }
        return true
    }
}
