import CGTK
import Carousel
import GTKKit
import Photos

/// The desktop program: one window on one library.
public final class GalleryApplication {
    /// The name of the desktop entry, the icon and the bus.
    static let identifier = "org.carousel.Gallery"
    public static let version = "0.1"

    /// How the library is opened, which happens while the window comes up.
    public typealias Opening = @Sendable () async throws(LibraryError) -> any GalleryLibrary

    private let options: GalleryOptions
    private let openLibrary: Opening
    private let application: Ref<OpaquePointer>
    private var window: GalleryWindow?
    private var screenshot: Screenshot?
    private var library: (any GalleryLibrary)?
    /// What could not be done, for standard error and the exit code.
    private(set) var failure: Failure?

    struct Failure {
        let text: String
        /// Whether the library could not be opened.
        let isOfLibrary: Bool
    }

    /// - Precondition: `GalleryApplication.hasDisplay`.
    public init(_ options: GalleryOptions, openLibrary: @escaping Opening) {
        self.options = options
        self.openLibrary = openLibrary
        // Each has a library of its own: a second start is a second program.
        application = Ref(
            adopting: adw_application_new(Self.identifier, G_APPLICATION_NON_UNIQUE).opaque)
        application.pointer.connect("activate") { [weak self] _ in self?.activate() }
        application.pointer.connect("startup", after: true) { [weak self] _ in self?.startUp() }
    }

    /// Whether there is a display to open a window on.
    public static var hasDisplay: Bool { gtk_init_check() != 0 }

    /// Runs until the window is closed and the library is let go.
    ///
    /// - Precondition: it is called from the main thread, outside any `await`,
    ///   after `MainLoop.attachMainActor()`.
    public func run() {
        g_set_prgname(Self.identifier)
        g_set_application_name("Carousel")
        g_application_run(application.pointer.cast(), 0, nil)
        closeLibrary()
    }

    /// Adds the program's own style rules to the display.
    package static func prepareStyle() {
        StyleSheet.add(GalleryStyle.rules)
    }

    private func startUp() {
        Self.prepareStyle()
        let application = application.pointer
        application.addAction("quit") { [weak self] in self?.quit() }
        application.addAction("about") { [weak self] in
            guard let self else { return }
            AboutWindow.open(over: window?.window)
        }
        let app: UnsafeMutablePointer<GtkApplication> = application.cast()
        app.setKeys(["<Control>q"], for: "app.quit")
        app.setKeys(["<Control>w"], for: "window.close")
        app.setKeys(["<Control>o"], for: "win.add-folder")
        app.setKeys(["F11"], for: "win.fullscreen")
        app.setKeys(["<Control>z"], for: "win.undo")
        app.setKeys(["<Control>a"], for: "win.select-all")
        app.setKeys(["<Control><Shift>a"], for: "win.select-none")
        app.setKeys(["<Control>question"], for: "win.show-help-overlay")
        app.setKeys(
            ["<Control>plus", "<Control>equal", "<Control>KP_Add"], for: "win.zoom-in")
        app.setKeys(["<Control>minus", "<Control>KP_Subtract"], for: "win.zoom-out")
        app.setKeys(["<Control>0", "<Control>KP_0"], for: "win.zoom-reset")
    }

    private func activate() {
        guard window == nil else { return }
        let window = GalleryWindow(
            application.pointer, width: options.width, height: options.height)
        self.window = window
        gtk_window_present(window.window.cast())
        Task { [weak self] in await self?.open(in: window) }
    }

    private func open(in window: GalleryWindow) async {
        do throws(LibraryError) {
            let library = try await openLibrary()
            self.library = library
            window.attach(library)
            window.show(options.collection)
        } catch {
            failure = Failure(text: error.description, isOfLibrary: true)
            window.show(failure: error)
            if options.screenshot != nil { quit() }
            return
        }
        await window.add(options.folders)
        if let path = options.screenshot {
            screenshot = Screenshot(of: window, to: path) { [weak self] problem in
                self?.failure = problem.map { Failure(text: $0, isOfLibrary: false) }
                self?.quit()
            }
        }
    }

    /// Closes the window at once; the loop ends with it, and the library is
    /// let go without a dead window on the screen.
    private func quit() {
        guard let window else { return g_application_quit(application.pointer.cast()) }
        gtk_window_destroy(window.window.cast())
    }

    /// Waits for the library to end its work, so that nothing is cut short.
    private func closeLibrary() {
        window?.detach()
        guard let library else { return }
        var isClosed = false
        Task {
            await library.close()
            isClosed = true
        }
        while !isClosed {
            MainLoop.turn(mayBlock: true)
        }
    }
}
