import CGTK
import Carousel
import GTKKit
import Photos
import Testing

@testable import GalleryApp

/// Keys and menu entries that do something to a photo.
extension WindowTests {
    /// A window on one event of so many photos, and these.
    func test(_ count: Int = 12) async throws -> (TestWindow, [LUID]) {
        let library = SyntheticLibrary()
        library.fill(events: [count])
        let test = try await TestWindow(library)
        await test.settle()
        return (test, (0..<count).map { library.snapshot[$0].luid })
    }

    func activate(_ action: String, in test: TestWindow) {
        #expect(gtk_widget_activate_action_variant(test.window.window, action, nil) != 0)
    }

    @Test func aHiddenPhotoIsGoneAtOnceAndUndoBringsItBack() async throws {
        let (test, photos) = try await test()
        test.timeline.focus = photos[3]
        #expect(test.timeline.onKey(GDK_KEY_h))
        #expect(await wait { test.timeline.layout.snapshot.position(of: photos[3]) == nil })
        #expect(test.timeline.focus == photos[4], "the keyboard goes on to the next")
        #expect(await test.says("Photo hidden"))
        activate("win.undo", in: test)
        #expect(await test.says("Undone"))
        #expect(await wait { test.timeline.layout.snapshot.position(of: photos[3]) == 3 })
        #expect(test.library.acts == [.hide])
        test.close()
    }

    private func show(_ what: String, in test: TestWindow) {
        #expect(
            gtk_widget_activate_action_variant(
                test.window.window, "win.show", g_variant_new_string(what)) != 0)
    }

    private func shows(_ photos: [LUID], _ test: TestWindow) async -> Bool {
        await wait {
            let snapshot = test.timeline.layout.snapshot
            return (0..<snapshot.photoCount).map { snapshot[$0].luid } == photos
        }
    }

    @Test func hiddenPhotosAreFoundAndShownAgainFromAPlaceOfTheirOwn() async throws {
        let (test, photos) = try await test()
        for photo in [photos[3], photos[5]] {
            test.timeline.focus = photo
            #expect(test.timeline.onKey(GDK_KEY_h))
            #expect(await wait { test.timeline.layout.snapshot.position(of: photo) == nil })
        }
        show("hidden", in: test)
        #expect(await shows([photos[3], photos[5]], test))
        #expect(await test.says("Hidden photos") && test.words.contains("Show again"))
        test.timeline.focus = photos[3]
        #expect(test.timeline.onKey(GDK_KEY_h), "the key that hides them shows them again")
        #expect(await shows([photos[5]], test))
        #expect(await test.says("Photo shown again"))
        #expect(test.timeline.focus == photos[5])
        activate("win.undo", in: test)
        #expect(await shows([photos[3], photos[5]], test))
        test.timeline.focus = photos[5]
        activate("win.bring-back", in: test)
        #expect(await shows([photos[3]], test))
        #expect(test.timeline.onKey(GDK_KEY_Escape))
        #expect(await wait { test.timeline.layout.snapshot.photoCount == 11 })
        #expect(!test.words.contains("Show again"))
        #expect(test.library.acts == [.hide, .hide, .unhide, .unhide])
        test.close()
    }

    @Test func deletedPhotosAreRestoredFromAPlaceOfTheirOwn() async throws {
        let (test, photos) = try await test(4)
        test.timeline.focus = photos[1]
        activate("win.delete", in: test)
        #expect(await wait { test.timeline.layout.snapshot.photoCount == 3 })
        show("deleted", in: test)
        #expect(await shows([photos[1]], test))
        #expect(await test.says("Deleted photos") && test.words.contains("Restore"))
        test.timeline.focus = photos[1]
        #expect(test.timeline.onKey(GDK_KEY_Delete))
        #expect(await test.says("in the trash"))
        test.viewer.open(photos[1])
        #expect(test.viewer.onKey(GDK_KEY_r))
        #expect(await test.says("No deleted photos"))
        #expect(!test.viewer.isOpen && test.words.contains("Back to all photos"))
        show("photos", in: test)
        #expect(await shows(photos, test))
        #expect(test.library.acts == [.delete, .restore])
        // In the timeline there is nothing to bring back.
        test.timeline.focus = photos[0]
        #expect(!test.timeline.onKey(GDK_KEY_r) && !test.timeline.onKey(GDK_KEY_Escape))
        test.close()
    }

    private func isBringingBackOffered(_ test: TestWindow) -> Bool {
        g_action_group_get_action_enabled(test.window.window.opaque, "bring-back") != 0
    }

    @Test func onlyThePhotoInHandIsOfferedToBeBroughtBack() async throws {
        let (test, photos) = try await test(4)
        test.timeline.focus = photos[1]
        #expect(!isBringingBackOffered(test), "it is in the timeline")
        show("deleted", in: test)
        #expect(await test.says("No deleted photos"))
        #expect(!isBringingBackOffered(test), "there is none")
        show("photos", in: test)
        #expect(await shows(photos, test))
        test.timeline.focus = photos[1]
        activate("win.delete", in: test)
        #expect(await wait { test.timeline.layout.snapshot.photoCount == 3 })
        show("deleted", in: test)
        #expect(await shows([photos[1]], test))
        #expect(!isBringingBackOffered(test), "none is chosen")
        test.timeline.focus = photos[1]
        #expect(isBringingBackOffered(test))
        test.timeline.focus = nil
        #expect(!isBringingBackOffered(test))
        test.viewer.open(photos[1])
        #expect(isBringingBackOffered(test))
        activate("win.bring-back", in: test)
        #expect(await test.says("No deleted photos"))
        #expect(!isBringingBackOffered(test))
        test.close()
    }

    @Test func aCollectionIsEmptyOnlyOnceThatIsKnown() async throws {
        let (test, photos) = try await test(4)
        test.timeline.focus = photos[1]
        activate("win.delete", in: test)
        #expect(await wait { test.timeline.layout.snapshot.photoCount == 3 })
        test.library.keepCollections()
        show("deleted", in: test)
        test.library.report(LibraryProgress(stage: .reading, filesSeen: 77))
        #expect(await test.says("77"))
        #expect(!test.words.contains("No deleted photos"))
        test.library.tellCollections()
        #expect(await shows([photos[1]], test))
        #expect(!test.words.contains("No deleted photos"))
        test.close()
    }

    @Test func deletingInTheViewerGoesOnToTheNextPhoto() async throws {
        let (test, photos) = try await test(3)
        test.viewer.open(photos[0])
        #expect(test.viewer.onKey(GDK_KEY_Delete))
        #expect(test.viewer.photo == photos[1])
        #expect(await wait { test.timeline.layout.snapshot.photoCount == 2 })
        #expect(await test.says("Photo moved to the trash"))
        #expect(test.viewer.onKey(GDK_KEY_Delete))
        #expect(test.viewer.photo == photos[2])
        #expect(await wait { test.timeline.layout.snapshot.photoCount == 1 })
        #expect(test.viewer.onKey(GDK_KEY_Delete))
        #expect(!test.viewer.isOpen)
        #expect(await wait { test.timeline.layout.snapshot.photoCount == 0 })
        test.close()
    }

    @Test func theFavouriteMarkGoesOnAndOff() async throws {
        let (test, photos) = try await test()
        test.timeline.focus = photos[0]
        activate("win.favourite", in: test)
        #expect(
            await wait {
                test.timeline.layout.snapshot.record(of: photos[0])?.flags
                    .contains(.favourite) == true
            })
        activate("win.favourite", in: test)
        #expect(await wait { test.library.acts == [.favourite, .unfavourite] })
        test.close()
    }

    @Test func aFileThatStaysIsSaidInPlainWords() async throws {
        let (test, photos) = try await test()
        test.library.setFailures([
            .init(photo: photos[0], path: FilePath("/photos/x.jpg"), problem: .noTrash)
        ])
        test.timeline.focus = photos[0]
        activate("win.delete", in: test)
        #expect(await test.says("/photos/x.jpg stays where it is"))
        test.close()
    }

    @Test func withoutAPhotoInHandNothingHappens() async throws {
        let (test, _) = try await test()
        activate("win.delete", in: test)
        #expect(await test.says("Choose a photo first"))
        #expect(test.library.acts.isEmpty)
        activate("win.undo", in: test)
        #expect(await test.says("There is nothing to undo"))
        test.close()
    }
}
