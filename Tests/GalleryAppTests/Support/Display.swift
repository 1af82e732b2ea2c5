import CGTK
import Foundation
import GTKKit
import Testing

nonisolated enum Display {
    static var isThere: Bool {
        let environment = ProcessInfo.processInfo.environment
        return ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    }
}

/// Lets GTK and the main actor work until something has come about.
/// - Returns: false when it has not within that time.
func wait(seconds: Int = 120, until isTrue: () -> Bool) async -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !isTrue() {
        if ContinuousClock.now > end { return false }
        MainLoop.turn()
        await Task.yield()
    }
    return true
}
