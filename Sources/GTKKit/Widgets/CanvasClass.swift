internal import CGTK

/// The GTK class of all canvases, registered from Swift: a GtkWidget that
/// implements GtkScrollable and hands its virtual functions to a `Canvas`.
///
/// An instance is its parent's bytes and one pointer more, to the retained
/// `CanvasState`. Callbacks name `CanvasClass` in full: an implicit `Self`
/// would be a captured context, which a C function cannot have.
enum CanvasClass {
    private static let parentSize: (instance: guint, class: guint) = {
        var query = GTypeQuery()
        g_type_query(gtk_widget_get_type(), &query)
        return (query.instance_size, query.class_size)
    }()

    private static var parentClass: UnsafeMutablePointer<GtkWidgetClass>?

    private static let type: GType = {
        let type = g_type_register_static_simple(
            gtk_widget_get_type(), "CarouselCanvas", parentSize.class,
            { classPointer, _ in
                guard let classPointer else { return }
                CanvasClass.initialise(classPointer)
            },
            parentSize.instance + guint(MemoryLayout<UnsafeRawPointer>.size),
            { instance, _ in
                guard let instance else { return }
                let state = Unmanaged.passRetained(CanvasState(instance.cast()))
                UnsafeMutableRawPointer(instance).storeBytes(
                    of: state.toOpaque(), toByteOffset: Int(CanvasClass.parentSize.instance),
                    as: UnsafeMutableRawPointer.self)
            }, GTypeFlags(rawValue: 0))
        var scrollable = GInterfaceInfo()
        g_type_add_interface_static(type, gtk_scrollable_get_type(), &scrollable)
        return type
    }()

    static func makeWidget(
        for canvas: Canvas, name: String, role: GtkAccessibleRole
    ) -> Widget {
        let widget: Widget = makeObject(
            of: type,
            [
                ("css-name", name),
                (
                    "accessible-role",
                    EnumerationValue(role.rawValue, of: gtk_accessible_role_get_type())
                ),
            ]
        ).cast()
        state(of: widget).canvas = canvas
        canvas.widget = widget
        return widget
    }

    private static func state(of instance: some ObjectPointer) -> CanvasState {
        let pointer = instance.raw.load(
            fromByteOffset: Int(parentSize.instance), as: UnsafeMutableRawPointer.self)
        return Unmanaged<CanvasState>.fromOpaque(pointer).takeUnretainedValue()
    }

    private static func initialise(_ classPointer: UnsafeMutableRawPointer) {
        parentClass = g_type_class_peek_parent(classPointer)?.assumingMemoryBound(
            to: GtkWidgetClass.self)
        setObjectFunctions(classPointer.cast())
        setWidgetFunctions(classPointer.cast())
        for property in ScrollableProperty.allCases {
            g_object_class_override_property(
                classPointer.cast(), property.rawValue, property.name)
        }
    }

    private static func setObjectFunctions(_ functions: UnsafeMutablePointer<GObjectClass>) {
        functions.pointee.set_property = { object, id, value, _ in
            guard let object, let value, let property = ScrollableProperty(rawValue: id)
            else { return }
            CanvasClass.state(of: object).set(property, from: value)
        }
        functions.pointee.get_property = { object, id, value, _ in
            guard let object, let value, let property = ScrollableProperty(rawValue: id)
            else { return }
            CanvasClass.state(of: object).get(property, into: value)
        }
        functions.pointee.dispose = { object in
            guard let object else { return }
            CanvasClass.state(of: object).dispose()
            CanvasClass.parentClass?.pointee.parent_class.dispose(object)
        }
        functions.pointee.finalize = { object in
            guard let object else { return }
            Unmanaged.passUnretained(CanvasClass.state(of: object)).release()
            CanvasClass.parentClass?.pointee.parent_class.finalize(object)
        }
    }

    private static func setWidgetFunctions(_ functions: UnsafeMutablePointer<GtkWidgetClass>) {
        functions.pointee.measure = {
            widget, orientation, _, minimum, natural, minimumBaseline, naturalBaseline in
            guard let widget else { return }
            let size = CanvasClass.state(of: widget).canvas?.measure(orientation)
            minimum?.pointee = gint(size?.minimum ?? 0)
            natural?.pointee = gint(size?.natural ?? 0)
            minimumBaseline?.pointee = -1
            naturalBaseline?.pointee = -1
        }
        functions.pointee.size_allocate = { widget, width, height, _ in
            guard let widget else { return }
            CanvasClass.state(of: widget).canvas?.allocate(
                width: Int(width), height: Int(height))
        }
        functions.pointee.snapshot = { widget, snapshot in
            guard let widget, let snapshot else { return }
            CanvasClass.state(of: widget).canvas?.draw(with: Painter(snapshot: snapshot))
        }
        functions.pointee.css_changed = { widget, change in
            guard let widget else { return }
            CanvasClass.parentClass?.pointee.css_changed(widget, change)
            CanvasClass.state(of: widget).canvas?.styleChanged()
        }
    }
}
