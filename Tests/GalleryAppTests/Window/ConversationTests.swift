import CGTK
import Carousel
import GTKKit
import Photos
import Rendering
import Testing

@testable import GalleryApp

/// Sharing photos, and what is said of them.
extension WindowTests {
    @Test func sharingChosenPhotosOpensTheirConversationAtOnce() async throws {
        let library = SyntheticLibrary()
        library.fill(events: [9])
        let test = try await TestWindow(library)
        let photos = (2...4).map { test.timeline.layout.snapshot[$0].luid }
        for photo in photos { test.timeline.selection.toggle(photo) }
        activate("win.share", in: test)
        let sharing = try #require(await opened("Share 3 photos"))
        let entries = widgets(in: sharing).filter { $0.isInstance(of: adw_entry_row_get_type()) }
        try #require(entries.count == 2)
        // Nobody is named yet.
        try press("Share", in: sharing)
        #expect(library.shared.views.isEmpty)
        gtk_editable_set_text(entries[0].opaque, " Bob,Eve <i>, ")
        gtk_editable_set_text(entries[1].opaque, "Look at these & smile")
        try press("Share", in: sharing)
        let window = try #require(await opened("Conversations"))
        let view = try #require(library.shared.views.first)
        #expect(view.summary.participants.map(\.name) == ["Bob", "Eve <i>"])
        #expect(view.messages.map(\.text) == ["Look at these & smile"])
        #expect(view.messages[0].items.compactMap(\.luid) == photos)
        #expect(test.timeline.selection.isEmpty)
        // Names are words, not markup.
        #expect(await wait { labels(in: window).contains("Bob and Eve <i>") })
        let canvas = try #require(test.window.conversations?.canvas)
        #expect(await wait { canvas.layout.photoCount == 3 && canvas.isSettled })
        #expect(canvas.notes == ["0 of 3 photos uploaded, sent when all are"])
        gtk_window_destroy(window.cast())
        #expect(test.window.conversations == nil)
        test.close()
    }

    @Test func aClickOnAConversationSharesThere() async throws {
        let library = SyntheticLibrary()
        library.fill(events: [3])
        let first = try await library.share([LUID(1)], to: .people(["Bob"]), message: nil)
        let test = try await TestWindow(library)
        test.timeline.selection.toggle(LUID(2))
        activate("win.share", in: test)
        let sharing = try #require(await opened("Share 1 photo"))
        var rows: [Widget] = []
        #expect(
            await wait {
                rows = widgets(in: sharing).filter {
                    $0.isInstance(of: adw_action_row_get_type())
                        && !$0.isInstance(of: adw_entry_row_get_type())
                }
                return rows.count == 1
            })
        adw_action_row_activate(rows[0].cast())
        #expect(await wait { library.shared.views.first?.messages.count == 2 })
        #expect(library.shared.views.map(\.id) == [first.conversation])
        let window = try #require(await opened("Conversations"))
        gtk_window_destroy(window.cast())
        test.close()
    }

    @Test func whatIsWrittenIsSaidAndNewsOfOthersShow() async throws {
        let library = SyntheticLibrary()
        library.fill(events: [3])
        let shared = try await library.share([LUID(1)], to: .people(["Bob"]), message: nil)
        let other = try await library.share([LUID(2)], to: .people(["Eve"]), message: nil)
        let test = try await TestWindow(library)
        activate("win.conversations", in: test)
        let window = try #require(await opened("Conversations"))
        let conversations = try #require(test.window.conversations)
        #expect(await wait { conversations.open == other.conversation })
        conversations.show(shared.conversation)
        #expect(await wait { conversations.canvas.view?.id == shared.conversation })
        let entry = try #require(
            widgets(in: window).first { $0.isInstance(of: gtk_entry_get_type()) })
        gtk_editable_set_text(entry.opaque, "Hello")
        try press("Send", in: window)
        #expect(await wait { conversations.canvas.layout.messageCount == 2 })
        #expect(library.shared.views[0].messages[1].text == "Hello")
        #expect(await wait { gtk_editable_get_text(entry.opaque)?.pointee == 0 })
        // What could not be kept stays to be said again.
        library.shared.setFailure(.conversation(.textTooLong(limit: 5)))
        gtk_editable_set_text(entry.opaque, "A long one")
        try press("Send", in: window)
        #expect(await test.says("The message is too long: at most 5 bytes. Send it in several."))
        #expect(gtk_editable_get_text(entry.opaque)?.pointee != 0)
        library.shared.setFailure(nil)
        library.shared.change { views in
            views[1].summary.unread = 3
            views[1].summary.isPending = false
        }
        #expect(await wait { labels(in: window).contains("3") })
        // Opening it is seeing it.
        conversations.show(other.conversation)
        #expect(await wait { !labels(in: window).contains("3") })
        gtk_window_destroy(window.cast())
        test.close()
    }

    @Test func aLongConversationDecodesOnlyWhatIsInSight() async throws {
        let library = SyntheticLibrary()
        library.fill(events: [3])
        let shared = try await library.share([LUID(1)], to: .people(["Bob"]), message: nil)
        library.shared.change { views in
            for message in 0..<40 {
                views[0].messages.append(Self.message(message, photos: 500))
            }
        }
        let test = try await TestWindow(library)
        let before = library.painter.decodes(.s256)
        activate("win.conversations", in: test)
        let window = try #require(await opened("Conversations"))
        let canvas = try #require(test.window.conversations?.canvas)
        #expect(await wait { canvas.layout.photoCount == 20_001 && canvas.isSettled })
        #expect(canvas.view?.id == shared.conversation)
        // The end is in sight: what was said last.
        #expect(canvas.viewport.bottom == canvas.layout.height)
        let decodes = library.painter.decodes(.s256) - before
        let screen = canvas.layout.screenCapacity(height: canvas.viewport.height)
        #expect(decodes > 0 && decodes <= 2 * screen)
        gtk_window_destroy(window.cast())
        test.close()
    }

    @Test func aPhotoOfAnotherIsLikedAndSavedByAClick() async throws {
        let library = SyntheticLibrary()
        library.fill(events: [3])
        library.setStatus {
            $0.state = .upToDate
            $0.account = "me"
        }
        _ = try await library.share([LUID(1)], to: .people(["Bob"]), message: nil)
        library.shared.change { $0[0].messages = [Self.message(1, photos: 2)] }
        let test = try await TestWindow(library)
        activate("win.conversations", in: test)
        let window = try #require(await opened("Conversations"))
        let canvas = try #require(test.window.conversations?.canvas)
        #expect(await wait { canvas.layout.photoCount == 2 && canvas.isSettled })
        func choose(_ words: String) async throws {
            // The last choice has left the window.
            #expect(await wait { !labels(in: window).contains("Save to my photos") })
            let cell = try #require(canvas.layout.cells(from: 0, to: canvas.layout.height).last)
            canvas.choose(
                atX: cell.frame.x + 5, y: cell.frame.y + 5 - canvas.viewport.top)
            #expect(await wait { labels(in: window).contains(words) })
            try press(words, in: window)
        }
        try await choose("Like")
        #expect(await wait { canvas.notes == ["♥ Ada"] })
        try await choose("Like no more")
        #expect(await wait { canvas.notes == [nil] })
        try await choose("Save to my photos")
        #expect(await wait { library.shared.saved.map(\.1) == [[1]] })
        #expect(await test.says("The photo is saved to your photos."))
        // Beside the photos there is nothing to choose.
        canvas.choose(atX: 1, y: 1)
        gtk_window_destroy(window.cast())
        test.close()
    }

    static func message(_ number: Int, photos: Int) -> ConversationView.Message {
        let items = (0..<photos).map { place in
            var bytes = [UInt8](repeating: UInt8(number), count: 32)
            bytes[0] = UInt8(place & 255)
            bytes[1] = UInt8(place >> 8)
            return ConversationView.Item(
                SharedItem(
                    place: place, content: ContentHash(bytes: bytes).unsafelyUnwrapped,
                    name: "IMG_\(place).JPG", byteSize: 1, kind: .photo), luid: nil)
        }
        return ConversationView.Message(
            id: MessageID(OperationID(high: 9, low: UInt64(number))),
            author: Participant(account: "bob", name: "Bob", standing: .member), isOwn: false,
            sentMilliseconds: 1_404_000_000_000 + Int64(number) * 60_000, text: "Day \(number)",
            items: items, likes: [], leftOut: 0, delivery: .sent)
    }

    /// Presses the button with that label.
    private func press(_ label: String, in window: Widget) throws {
        let button = try #require(
            widgets(in: window).first {
                $0.isInstance(of: gtk_button_get_type())
                    && gtk_button_get_label($0.cast()).map { String(cString: $0) } == label
            })
        _ = gtk_widget_activate(button)
    }
}
