public import CGTK

/// The fundamental types of GLib, whose macros Swift cannot import:
/// `G_TYPE_MAKE_FUNDAMENTAL(n)` is `n << 2`.
public enum Fundamental {
    public static let boolean = GType(5 << 2)
    public static let int = GType(6 << 2)
    public static let double = GType(15 << 2)
    public static let string = GType(16 << 2)
    public static let object = GType(20 << 2)
}
