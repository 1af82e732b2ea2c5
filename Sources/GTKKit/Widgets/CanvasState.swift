internal import CGTK

/// The properties of GtkScrollable, which has no virtual functions that must
/// be given.
enum ScrollableProperty: guint, CaseIterable {
    case horizontalAdjustment = 1
    case verticalAdjustment
    case horizontalPolicy
    case verticalPolicy

    var name: String {
        switch self {
        case .horizontalAdjustment: "hadjustment"
        case .verticalAdjustment: "vadjustment"
        case .horizontalPolicy: "hscroll-policy"
        case .verticalPolicy: "vscroll-policy"
        }
    }
}

/// The Swift state of one canvas widget, which owns it: retained when the
/// instance is made, released when it is finalised.
final class CanvasState {
    private let widget: Widget
    var canvas: Canvas?
    private var horizontal = AttachedAdjustment()
    private var vertical = AttachedAdjustment()
    private var policies: (horizontal: gint, vertical: gint) = (0, 0)

    init(_ widget: Widget) {
        self.widget = widget
    }

    func set(_ property: ScrollableProperty, from value: UnsafePointer<GValue>) {
        switch property {
        case .horizontalAdjustment:
            horizontal.attach(g_value_get_object(value)?.cast(), to: self)
        case .verticalAdjustment:
            vertical.attach(g_value_get_object(value)?.cast(), to: self)
        case .horizontalPolicy: policies.horizontal = g_value_get_enum(value)
        case .verticalPolicy: policies.vertical = g_value_get_enum(value)
        }
        publishAdjustments()
        gtk_widget_queue_allocate(widget)
    }

    func get(_ property: ScrollableProperty, into value: UnsafeMutablePointer<GValue>) {
        switch property {
        case .horizontalAdjustment: g_value_set_object(value, horizontal.adjustment)
        case .verticalAdjustment: g_value_set_object(value, vertical.adjustment)
        case .horizontalPolicy: g_value_set_enum(value, policies.horizontal)
        case .verticalPolicy: g_value_set_enum(value, policies.vertical)
        }
    }

    /// Lets go of everything; GTK may call it more than once.
    func dispose() {
        canvas?.disposed()
        horizontal.attach(nil, to: self)
        vertical.attach(nil, to: self)
        publishAdjustments()
        canvas?.widget = nil
        canvas = nil
    }

    private func publishAdjustments() {
        canvas?.horizontalAdjustment = horizontal.adjustment
        canvas?.verticalAdjustment = vertical.adjustment
    }
}

/// One adjustment, held and listened to.
private struct AttachedAdjustment {
    private(set) var adjustment: UnsafeMutablePointer<GtkAdjustment>?
    private var handler: SignalHandler?

    mutating func attach(
        _ new: UnsafeMutablePointer<GtkAdjustment>?, to state: CanvasState
    ) {
        if let adjustment {
            if let handler { adjustment.disconnect(handler) }
            g_object_unref(adjustment)
        }
        adjustment = new
        handler = nil
        if let new {
            g_object_ref_sink(new)
            handler = new.connect("value-changed") { [weak state] _ in
                state?.canvas?.scrolled()
            }
        }
    }
}
