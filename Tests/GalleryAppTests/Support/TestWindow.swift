import CGTK
import GTKKit
import Photos
import Testing

@testable import GalleryApp

/// A gallery's window on a synthetic library, as the program makes it.
final class TestWindow {
    let library: SyntheticLibrary
    let window: GalleryWindow
    let timeline: TimelineView
    let viewer: Viewer

    /// One for all: GIO exports an application's actions under its name once.
    private static let application: Ref<OpaquePointer> = {
        let application = Ref(
            adopting: adw_application_new(
                "org.carousel.Gallery.Tests", G_APPLICATION_NON_UNIQUE
            ).opaque)
        #expect(g_application_register(application.pointer.cast(), nil, nil) != 0)
        GalleryApplication.prepareStyle()
        return application
    }()

    /// - Parameter opensEvents: whether large events are shown whole.
    init(
        _ library: SyntheticLibrary, width: Int = 420, height: Int = 420,
        opensEvents: Bool = true
    ) async throws {
        self.library = library
        window = GalleryWindow(Self.application.pointer, width: width, height: height)
        // The frame that GTK draws without a compositor would take its part.
        gtk_window_present(window.window.cast())
        gtk_widget_remove_css_class(window.window, "solid-csd")
        window.attach(library)
        timeline = try #require(window.timeline)
        viewer = try #require(window.viewer)
        await showsLibrary()
        guard opensEvents else { return }
        for event in 0..<timeline.layout.snapshot.eventCount {
            timeline.setOpened(true, eventAt: event)
        }
    }

    /// Waits until the library's present state is on the screen.
    func showsLibrary() async {
        let version = library.snapshot.version
        let timeline = timeline
        #expect(
            await wait {
                timeline.layout.snapshot.version == version
                    && (timeline.layout.snapshot.isEmpty || timeline.frames.frames > 0)
            })
    }

    /// Waits until the timeline is sharp and nothing moves.
    func settle() async {
        let before = timeline.frames.frames
        timeline.requestFrames()
        #expect(
            await wait {
                self.timeline.frames.isSettled && self.timeline.frames.frames > before
                    && self.timeline.tick == nil && self.timeline.workers.isIdle
            }, "the timeline does not settle")
    }

    /// Photos in sight, first to last.
    var inSight: [LUID] {
        let viewport = timeline.viewport
        return timeline.layout.cells(from: viewport.top, to: viewport.bottom).map(\.record.luid)
    }

    /// Where a photo's cell begins on the screen.
    func place(of photo: LUID) -> Double? {
        timeline.layout.snapshot.position(of: photo).map {
            timeline.layout.frame(ofPosition: $0).y - timeline.viewport.top
        }
    }

    /// The text of all labels that are shown.
    var words: [String] {
        var found: [String] = []
        func look(_ widget: Widget) {
            guard gtk_widget_get_visible(widget) != 0, gtk_widget_get_child_visible(widget) != 0
            else { return }
            if widget.isInstance(of: gtk_label_get_type()),
                let text = gtk_label_get_text(widget.opaque)
            {
                found.append(String(cString: text))
            }
            var child = gtk_widget_get_first_child(widget)
            while let current = child {
                look(current)
                child = gtk_widget_get_next_sibling(current)
            }
        }
        look(window.window)
        return found
    }

    /// Waits until a label says this.
    func says(_ text: String) async -> Bool {
        await wait { self.words.contains { $0.contains(text) } }
    }

    func close() {
        window.detach()
        gtk_window_destroy(window.window.cast())
        while MainLoop.turn() {}
    }
}
