import CGTK
import Foundation
import GTKKit
import Testing

/// Everything that needs a display; one after the other, as GTK wants it.
@Suite(.serialized, .enabled(if: Display.isThere, "there is no display; run under xvfb-run"))
struct DisplayTests {
    init() throws {
        try #require(gtk_init_check() != 0, "the display named in the environment is not there")
    }
}

nonisolated enum Display {
    static var isThere: Bool {
        let environment = ProcessInfo.processInfo.environment
        return ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    }
}

extension DisplayTests {
    /// Lets GTK and the main actor work until something has come about.
    /// - Returns: false when it has not within ten seconds.
    static func wait(until isTrue: () -> Bool) async -> Bool {
        let end = ContinuousClock.now + .seconds(120)
        while !isTrue() {
            if ContinuousClock.now > end { return false }
            MainLoop.turn()
            await Task.yield()
        }
        return true
    }
}
