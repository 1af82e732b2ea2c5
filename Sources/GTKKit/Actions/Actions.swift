public import CGTK

extension ObjectPointer {
    /// Adds a named action to a window or an application, which menus and
    /// keys call by `win.name` or `app.name`.
    /// - Precondition: the object is a GActionMap.
    /// - Returns: the action, owned by the map, for `setEnabled`.
    @discardableResult
    public func addAction(
        _ name: String, _ body: @escaping @MainActor () -> Void
    ) -> OpaquePointer {
        guard let action = g_simple_action_new(name, nil) else {
            fatalError("GIO made no action \(name)")
        }
        action.connect("activate") { _ in body() }
        g_action_map_add_action(opaque, action)
        g_object_unref(action.raw)
        return action
    }

    /// Adds an action that is one of several words, of which menus show the
    /// present one; they and buttons call it by `win.name::word`. The word
    /// changes by `setChoice` only.
    /// - Precondition: the object is a GActionMap.
    @discardableResult
    public func addChoice(
        _ name: String, now word: String, _ body: @escaping @MainActor (String) -> Void
    ) -> OpaquePointer {
        let text = g_variant_type_new("s")
        defer { g_variant_type_free(text) }
        guard let action = g_simple_action_new_stateful(name, text, g_variant_new_string(word))
        else { fatalError("GIO made no action \(name)") }
        action.connect("activate") { arguments in
            if let word = arguments.word(1) { body(word) }
        }
        g_action_map_add_action(opaque, action)
        g_object_unref(action.raw)
        return action
    }

    /// Adds an action that is on or off, which menus show with a mark.
    /// Whoever calls it turns it over; `body` is told what it is then.
    /// - Precondition: the object is a GActionMap.
    @discardableResult
    public func addSwitch(
        _ name: String, _ body: @escaping @MainActor (Bool) -> Void
    ) -> OpaquePointer {
        guard let action = g_simple_action_new_stateful(name, nil, g_variant_new_boolean(0))
        else { fatalError("GIO made no action \(name)") }
        action.connect("activate") { _ in
            action.turn(!action.isOn)
            body(action.isOn)
        }
        g_action_map_add_action(opaque, action)
        g_object_unref(action.raw)
        return action
    }

    /// Whether an action made by `addSwitch` is on.
    public var isOn: Bool {
        guard let state = g_action_get_state(opaque) else { return false }
        defer { g_variant_unref(state) }
        return g_variant_get_boolean(state) != 0
    }

    /// Turns an action made by `addSwitch` on or off, without calling it.
    public func turn(_ isOn: Bool) {
        g_simple_action_set_state(opaque, g_variant_new_boolean(isOn ? 1 : 0))
    }

    /// The word that an action made by `addChoice` has from now on.
    public func setChoice(_ word: String) {
        g_simple_action_set_state(opaque, g_variant_new_string(word))
    }
}

extension UnsafeMutablePointer where Pointee == GtkApplication {
    /// Sets the keys that call an action, as in `["<Control>q"]`.
    public func setKeys(_ keys: [String], for action: String) {
        var pointers = keys.map { UnsafePointer<CChar>(g_strdup($0)) } + [nil]
        gtk_application_set_accels_for_action(self, action, &pointers)
        pointers.forEach { g_free(UnsafeMutablePointer<CChar>(mutating: $0)) }
    }
}
