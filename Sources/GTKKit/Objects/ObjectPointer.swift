public import CGTK

/// A pointer to a GObject, typed or opaque. GTK's C types appear in Swift as
/// one or the other, and its casting macros do not appear at all.
///
/// This module is the one place whose public signatures carry C types: it
/// adds idioms to GTK's own interface and does not hide it.
public protocol ObjectPointer {
    nonisolated var raw: UnsafeMutableRawPointer { get }
}

extension UnsafeMutableRawPointer: ObjectPointer {
    public nonisolated var raw: UnsafeMutableRawPointer { self }
}

extension UnsafeMutablePointer: ObjectPointer {
    public nonisolated var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension OpaquePointer: ObjectPointer {
    public nonisolated var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension ObjectPointer {
    /// The same object as a pointer to another class of its, as
    /// `GTK_WINDOW(x)` does in C but without a check at run time.
    public nonisolated func cast<Class>(
        to _: Class.Type = Class.self
    ) -> UnsafeMutablePointer<Class> {
        raw.assumingMemoryBound(to: Class.self)
    }

    /// The same object for functions whose class has no definition in the
    /// headers.
    public nonisolated var opaque: OpaquePointer { OpaquePointer(raw) }

    /// Whether the object is of this class or one below it.
    public func isInstance(of type: GType) -> Bool {
        g_type_check_instance_is_a(cast(), type) != 0
    }
}

/// A widget that somebody else owns: its parent, mostly.
public typealias Widget = UnsafeMutablePointer<GtkWidget>
