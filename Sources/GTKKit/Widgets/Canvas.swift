public import CGTK

/// Draws a widget and handles its scrolling: the Swift half of a widget class
/// registered with GTK. Subclasses override what they need.
///
/// The widget keeps its canvas alive, not the other way round.
open class Canvas {
    /// The widget, until it is disposed of. Owned by its parent, as all are.
    public internal(set) var widget: Widget?

    /// The adjustments that a scrolled window has set.
    public internal(set) var horizontalAdjustment: UnsafeMutablePointer<GtkAdjustment>?
    public internal(set) var verticalAdjustment: UnsafeMutablePointer<GtkAdjustment>?

    public init() {}

    /// Makes the widget that this canvas draws.
    ///
    /// - Parameters:
    ///   - name: its node in style sheets.
    ///   - role: what it is to assistive technology.
    /// - Precondition: there is none yet.
    public final func makeWidget(name: String, role: GtkAccessibleRole) -> Widget {
        precondition(widget == nil, "a canvas has one widget")
        return CanvasClass.makeWidget(for: self, name: name, role: role)
    }

    /// The least and the wanted size in one direction, in logical pixels.
    open func measure(_ orientation: GtkOrientation) -> (minimum: Int, natural: Int) {
        (0, 0)
    }

    /// The widget has got its size, or is asked to place its children anew.
    open func allocate(width: Int, height: Int) {}

    /// Draws the widget. Nothing is clipped.
    open func draw(with painter: Painter) {}

    /// An adjustment's value has changed.
    open func scrolled() {}

    /// The style has changed: colours, fonts, dark or light.
    open func styleChanged() {}

    /// The widget goes away: unparent its children. `widget` is still set.
    open func disposed() {}
}
