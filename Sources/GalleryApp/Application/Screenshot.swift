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
        window.window.addTick { [weak self] _ in self?.frame() ?? false }
    }

    private func frame() -> Bool {
        guard let window else { return false }
        settledFrames = window.isSettled ? settledFrames + 1 : 0
        guard settledFrames > 2 else { return true }
        // Not within a frame: drawing the window is a frame's work itself.
        MainLoop.whenIdle { [self] in
            completion(write())
            return false
        }
        return false
    }

    private func write() -> String? {
        guard let picture = window?.window.picture() else {
            return "The window could not be drawn."
        }
        guard path.isUTF8, picture.writePNG(to: path.display) else {
            return "\(path.display) could not be written."
        }
        return nil
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
