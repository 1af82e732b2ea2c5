internal import CGTK

/// Measures what the frames of a window cost the main thread, from before
/// layout to after all is painted.
// Spelled out: an isolated deinit does not see the module's default isolation.
@MainActor
public final class FrameMeter {
    private let clock: Ref<OpaquePointer>
    private var handlers: [SignalHandler] = []
    private var start: Double?

    /// Nil while the widget is not in a window.
    ///
    /// - Parameter onFrame: called at the end of each frame with microseconds
    ///   of the thread's own time.
    public init?(_ widget: Widget, onFrame: @escaping @MainActor (Double) -> Void) {
        guard let clock = gtk_widget_get_frame_clock(widget) else { return nil }
        self.clock = Ref(retaining: clock.opaque)
        handlers = [
            clock.opaque.connect("before-paint") { [weak self] _ in
                self?.start = ThreadTime.now()
            },
            clock.opaque.connect("after-paint") { [weak self] _ in
                guard let start = self?.start else { return }
                self?.start = nil
                onFrame(ThreadTime.now() - start)
            },
        ]
    }

    isolated deinit {
        // A clock drops its handlers when its window goes.
        for handler in handlers where clock.pointer.isConnected(handler) {
            clock.pointer.disconnect(handler)
        }
    }
}
