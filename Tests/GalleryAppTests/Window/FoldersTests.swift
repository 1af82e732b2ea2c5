import CGTK
import Carousel
import GTKKit
import Photos
import Testing

@testable import GalleryApp

extension WindowTests {
    @Test func aFolderIsSwitchedBetweenUploadedAndOnlyShown() async throws {
        let library = SyntheticLibrary()
        library.fill(events: [2])
        let (camera, shots) = (FilePath("/photos/camera"), FilePath("/photos/screenshots"))
        library.setRoots([
            Root(path: camera, isAvailable: true),
            Root(
                path: shots, isAvailable: false, settings: FolderSettings(uploads: false)),
        ])
        library.setStatus { $0.state = .upToDate }
        let test = try await TestWindow(library)
        activate("win.folders", in: test)
        let window = try #require(await opened("Folders"))
        #expect(await wait { switches(in: window).count == 2 })
        #expect(
            switches(in: window).map { gtk_switch_get_active($0.opaque) != 0 } == [true, false])
        gtk_switch_set_active(switches(in: window)[0].opaque, 0)
        gtk_switch_set_active(switches(in: window)[1].opaque, 1)
        #expect(
            await wait {
                (try? library.roots().map(\.settings.uploads)) == [false, true]
            })
        gtk_window_destroy(window.cast())
        test.close()
    }

    @Test func foldersOfALibraryWithoutAServerHaveNothingToSwitch() async throws {
        let library = SyntheticLibrary()
        library.fill(events: [2])
        library.setRoots([Root(path: FilePath("/photos/camera"), isAvailable: true)])
        let test = try await TestWindow(library)
        activate("win.folders", in: test)
        let window = try #require(await opened("Folders"))
        #expect(await wait { labels(in: window).contains("camera") })
        #expect(switches(in: window).isEmpty)
        gtk_window_destroy(window.cast())
        test.close()
    }

    @Test func syncingIsPausedAndGoesOnByTheMenu() async throws {
        let library = SyntheticLibrary()
        library.fill(events: [2])
        let test = try await TestWindow(library)
        let action = try #require(
            g_action_map_lookup_action(test.window.window.opaque, "pause-sync"))
        #expect(g_action_get_enabled(action) == 0)
        library.setStatus { $0.state = .upToDate }
        #expect(await wait { g_action_get_enabled(action) != 0 })
        activate("win.pause-sync", in: test)
        #expect(await test.says("2 photos · sync paused"))
        #expect(action.isOn)
        activate("win.pause-sync", in: test)
        // The words go once the library has gone on: "2 photos" stands there
        // all the time, and what came after would be undone by the going on.
        #expect(await wait { !test.words.contains { $0.contains("paused") } })
        #expect(!action.isOn)
        // Paused by another program, it shows here too.
        library.setStatus {
            $0.state = .paused
            $0.isPausedByUser = true
        }
        #expect(await wait { action.isOn })
        test.close()
    }

    /// The window of that title, once it is there.
    func opened(_ title: String) async -> Widget? {
        var found: Widget?
        _ = await wait {
            guard let windows = gtk_window_list_toplevels() else { return false }
            defer { g_list_free(windows) }
            var item: UnsafeMutablePointer<GList>? = windows
            while let current = item {
                if let data = current.pointee.data {
                    let window = data.assumingMemoryBound(to: GtkWidget.self)
                    if gtk_window_get_title(window.cast()).map({ String(cString: $0) }) == title {
                        found = window
                    }
                }
                item = current.pointee.next
            }
            return found != nil
        }
        return found
    }

    private func switches(in window: Widget) -> [Widget] {
        widgets(in: window).filter { $0.isInstance(of: gtk_switch_get_type()) }
    }

    func widgets(in widget: Widget) -> [Widget] {
        var found = [widget]
        var child = gtk_widget_get_first_child(widget)
        while let current = child {
            found += widgets(in: current)
            child = gtk_widget_get_next_sibling(current)
        }
        return found
    }
}
