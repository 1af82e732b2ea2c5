import CGTK
import Foundation
import GTKKit
import Testing

@testable import GalleryApp

/// A person's pointer and keyboard, as the X server has them.
nonisolated enum RealInput {
    static let program = "/usr/bin/xdotool"

    static var isThere: Bool {
        FileManager.default.isExecutableFile(atPath: program)
    }

    /// Does what xdotool's words say; GTK works meanwhile.
    ///
    /// Not by Foundation's `Process`, which never ends when a process that a
    /// neighbour starts at the wrong moment inherits its socket.
    @MainActor
    static func act(_ words: [String]) async throws {
        let arguments = ([program] + words).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        try #require(posix_spawn(&process, program, nil, nil, arguments, environ) == 0)
        var status: Int32 = 0
        try #require(await wait { waitpid(process, &status, WNOHANG) == process })
        try #require(status == 0)
    }
}

extension TestWindow {
    /// A point of a widget as a point of the screen. There is no window
    /// manager: windows are in the upper left corner.
    func onScreen(_ widget: Widget, _ x: Double, _ y: Double) -> [String] {
        var (left, top) = (0.0, 0.0)
        gtk_widget_translate_coordinates(widget, window.window, x, y, &left, &top)
        var (shadowX, shadowY) = (0.0, 0.0)
        gtk_native_get_surface_transform(window.window.opaque, &shadowX, &shadowY)
        return ["\(Int(left + shadowX))", "\(Int(top + shadowY))"]
    }

    func click(_ widget: Widget, _ x: Double, _ y: Double) async throws {
        try await RealInput.act(["mousemove"] + onScreen(widget, x, y) + ["click", "1"])
    }
}

extension ObjectPointer {
    /// Emits a signal with one number, as a device that there is not would.
    func emit(_ signal: String, _ number: Double) {
        var values = [GValue(), GValue()]
        g_value_init(&values[0], classType(of: raw))
        g_value_set_object(&values[0], raw)
        g_value_init(&values[1], GType(15 << 2))  // G_TYPE_DOUBLE, a macro
        g_value_set_double(&values[1], number)
        var result = GValue()
        let id = g_signal_lookup(signal, classType(of: raw))
        g_signal_emitv(&values, id, 0, &result)
        for index in values.indices { g_value_unset(&values[index]) }
    }
}

private func classType(of instance: UnsafeMutableRawPointer) -> GType {
    let object = instance.assumingMemoryBound(to: GTypeInstance.self)
    return object.pointee.g_class.pointee.g_type
}
