import CGTK
import GTKKit
import Photos

/// Writes a picture of the window as soon as everything in sight is sharp and
/// the library rests.
final class Screenshot {
    private weak var window: GalleryWindow?
    private let path: FilePath
    private let completion: (String?) -> Void
    /// Frames that have been settled in a row: one more than the last change
    /// of the window needs to be drawn.
    private var settledFrames = 0
    private var attempts = 0
    /// Each takes some frames: a few seconds at least.
    private static let mostAttempts = 100

    /// - Parameter completion: called once, with what went wrong.
    init(
        of window: GalleryWindow, to path: FilePath, completion: @escaping (String?) -> Void
    ) {
        self.window = window
        self.path = path
        self.completion = completion
        // Where there is no compositor, GTK puts a frame around the window;
        // the picture is of the window alone, in the size that was asked for.
        gtk_widget_remove_css_class(window.window, "solid-csd")
        waitForFrames()
    }

    private func waitForFrames() {
        window?.window.addTick { [weak self] _ in self?.frame() ?? false }
    }

    private func frame() -> Bool {
        guard let window else { return false }
        settledFrames = window.isSettled ? settledFrames + 1 : 0
        guard settledFrames > 2 else { return true }
        // Not within a frame: drawing the window is a frame's work itself.
        MainLoop.whenIdle { [self] in
            takePicture()
            return false
        }
        return false
    }

    /// On a busy machine a window is told of frames before it has been drawn
    /// for the first time: then it is tried again after the next ones.
    private func takePicture() {
        guard let picture = window?.window.picture() else {
            attempts += 1
            guard attempts < Self.mostAttempts else {
                return completion("The window could not be drawn.")
            }
            settledFrames = 0
            if let window { gtk_widget_queue_draw(window.window) }
            return waitForFrames()
        }
        guard path.isUTF8, picture.writePNG(to: path.display) else {
            return completion("\(path.display) could not be written.")
        }
        completion(nil)
    }
}

extension GalleryWindow {
    /// Whether the library rests and every cell in sight is as sharp as it
    /// gets.
    var isSettled: Bool {
        guard let timeline else { return false }
        guard !isLibraryWorking, timeline.workers.isIdle else { return false }
        return timeline.layout.snapshot.isEmpty || timeline.frames.isSettled
    }
}
