import CGTK
import GTKKit
import Rendering

extension TimelineView {
    /// Lets what is in sight slide from its old places to the present ones:
    /// at rest only, and where the person wants animations.
    func startMotion(from old: TimelineLayout, top: Double) {
        guard frames.frames > 0, !policy.speed.isMoving, Self.areAnimationsWanted else {
            motion = nil
            return
        }
        motion = CellMotion(from: old, top: top, to: layout, viewport)
        if motion != nil { requestFrames() }
    }

    private static var areAnimationsWanted: Bool {
        guard let settings = gtk_settings_get_default() else { return false }
        var value = GValue()
        g_value_init(&value, GType(5 << 2))  // G_TYPE_BOOLEAN, a macro
        defer { g_value_unset(&value) }
        g_object_get_property(settings.cast(), "gtk-enable-animations", &value)
        return g_value_get_boolean(&value) != 0
    }
}
