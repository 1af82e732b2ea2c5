import CGTK
import Carousel
import GTKKit
import Photos

/// The conversations at the left, the one that is open at the right, and
/// below it what the person is about to say.
final class ConversationsWindow {
    let window: Widget
    private let library: any GalleryLibrary
    private let list: Ref<Widget>
    private let title: Ref<OpaquePointer>
    private let entry: Ref<Widget>
    private let bar: Ref<Widget>
    private let stack: Ref<Widget>
    let canvas: ConversationCanvas
    private(set) var summaries: [ConversationSummary] = []
    private(set) var open: ConversationID?
    private var following: Task<Void, Never>?
    private let tell: (String) -> Void
    /// The own account at the server.
    private let account: String?
    /// The row that is chosen by the program, not by the person.
    private var isChoosing = false

    /// - Parameters:
    ///   - conversation: the one to open; else the newest.
    ///   - account: the person's own at the server.
    ///   - tell: says what was done, or could not be.
    init(
        over parent: Widget, library: any GalleryLibrary, account: String?,
        conversation: ConversationID? = nil, tell: @escaping (String) -> Void
    ) {
        self.library = library
        self.account = account
        self.tell = tell
        open = conversation
        canvas = ConversationCanvas(
            decoder: ConversationThumbnails(library.sharedPixels), dates: .ofLocale())
        window = adw_window_new()
        title = Ref(sinking: adw_window_title_new("Conversations", "").opaque)
        list = Ref(sinking: gtk_list_box_new())
        entry = Ref(sinking: gtk_entry_new())
        bar = Ref(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        stack = Ref(sinking: gtk_stack_new())
        fill(over: parent)
        // The window holds what it shows; it goes with the window.
        let held = Unmanaged.passRetained(self)
        window.connect("destroy") { _ in
            held.takeUnretainedValue().following?.cancel()
            held.release()
        }
        follow()
    }

    private func fill(over parent: Widget) {
        gtk_window_set_title(window.cast(), "Conversations")
        gtk_window_set_transient_for(window.cast(), parent.cast())
        gtk_window_set_default_size(window.cast(), 900, 640)
        let header: Widget = adw_header_bar_new()
        adw_header_bar_set_title_widget(header.opaque, title.pointer.cast())
        let panes = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)!
        gtk_widget_set_vexpand(panes, 1)
        gtk_paned_set_position(panes.opaque, 260)
        gtk_paned_set_start_child(panes.opaque, scroller(of: list.pointer))
        gtk_paned_set_resize_start_child(panes.opaque, 0)
        gtk_paned_set_shrink_start_child(panes.opaque, 0)
        gtk_paned_set_end_child(panes.opaque, messages())
        gtk_widget_add_css_class(list.pointer, "navigation-sidebar")
        list.pointer.setAccessibleLabel("Conversations")
        list.pointer.connect("row-selected") { [weak self] _ in self?.chooseRow() }
        gtk_stack_add_named(stack.pointer.opaque, panes, "conversations")
        gtk_stack_add_named(stack.pointer.opaque, emptyPage(), "empty")
        let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
        gtk_box_append(column.cast(), header)
        gtk_box_append(column.cast(), stack.pointer)
        adw_window_set_content(window.cast(), column)
        closeOnEscape(window)
    }

    private func emptyPage() -> Widget {
        let page = adw_status_page_new()!
        adw_status_page_set_icon_name(page.opaque, "mail-send-symbolic")
        adw_status_page_set_title(page.opaque, "No conversations yet")
        adw_status_page_set_description(
            page.opaque, "Choose photos and press Share: they may still be on their way.")
        return page
    }

    private func messages() -> Widget {
        let photos = canvas.makeWidget(name: "conversation", role: GTK_ACCESSIBLE_ROLE_LIST)
        photos.setAccessibleLabel("Messages")
        canvas.attachInput()
        canvas.onPhoto = { [weak self] photo, place in self?.offer(photo, at: place) }
        let scrolled = scroller(of: photos)
        gtk_widget_set_vexpand(scrolled, 1)
        let box = bar.pointer
        for set in [
            gtk_widget_set_margin_start, gtk_widget_set_margin_end, gtk_widget_set_margin_top,
            gtk_widget_set_margin_bottom,
        ] { set(box, 8) }
        gtk_widget_set_hexpand(entry.pointer, 1)
        gtk_entry_set_placeholder_text(entry.pointer.cast(), "Write a message")
        entry.pointer.setAccessibleLabel("Message")
        entry.pointer.connect("activate") { [weak self] _ in self?.say() }
        let send: Widget = gtk_button_new_with_label("Send")
        gtk_widget_add_css_class(send, "suggested-action")
        send.connect("clicked") { [weak self] _ in self?.say() }
        gtk_box_append(box.cast(), entry.pointer)
        gtk_box_append(box.cast(), send)
        let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
        gtk_box_append(column.cast(), scrolled)
        gtk_box_append(column.cast(), box)
        return column
    }

    private func scroller(of child: Widget) -> Widget {
        let scrolled = gtk_scrolled_window_new()!
        gtk_scrolled_window_set_policy(
            scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scrolled.opaque, child)
        return scrolled
    }

    // MARK: - Following the library

    private func follow() {
        following = Task { [weak self, library] in
            for await _ in library.conversationChanges {
                guard !Task.isCancelled else { return }
                let found = await Task.detached {
                    Result { () throws(LibraryError) in try library.conversations() }
                }.value
                switch found {
                case .success(let summaries): await self?.show(summaries)
                case .failure(let error): self?.tell(error.description)
                }
            }
        }
    }

    private func show(_ summaries: [ConversationSummary]) async {
        self.summaries = summaries
        if !summaries.contains(where: { $0.id == open }) { open = summaries.first?.id }
        showRows()
        gtk_stack_set_visible_child_name(
            stack.pointer.opaque, summaries.isEmpty ? "empty" : "conversations")
        await showMessages()
    }

    private func showRows() {
        isChoosing = true
        defer { isChoosing = false }
        while let row = gtk_widget_get_first_child(list.pointer) {
            gtk_list_box_remove(list.pointer.opaque, row)
        }
        for summary in summaries {
            let row = ConversationRow.make(summary)
            gtk_list_box_append(list.pointer.opaque, row)
            guard summary.id == open, let shown = gtk_widget_get_parent(row) else { continue }
            gtk_list_box_select_row(list.pointer.opaque, shown.cast())
        }
    }

    private func chooseRow() {
        guard !isChoosing, let row = gtk_list_box_get_selected_row(list.pointer.opaque) else {
            return
        }
        let index = Int(gtk_list_box_row_get_index(row))
        guard summaries.indices.contains(index) else { return }
        show(summaries[index].id)
    }

    /// Opens a conversation.
    func show(_ conversation: ConversationID) {
        open = conversation
        Task { await showMessages() }
    }

    private func showMessages() async {
        guard let open else { return canvas.show(nil) }
        let library = library
        let found = await Task.detached {
            Result { () throws(LibraryError) in try library.conversation(open) }
        }.value
        // Another may have been chosen meanwhile.
        guard open == self.open else { return }
        switch found {
        case .success(let view):
            canvas.show(view)
            show(view?.summary)
            guard view?.summary.unread ?? 0 > 0 else { return }
            await attempt { () async throws(LibraryError) in try await library.markSeen(open) }
        case .failure(let error): tell(error.description)
        }
    }

    private func show(_ summary: ConversationSummary?) {
        adw_window_title_set_title(
            title.pointer, summary.map(ConversationWords.title) ?? "Conversations")
        let names = summary.map { ConversationWords.names($0.participants) } ?? ""
        adw_window_title_set_subtitle(
            title.pointer, summary?.title?.isEmpty == false ? names : "")
        let canSpeak = summary?.standing == .member && summary?.failure == nil
        gtk_widget_set_sensitive(bar.pointer, canSpeak ? 1 : 0)
    }

    // MARK: - Acts

    /// Sends what is written; the field is empty once it is kept.
    private func say() {
        guard let open, let words = gtk_editable_get_text(entry.pointer.opaque) else { return }
        let text = String(cString: words)
        guard !text.isEmpty else { return }
        let library = library
        Task {
            let isKept = await attempt { () async throws(LibraryError) in
                _ = try await library.say(text, in: open)
            }
            if isKept { gtk_editable_set_text(entry.pointer.opaque, "") }
        }
    }

    /// Offers what can be done with a photo, where it was clicked.
    private func offer(_ photo: ChosenPhoto, at place: graphene_rect_t) {
        guard let parent = canvas.widget else { return }
        let library = library
        let (conversation, message, item) = (photo.conversation, photo.message, photo.item)
        var choices: [PhotoChoice] = []
        let isLiked = photo.isLiked(by: account)
        choices.append(
            PhotoChoice(words: isLiked ? "Like no more" : "Like") { [weak self] in
                await self?.attempt { () async throws(LibraryError) in
                    try await library.like(
                        message.id, place: item.place, in: conversation, !isLiked)
                }
            })
        if item.luid == nil, !item.isGone {
            choices.append(
                PhotoChoice(words: "Save to my photos") { [weak self] in
                    let isKept = await self?.attempt { () async throws(LibraryError) in
                        try await library.save([item.place], of: message.id, in: conversation)
                    }
                    if isKept == true { self?.tell("The photo is saved to your photos.") }
                })
        }
        PhotoChoice.offer(choices, over: parent, at: place)
    }

    /// - Returns: whether it could be done; else the person is told why not.
    @discardableResult
    private func attempt(_ act: () async throws(LibraryError) -> Void) async -> Bool {
        do throws(LibraryError) {
            try await act()
            return true
        } catch {
            tell(error.description)
            return false
        }
    }
}

/// A conversation in the list: what it is called, what was said last, and how
/// much of it is new.
private enum ConversationRow {
    static func make(_ summary: ConversationSummary) -> Widget {
        let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)!
        gtk_widget_set_margin_top(row, 6)
        gtk_widget_set_margin_bottom(row, 6)
        let title = ConversationWords.title(summary)
        let avatar = adw_avatar_new(36, title, 1)!
        gtk_box_append(row.cast(), avatar)
        let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)!
        gtk_widget_set_hexpand(column, 1)
        gtk_box_append(column.cast(), label(title, style: "heading"))
        gtk_box_append(column.cast(), label(ConversationWords.line(summary), style: "dim-label"))
        gtk_box_append(row.cast(), column)
        if summary.unread > 0 {
            let count: Widget = gtk_label_new("\(summary.unread)")
            for style in ["unread", "caption"] { gtk_widget_add_css_class(count, style) }
            gtk_widget_set_valign(count, GTK_ALIGN_CENTER)
            count.setAccessibleLabel("\(summary.unread) new")
            gtk_box_append(row.cast(), count)
        }
        return row
    }

    private static func label(_ text: String, style: String) -> Widget {
        let label: Widget = gtk_label_new(text)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_single_line_mode(label.opaque, 1)
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        gtk_widget_add_css_class(label, style)
        return label
    }
}
