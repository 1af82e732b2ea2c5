public import CGTK

/// Values that a GObject property can have.
public protocol PropertyValue {
    /// Fills an uninitialised GValue; the caller unsets it.
    func store(in value: inout GValue)
}

extension Bool: PropertyValue {
    public func store(in value: inout GValue) {
        g_value_init(&value, Fundamental.boolean)
        g_value_set_boolean(&value, self ? 1 : 0)
    }
}

extension Int: PropertyValue {
    /// - Precondition: it fits 32 bits, as GLib's `int` does.
    public func store(in value: inout GValue) {
        g_value_init(&value, Fundamental.int)
        g_value_set_int(&value, gint(self))
    }
}

extension Double: PropertyValue {
    public func store(in value: inout GValue) {
        g_value_init(&value, Fundamental.double)
        g_value_set_double(&value, self)
    }
}

extension String: PropertyValue {
    public func store(in value: inout GValue) {
        g_value_init(&value, Fundamental.string)
        g_value_set_string(&value, self)
    }
}

extension ObjectPointer {
    /// Sets a property for which there is no function. GLib converts between
    /// number types and warns on standard error of a name that is unknown.
    public func set(_ property: String, to newValue: some PropertyValue) {
        var value = GValue()
        newValue.store(in: &value)
        g_object_set_property(cast(), property, &value)
        g_value_unset(&value)
    }

    /// Reads a property as text; nil when it has none.
    public func string(_ property: String) -> String? {
        read(property, as: Fundamental.string) {
            g_value_get_string($0).map { String(cString: $0) }
        }
    }

    public func bool(_ property: String) -> Bool {
        read(property, as: Fundamental.boolean) { g_value_get_boolean($0) != 0 }
    }

    private func read<Result>(
        _ property: String, as type: GType, _ body: (UnsafePointer<GValue>) -> Result
    ) -> Result {
        var value = GValue()
        g_value_init(&value, type)
        defer { g_value_unset(&value) }
        g_object_get_property(cast(), property, &value)
        return body(&value)
    }
}
