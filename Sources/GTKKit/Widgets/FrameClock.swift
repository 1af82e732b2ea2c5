public import CGTK

extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// Calls `body` at the start of every frame for as long as it answers
    /// true, with the frame's time in microseconds. While one is attached the
    /// clock does not rest.
    @discardableResult
    public func addTick(_ body: @escaping @MainActor (_ microseconds: Int) -> Bool) -> Tick {
        let box = Unmanaged.passRetained(TickBox(body)).toOpaque()
        let id = gtk_widget_add_tick_callback(
            self,
            { _, clock, data in
                guard let data, let clock else { return 0 }
                let time = gdk_frame_clock_get_frame_time(clock)
                return Unmanaged<TickBox>.fromOpaque(data).takeUnretainedValue().body(time)
                    ? 1 : 0
            }, box,
            { data in
                guard let data else { return }
                Unmanaged<TickBox>.fromOpaque(data).release()
            })
        return Tick(id: id)
    }

    /// Ends a tick callback that has not ended by itself.
    public func removeTick(_ tick: Tick) {
        gtk_widget_remove_tick_callback(self, tick.id)
    }

    /// The time of the frame being made, in microseconds of the monotonic
    /// clock; nil while the widget is not in a window.
    public var frameTime: Int? {
        gtk_widget_get_frame_clock(self).map { gdk_frame_clock_get_frame_time($0) }
    }
}

/// Names a tick callback.
public struct Tick {
    let id: guint
}

private final class TickBox {
    let body: @MainActor (Int) -> Bool

    init(_ body: @escaping @MainActor (Int) -> Bool) {
        self.body = body
    }
}
