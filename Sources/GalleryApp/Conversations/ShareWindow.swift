import CGTK
import Carousel
import GTKKit
import Photos

/// Asks with whom photos are to be shared: a click on a conversation shares
/// them there, names make a new one. Nothing waits for an upload.
final class ShareWindow {
    private let window: Widget
    private let library: any GalleryLibrary
    private let photos: [LUID]
    private let names: Ref<Widget>
    private let message: Ref<Widget>
    private let list: Ref<Widget>
    private let group: Ref<Widget>
    private var summaries: [ConversationSummary] = []
    private var isSharing = false
    private let done: (SharedMessage) -> Void
    private let failed: (String) -> Void

    /// - Parameters:
    ///   - photos: at least one.
    ///   - done: told what was shared, which is kept then.
    ///   - failed: told, in words, what could not be done.
    @discardableResult
    init(
        over parent: Widget, library: any GalleryLibrary, photos: [LUID],
        done: @escaping (SharedMessage) -> Void, failed: @escaping (String) -> Void
    ) {
        self.library = library
        self.photos = photos
        self.done = done
        self.failed = failed
        let (window, column) = windowOver(
            parent, title: "Share \(ConversationWords.photos(photos.count))", width: 420,
            height: 480)
        self.window = window
        names = Ref(sinking: adw_entry_row_new())
        message = Ref(sinking: adw_entry_row_new())
        list = Ref(sinking: adw_preferences_group_new())
        group = Ref(sinking: adw_preferences_group_new())
        fill(column)
        let held = Unmanaged.passRetained(self)
        window.connect("destroy") { _ in held.release() }
        gtk_window_present(window.cast())
        gtk_widget_grab_focus(names.pointer)
        Task { await showConversations() }
    }

    private func fill(_ column: Widget) {
        let page = adw_preferences_page_new()!
        gtk_widget_set_vexpand(page, 1)
        adw_preferences_row_set_title(message.pointer.cast(), "Message")
        adw_preferences_row_set_title(names.pointer.cast(), "Names, with commas between")
        adw_preferences_group_set_title(group.pointer.cast(), "New conversation")
        let share: Widget = gtk_button_new_with_label("Share")
        for style in ["suggested-action", "pill"] { gtk_widget_add_css_class(share, style) }
        gtk_widget_set_margin_top(share, 12)
        gtk_widget_set_halign(share, GTK_ALIGN_CENTER)
        share.connect("clicked") { [weak self] _ in self?.shareWithNames() }
        for entry in [names, message] {
            entry.pointer.connect("entry-activated") { [weak self] _ in self?.shareWithNames() }
            adw_preferences_group_add(group.pointer.cast(), entry.pointer)
        }
        adw_preferences_group_add(group.pointer.cast(), share)
        adw_preferences_page_add(page.cast(), group.pointer.cast())
        adw_preferences_page_add(page.cast(), list.pointer.cast())
        gtk_box_append(column.cast(), page)
    }

    private func showConversations() async {
        let library = library
        let found = await Task.detached {
            Result { () throws(LibraryError) in try library.conversations() }
        }.value
        switch found {
        case .success(let all):
            summaries = all.filter { $0.standing == .member && $0.failure == nil }
            guard !summaries.isEmpty else { return }
            adw_preferences_group_set_title(list.pointer.cast(), "Conversations")
            for summary in summaries {
                adw_preferences_group_add(list.pointer.cast(), row(of: summary))
            }
        case .failure(let error): failed(error.description)
        }
    }

    private func row(of summary: ConversationSummary) -> Widget {
        let row = adw_action_row_new()!
        adw_preferences_row_set_use_markup(row.cast(), 0)
        let title = ConversationWords.title(summary)
        adw_preferences_row_set_title(row.cast(), title)
        adw_action_row_set_subtitle(row.cast(), escaped(ConversationWords.line(summary)))
        adw_action_row_add_prefix(row.cast(), adw_avatar_new(32, title, 1))
        gtk_list_box_row_set_activatable(row.cast(), 1)
        row.connect("activated") { [weak self] _ in self?.share(to: .conversation(summary.id)) }
        return row
    }

    private func escaped(_ text: String) -> String {
        guard let escaped = g_markup_escape_text(text, -1) else { return "" }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }

    private func shareWithNames() {
        let people = text(of: names).split(separator: ",")
            .map { $0.trimming { $0 == " " } }.filter { !$0.isEmpty }
        guard !people.isEmpty else {
            gtk_widget_grab_focus(names.pointer)
            return
        }
        share(to: .people(people))
    }

    private func share(to destination: ShareDestination) {
        guard !isSharing else { return }
        isSharing = true
        let words = text(of: message)
        let (library, photos) = (library, photos)
        Task {
            defer { isSharing = false }
            do throws(LibraryError) {
                let shared = try await library.share(
                    photos, to: destination, message: words.isEmpty ? nil : words)
                done(shared)
                gtk_window_close(window.cast())
            } catch {
                failed(error.description)
            }
        }
    }

    private func text(of entry: Ref<Widget>) -> String {
        gtk_editable_get_text(entry.pointer.opaque).map { String(cString: $0) } ?? ""
    }
}

extension Substring {
    /// Without the characters at both ends of which it is true.
    fileprivate nonisolated func trimming(_ isBlank: (Character) -> Bool) -> String {
        var rest = drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return String(rest)
    }
}
