public import CGTK

/// An invisible child of a canvas that stands for one of the things it draws
/// in the accessibility tree. Cells are pooled by their owner: hidden with
/// `gtk_widget_set_child_visible` when not needed, unparented in `disposed`.
public enum AccessibleCell {
    private static let type: GType = {
        var query = GTypeQuery()
        g_type_query(gtk_widget_get_type(), &query)
        return g_type_register_static_simple(
            gtk_widget_get_type(), "CarouselCell", query.class_size,
            { classPointer, _ in
                guard let classPointer else { return }
                gtk_widget_class_set_accessible_role(
                    classPointer.cast(), GTK_ACCESSIBLE_ROLE_GRID_CELL)
            }, query.instance_size, { _, _ in }, GTypeFlags(rawValue: 0))
    }()

    /// Makes a cell as the last child of a widget.
    public static func make(in parent: Widget) -> Widget {
        let cell: Widget = makeObject(of: type).cast()
        gtk_widget_set_can_target(cell, 0)
        gtk_widget_set_parent(cell, parent)
        return cell
    }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// What a screen reader calls the widget.
    public func setAccessibleLabel(_ text: String) {
        var property = GTK_ACCESSIBLE_PROPERTY_LABEL
        var value = GValue()
        text.store(in: &value)
        // The plain form has variable arguments.
        gtk_accessible_update_property_value(opaque, 1, &property, &value)
        g_value_unset(&value)
    }

    /// Tells a screen reader whether the widget is one of those chosen.
    public func setAccessibleSelected(_ isSelected: Bool) {
        var state = GTK_ACCESSIBLE_STATE_SELECTED
        var value = GValue()
        gtk_accessible_state_init_value(state, &value)
        g_value_set_int(&value, isSelected ? 1 : 0)
        gtk_accessible_update_state_value(opaque, 1, &state, &value)
        g_value_unset(&value)
    }

    /// Gives the widget its place and size within its parent.
    public func allocate(x: Int, y: Int, width: Int, height: Int) {
        // GTK wants every widget measured before it is allocated.
        gtk_widget_measure(self, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
        var place = GtkAllocation(
            x: gint(x), y: gint(y), width: gint(width), height: gint(height))
        gtk_widget_size_allocate(self, &place, -1)
    }
}
