import CGTK
import Carousel
import GTKKit
import Photos

/// What menus, keys and buttons do.
extension GalleryWindow {
    /// Adds what menus, keys and buttons call.
    func addActions() {
        window.addAction("add-folder") { [weak self] in self?.chooseFolder() }
        window.addAction("folders") { [weak self] in self?.showFolders() }
        let pauseSync = window.addSwitch("pause-sync") { [weak self] isPaused in
            Task { await self?.setSyncPaused(isPaused) }
        }
        g_simple_action_set_enabled(pauseSync, 0)
        self.pauseSync = pauseSync
        window.addAction("favourite") { [weak self] in self?.actions?.toggleFavourite() }
        window.addAction("hide") { [weak self] in self?.actions?.hide() }
        window.addAction("delete") { [weak self] in self?.actions?.delete() }
        let bringBack = window.addAction("bring-back") { [weak self] in
            self?.actions?.bringBack()
        }
        g_simple_action_set_enabled(bringBack, 0)
        self.bringBack = bringBack
        collectionChoice = window.addChoice("show", now: "photos") { [weak self] word in
            self?.show(PhotoCollection(rawValue: word))
        }
        window.addAction("share") { [weak self] in self?.share() }
        window.addAction("conversations") { [weak self] in self?.showConversations() }
        window.addAction("undo") { [weak self] in self?.actions?.undo() }
        window.addAction("select-all") { [weak self] in self?.timeline?.selectAll() }
        window.addAction("select-none") { [weak self] in self?.timeline?.selection.clear() }
        window.addAction("problems") { [weak self] in self?.showProblems() }
        window.addAction("zoom-in") { [weak self] in self?.timeline?.zoom(larger: true) }
        window.addAction("zoom-out") { [weak self] in self?.timeline?.zoom(larger: false) }
        window.addAction("zoom-reset") { [weak self] in self?.timeline?.resetZoom() }
        window.addAction("fullscreen") { [weak self] in self?.toggleFullscreen() }
        gtk_application_window_set_help_overlay(window.cast(), ShortcutsWindow.make())
    }

    private func chooseFolder() {
        FolderChooser.open(over: window) { [weak self] folder in
            Task { await self?.add([folder]) }
        }
    }

    private func showFolders() {
        guard let library else { return }
        FoldersWindow.open(over: window, library: library, isLinked: isLinked) { [weak self] in
            self?.toast($0)
        }
    }

    private func share() {
        guard let library, let photos = actions?.photos, !photos.isEmpty else { return }
        ShareWindow(over: window, library: library, photos: photos) { [weak self] shared in
            self?.timeline?.selection.clear()
            self?.showConversations(shared.conversation)
        } failed: { [weak self] in
            self?.toast($0)
        }
    }

    func showConversations(_ conversation: ConversationID? = nil) {
        guard let library else { return }
        if let open = conversations {
            if let conversation { open.show(conversation) }
            gtk_window_present(open.window.cast())
            return
        }
        let opened = ConversationsWindow(
            over: window, library: library, account: account, conversation: conversation
        ) { [weak self] in self?.toast($0) }
        conversations = opened
        opened.window.connect("destroy") { [weak self] _ in self?.conversations = nil }
        gtk_window_present(opened.window.cast())
    }

    private func setSyncPaused(_ isPaused: Bool) async {
        guard let library else { return }
        do throws(LibraryError) {
            if isPaused { try await library.pauseSync() } else { try await library.resumeSync() }
        } catch {
            pauseSync?.turn(!isPaused)
            toast(error.description)
        }
    }

    private func showProblems() {
        guard let library else { return }
        ProblemsWindow.open(over: window, library: library)
    }

    private func toggleFullscreen() {
        if gtk_window_is_fullscreen(window.cast()) != 0 {
            gtk_window_unfullscreen(window.cast())
        } else {
            gtk_window_fullscreen(window.cast())
        }
    }
}
