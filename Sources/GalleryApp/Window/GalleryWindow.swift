import CGTK
import Carousel
import GTKKit
import Photos
import Rendering
import Timeline

/// The window: header bar, timeline, viewer over both, and what tells how the
/// library is doing.
package final class GalleryWindow {
    package var window: Widget { held.pointer }
    // Held: the library may have something to tell after the window is gone.
    private let held: Ref<Widget>
    private let progress: Ref<Widget>
    private let toastOverlay: Ref<Widget>
    private let header = HeaderBar()
    private let pages = Pages()
    private let overlay: Widget
    /// Tells when the system is short of memory.
    private let memory = Ref<OpaquePointer>(adopting: g_memory_monitor_dup_default())
    package private(set) var timeline: TimelineView?
    package var scrubber: Scrubber? { pages.scrubber }
    private(set) var viewer: Viewer?
    private(set) var library: (any GalleryLibrary)?
    var actions: PhotoActions?
    /// What is shown instead of the timeline; nil for that.
    private(set) var collection: PhotoCollection?
    var collectionChoice: OpaquePointer?
    var bringBack: OpaquePointer?
    /// Follows the photos that are shown.
    private var showing: Task<Void, Never>?
    /// Whether it is not known yet which they are.
    private var isWaitingForPhotos = true
    /// The toast that offers Undo now; held, as it goes by itself.
    private var undoToast: Ref<OpaquePointer>?
    private var following: [Task<Void, Never>] = []
    private var isScanning = false
    var pauseSync: OpaquePointer?
    private let selectionBar = SelectionBar()
    var conversations: ConversationsWindow?
    /// The person's own at the server.
    private(set) var account: String?
    var isLinked = false
    private let upkeep = UploadUpkeep()
    /// What the user was last told to do for the server.
    private var syncDemand: String?
    private(set) var isLibraryWorking = false

    /// - Parameter application: the AdwApplication that keeps the window.
    package init(_ application: OpaquePointer, width: Int, height: Int) {
        held = Ref(sinking: adw_application_window_new(application.cast()))
        progress = Ref(sinking: gtk_progress_bar_new())
        toastOverlay = Ref(sinking: adw_toast_overlay_new())
        overlay = gtk_overlay_new()
        let (window, progressLine) = (held.pointer, progress.pointer)
        gtk_window_set_title(window.cast(), "Carousel")
        gtk_window_set_default_size(window.cast(), gint(width), gint(height))
        gtk_window_set_icon_name(window.cast(), GalleryApplication.identifier)
        gtk_widget_add_css_class(progressLine, "osd")
        gtk_widget_set_valign(progressLine, GTK_ALIGN_START)
        gtk_widget_set_visible(progressLine, 0)
        let toasts = toastOverlay.pointer
        let content = gtk_overlay_new()!
        gtk_overlay_set_child(content.opaque, pages.widget)
        gtk_overlay_add_overlay(content.opaque, progressLine)
        gtk_overlay_add_overlay(content.opaque, selectionBar.widget)
        gtk_widget_set_vexpand(content, 1)
        let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
        gtk_box_append(column.cast(), header.widget)
        gtk_box_append(column.cast(), content)
        gtk_overlay_set_child(overlay.opaque, column)
        // Over all: what was done in the viewer is said there.
        adw_toast_overlay_set_child(toasts.opaque, overlay)
        adw_application_window_set_content(window.cast(), toasts)
        addActions()
    }

    /// Shows the library's timeline and follows it.
    package func attach(_ library: any GalleryLibrary, strategy: DecodeStrategy = .bySpeed) {
        self.library = library
        let timeline = TimelineView(
            decoder: library.thumbnails, dates: .ofLocale(), strategy: strategy)
        self.timeline = timeline
        let cells = timeline.makeWidget(name: "timeline", role: GTK_ACCESSIBLE_ROLE_GRID)
        cells.setAccessibleLabel("Timeline")
        timeline.attachInput()
        pages.setTimeline(cells, timeline)
        let viewer = Viewer(library: library, timeline: timeline)
        self.viewer = viewer
        gtk_overlay_add_overlay(overlay.opaque, viewer.widget)
        let actions = PhotoActions(library: library, timeline: timeline, viewer: viewer)
        self.actions = actions
        timeline.onKey = { [weak self] in self?.press($0) ?? false }
        viewer.onKey = { [weak actions] in actions?.press($0) ?? false }
        actions.onMessage = { [weak self] text, offersUndo in
            self?.tell(text, offersUndo: offersUndo)
        }
        timeline.onOpen = { [weak viewer] in viewer?.open($0) }
        timeline.onPeriod = { [weak self] period in
            self?.header.show(period: period)
            self?.showTitle()
        }
        viewer.onPhoto = { [weak self] in
            self?.showTitle()
            self?.offerToBringBack()
            if self?.viewer?.isOpen == false { gtk_widget_grab_focus(cells) }
        }
        timeline.onFocus = { [weak self] in self?.offerToBringBack() }
        timeline.onSelection = { [weak self] in self?.showSelection() }
        timeline.newName = { photo in
            // What cannot be read now is not chosen any more.
            (try? library.details(of: photo))?.luid
        }
        upkeep.start(library)
        memory.pointer.connect("low-memory-warning") { [weak timeline] _ in
            timeline?.relieveMemory()
        }
        follow(library)
    }

    /// Says why there is no timeline.
    func show(failure: LibraryError) {
        pages.show(failure: failure.description)
    }

    /// Takes folders into the library and looks through all folders it has.
    func add(_ folders: [FilePath]) async {
        guard let library else { return }
        isScanning = true
        defer {
            isScanning = false
            showPage()
        }
        showPage()
        let before = await problemCount()
        do throws(LibraryError) {
            try await library.lookThrough(adding: folders)
        } catch .cancelled, .closed {
            return
        } catch {
            toast(error.description)
        }
        let problems = await problemCount()
        header.show(problems: problems)
        if problems > before {
            toast(ProblemsWindow.words(problems), button: "Show", action: "win.problems")
        }
    }

    /// Ends the following of the library.
    package func detach() {
        following.forEach { $0.cancel() }
        following = []
        showing?.cancel()
        showing = nil
        upkeep.stop()
    }

    // MARK: - Hidden and deleted photos

    /// Shows a collection in the timeline's place, or the timeline again.
    func show(_ collection: PhotoCollection?) {
        guard let library, collection != self.collection else { return }
        self.collection = collection
        collectionChoice?.setChoice(collection?.rawValue ?? "photos")
        if viewer?.isOpen == true { viewer?.close() }
        actions?.collection = collection
        header.show(collection)
        // Other photos, from their beginning.
        timeline?.selection.clear()
        isWaitingForPhotos = true
        timeline?.show(.empty)
        timeline?.scroll(to: 0)
        offerToBringBack()
        followPhotos(of: library)
    }

    /// Only what there is can be brought back.
    private func offerToBringBack() {
        guard let bringBack else { return }
        let isPossible = collection != nil && actions?.hasPhoto == true
        g_simple_action_set_enabled(bringBack, isPossible ? 1 : 0)
    }

    private func showSelection() {
        selectionBar.show(timeline?.selection.count ?? 0, in: collection)
        offerToBringBack()
    }

    private func press(_ key: Int32) -> Bool {
        if key == GDK_KEY_Escape, timeline?.selection.isEmpty == false {
            timeline?.selection.clear()
            return true
        }
        if key == GDK_KEY_Escape, collection != nil {
            show(nil)
            return true
        }
        return actions?.press(key) ?? false
    }

    private func followPhotos(of library: any GalleryLibrary) {
        showing?.cancel()
        let snapshots = collection.map { library.snapshots(of: $0) } ?? library.snapshots
        showing = Task { [weak self] in
            for await snapshot in snapshots where !Task.isCancelled {
                self?.show(snapshot)
            }
        }
    }

    // MARK: - Following the library

    private func follow(_ library: any GalleryLibrary) {
        followPhotos(of: library)
        following.append(
            Task { [weak self] in
                for await progress in library.progress {
                    self?.show(progress)
                }
            })
        following.append(
            Task { [weak self] in
                for await status in library.syncStatuses {
                    self?.show(status)
                }
            })
        following.append(Task { [weak self] in await self?.showProblemCount() })
        following.append(
            Task { [weak self] in
                do throws(LibraryError) {
                    try await library.keepUp()
                } catch .cancelled, .closed {
                    // The window goes.
                } catch {
                    self?.toast(error.description)
                }
            })
    }

    private func show(_ snapshot: Snapshot) {
        isWaitingForPhotos = false
        timeline?.show(snapshot)
        header.show(photoCount: snapshot.photoCount)
        offerToBringBack()
        showPage()
    }

    /// The window's title for task switchers: the photo that is open, else
    /// the time in sight.
    private func showTitle() {
        let subject = viewer?.title ?? timeline?.period ?? ""
        gtk_window_set_title(
            window.cast(), subject.isEmpty ? "Carousel" : "\(subject) – Carousel")
    }

    private func show(_ progress: LibraryProgress) {
        let words = ProgressWords(progress)
        let wasWorking = isLibraryWorking
        isLibraryWorking = words.isWorking
        header.show(progress: words.line)
        let progressLine = self.progress.pointer
        gtk_widget_set_visible(progressLine, words.isWorking ? 1 : 0)
        if let fraction = words.fraction {
            gtk_progress_bar_set_fraction(progressLine.opaque, fraction)
        } else if words.isWorking {
            gtk_progress_bar_pulse(progressLine.opaque)
        }
        timeline?.thumbnailsMayHaveCome()
        if wasWorking, !words.isWorking {
            Task { [weak self] in await self?.showProblemCount() }
        }
        showPage()
    }

    private func show(_ status: SyncStatus) {
        let words = SyncWords(status)
        header.show(sync: words.line)
        // Said once, in full: the header keeps reminding.
        if let demand = words.demand, demand != syncDemand { toast(demand) }
        syncDemand = words.demand
        isLinked = status.state != .unlinked
        account = status.account
        if let pauseSync {
            g_simple_action_set_enabled(pauseSync, isLinked ? 1 : 0)
            pauseSync.turn(status.isPausedByUser)
        }
        timeline?.thumbnailsMayHaveCome()
    }

    private func showPage() {
        guard let timeline, !isWaitingForPhotos else { return }
        if !timeline.layout.snapshot.isEmpty {
            pages.showTimeline()
        } else if collection == nil, isScanning || isLibraryWorking {
            pages.showSearching()
        } else {
            pages.showEmpty(collection)
        }
    }

    /// Files that are not shown in full; none when that cannot be read, which
    /// the list itself then tells.
    private func problemCount() async -> Int {
        guard let library else { return 0 }
        return await Task.detached { (try? library.problems().count) ?? 0 }.value
    }

    private func showProblemCount() async {
        header.show(problems: await problemCount())
    }

    /// Says what was done. What the last toast offered to undo is then one
    /// step further away, so it goes.
    private func tell(_ text: String, offersUndo: Bool) {
        if let last = undoToast { adw_toast_dismiss(last.pointer) }
        undoToast = nil
        let toast =
            offersUndo
            ? toast(text, button: "Undo", action: "win.undo") : toast(text)
        guard offersUndo, let toast else { return }
        adw_toast_set_timeout(toast, 10)
        undoToast = Ref(retaining: toast)
    }

    @discardableResult
    func toast(
        _ text: String, button: String? = nil, action: String? = nil
    ) -> OpaquePointer? {
        let escaped = g_markup_escape_text(text, -1)
        let toast = adw_toast_new(escaped)
        g_free(escaped)
        if let button, let action {
            adw_toast_set_button_label(toast, button)
            adw_toast_set_action_name(toast, action)
        }
        adw_toast_overlay_add_toast(toastOverlay.pointer.opaque, toast)
        return toast
    }
}
