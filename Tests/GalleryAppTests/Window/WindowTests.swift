import CGTK
import Carousel
import Foundation
import GTKKit
import Photos
import Testing

@testable import GalleryApp

/// Everything that needs a display; one after the other, as GTK wants it.
@Suite(.serialized, .enabled(if: Display.isThere, "there is no display; run under xvfb-run"))
struct WindowTests {
    init() throws {
        try #require(gtk_init_check() != 0, "the display named in the environment is not there")
    }

    @Test func anEmptyLibraryInvitesToAddAFolder() async throws {
        let test = try await TestWindow(SyntheticLibrary())
        #expect(await test.says("No photos yet"))
        #expect(await test.says("Add folder…"))
        test.library.fill(events: [3])
        #expect(await wait { !test.words.contains("No photos yet") })
        #expect(await test.says("3 photos"))
        test.library.change { $0.removePhoto(LUID(1)) }
        #expect(await test.says("2 photos"))
        test.close()
    }

    @Test func theTitleIsTheTimeInSight() async throws {
        let library = SyntheticLibrary()
        library.fill(events: [10, 10], lastDay: day(2014, 5, 9))
        library.fill(events: [10], firstLUID: 100, lastDay: day(2011, 1, 3))
        let test = try await TestWindow(library)
        let english = DateWords.english
        #expect(await test.says(test.timeline.dates.monthsAlone[4] + " 2014"))
        test.timeline.scroll(to: test.timeline.layout.height)
        #expect(await test.says(test.timeline.dates.monthsAlone[0] + " 2011"))
        #expect(english.monthsAlone[4] == "May")
        test.close()
    }

    @Test func theLibrarysWorkIsToldAndEnds() async throws {
        let library = SyntheticLibrary()
        library.fill(events: [3])
        let test = try await TestWindow(library)
        library.report(
            LibraryProgress(
                stage: .finishing, filesSeen: 4000, filesRead: 4000, finished: 1000, toFinish: 4000)
        )
        #expect(await test.says("Making thumbnails, 1,000 of 4,000"))
        #expect(!test.window.isSettled)
        library.report(.idle)
        #expect(await test.says("3 photos"))
        test.close()
    }

    @Test func foldersAreTakenInAndProblemsAreTold() async throws {
        let library = SyntheticLibrary()
        library.fill(events: [2])
        let test = try await TestWindow(library)
        let problem = Problem(
            path: FilePath("/photos/a.jpg"), reason: .truncated, detail: "at byte 7")
        library.setProblemsToFind([problem])
        await test.window.add([FilePath("/photos")])
        #expect(library.addedFolders == [FilePath("/photos")])
        #expect(await test.says("1 file can't be shown"))
        await test.window.add([FilePath("/missing")])
        #expect(await test.says("/missing is not a folder"))
        test.close()
    }

    @Test func knownProblemsAreNotToldAgain() async throws {
        let library = SyntheticLibrary()
        library.fill(events: [2])
        library.setProblems([
            Problem(path: FilePath("/photos/a.jpg"), reason: .truncated, detail: "")
        ])
        let test = try await TestWindow(library)
        await test.window.add([])
        await test.settle()
        #expect(!test.words.contains("1 file can't be shown"))
        test.close()
    }

    @Test func theListOfProblemsHasNameAndReasonOfEach() async throws {
        let library = SyntheticLibrary()
        let test = try await TestWindow(library)
        library.setProblems([
            Problem(path: FilePath("/photos/a.jpg"), reason: .truncated, detail: ""),
            Problem(path: FilePath("/photos/b.txt"), reason: .notAPhoto, detail: ""),
        ])
        let before = Set(windows())
        ProblemsWindow.open(over: test.window.window, library: library)
        let opened = try #require(windows().first { !before.contains($0) })
        func lines() -> [String] { labels(in: opened) }
        #expect(await wait { lines().contains("a.jpg") && lines().contains("b.txt") })
        #expect(lines().contains(ProblemReason.truncated.sentence))
        #expect(lines().contains("/photos"))
        gtk_window_destroy(opened.cast())
        test.close()
    }

    @Test func aLibraryThatCannotBeOpenedSaysWhy() async throws {
        let test = try await TestWindow(SyntheticLibrary())
        test.window.show(failure: .newerVersion(directory: "/lib", found: 9, known: 1))
        #expect(await test.says("The library can't be opened"))
        #expect(await test.says("newer version"))
        test.close()
    }

    @Test func aClosedWindowLeavesNothingBehind() async throws {
        weak var timeline: TimelineView?
        weak var viewer: Viewer?
        weak var window: GalleryWindow?
        do {
            let library = SyntheticLibrary()
            library.fill(events: [30])
            let test = try await TestWindow(library)
            await test.settle()
            test.viewer.open(LUID(1))
            #expect(await wait { test.viewer.isSharp })
            (timeline, viewer, window) = (test.timeline, test.viewer, test.window)
            test.close()
            await library.close()
        }
        #expect(await wait { timeline == nil && viewer == nil && window == nil })
    }

    @Test func theShortcutsWindowIsWhole() throws {
        let shortcuts = try #require(ShortcutsWindow.make())
        let widget: Widget = shortcuts.cast()
        gtk_window_present(widget.cast())
        #expect(labels(in: widget).contains("Open the photo"))
        gtk_window_destroy(widget.cast())
    }

    private func windows() -> [Widget] {
        guard let list = gtk_window_get_toplevels() else { return [] }
        return (0..<g_list_model_get_n_items(list)).compactMap { index in
            guard let object = g_list_model_get_item(list, index) else { return nil }
            g_object_unref(object)
            return object.assumingMemoryBound(to: GtkWidget.self)
        }
    }

    func labels(in widget: Widget) -> [String] {
        var found: [String] = []
        if widget.isInstance(of: gtk_label_get_type()),
            let text = gtk_label_get_text(widget.opaque)
        {
            found.append(String(cString: text))
        }
        var child = gtk_widget_get_first_child(widget)
        while let current = child {
            found += labels(in: current)
            child = gtk_widget_get_next_sibling(current)
        }
        return found
    }

    func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
        CalendarDate(year: year, month: month, day: day)?.daysSince1970 ?? 0
    }
}
