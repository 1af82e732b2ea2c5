public import CGTK

/// Makes an object with construction properties, for which C has only
/// functions with variable arguments. The reference may be floating.
public func makeObject(
    of type: GType, _ properties: [(name: StaticString, value: any PropertyValue)] = []
) -> UnsafeMutableRawPointer {
    var names = properties.map { pair -> UnsafePointer<CChar>? in
        UnsafeRawPointer(pair.name.utf8Start).assumingMemoryBound(to: CChar.self)
    }
    var values = properties.map { pair in
        var value = GValue()
        pair.value.store(in: &value)
        return value
    }
    defer {
        for index in values.indices {
            g_value_unset(&values[index])
        }
    }
    guard
        let object = g_object_new_with_properties(type, guint(values.count), &names, &values)
    else { fatalError("GLib made no object") }
    return UnsafeMutableRawPointer(object)
}

/// A value of an enumeration, which needs its own type in a property.
public struct EnumerationValue: PropertyValue {
    let type: GType
    let number: UInt32

    public init(_ number: UInt32, of type: GType) {
        self.number = number
        self.type = type
    }

    public func store(in value: inout GValue) {
        g_value_init(&value, type)
        g_value_set_enum(&value, gint(number))
    }
}
