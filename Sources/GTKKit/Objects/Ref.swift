internal import CGTK

/// A counted reference to a GObject that lives and dies on the main actor.
///
/// Widgets are owned by their parents; a `Ref` keeps one alive beyond that.
// Spelled out: an isolated deinit does not see the module's default isolation.
@MainActor
public final class Ref<Pointer: ObjectPointer> {
    public let pointer: Pointer

    /// Takes a new object, whose reference may be floating (all widgets).
    public init(sinking pointer: Pointer) {
        self.pointer = pointer
        g_object_ref_sink(pointer.raw)
    }

    /// Takes over the reference that the caller owns ("transfer full").
    public init(adopting pointer: Pointer) {
        self.pointer = pointer
    }

    /// Adds a reference to an object that another owns ("transfer none").
    public init(retaining pointer: Pointer) {
        self.pointer = pointer
        g_object_ref(pointer.raw)
    }

    isolated deinit {
        g_object_unref(pointer.raw)
    }
}
