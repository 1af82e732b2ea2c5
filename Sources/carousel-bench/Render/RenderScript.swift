import Glibc

/// What the person at the window does.
enum RenderScript: String, CaseIterable, Sendable {
    /// Reads downwards with pauses.
    case slowRead = "slow_read"
    /// Turns a mouse wheel in bursts.
    case wheel
    /// Flings down and up again, at 50,000 pixels a second.
    case fling
    /// Jumps to places all over the timeline, then drags through all of it.
    case scrubberJump = "scrubber_jump"
    /// Goes to and fro over the same photos.
    case backAndForth = "back_and_forth"
    /// Makes the window and the cells smaller and larger while scrolling.
    case resize
    /// Flings while photos come and go.
    case snapshotSwap = "snapshot_swap"

    /// Seconds.
    var duration: Double {
        switch self {
        case .slowRead: 8
        case .wheel: 5
        case .fling: 6
        case .scrubberJump: 7
        case .backAndForth: 8
        case .resize: 6
        case .snapshotSwap: 4
        }
    }

    /// The way that is scrolled from one moment to a later one, in pixels.
    ///
    /// - Parameters are seconds from the beginning.
    func distance(from start: Double, to end: Double) -> Double {
        path(end) - path(start)
    }

    private func path(_ time: Double) -> Double {
        switch self {
        case .slowRead:
            // Three seconds of reading, one of looking.
            let round = (time / 4).rounded(.down)
            return 320 * (round * 3 + min(time - round * 4, 3))
        case .wheel:
            // A dozen notches of 83 px, then a look.
            let round = (time / 1.25).rounded(.down)
            let notches = min(((time - round * 1.25) / 0.05).rounded(.down), 12)
            return 83 * (round * 12 + notches)
        case .fling: return fling(time, speed: 50_000)
        case .snapshotSwap: return fling(time * 1.5, speed: 20_000)
        case .backAndForth:
            return 1500 * (1 - cos(time * 2 * .pi / 2.5))
        case .resize: return 400 * min(time, 5)
        case .scrubberJump: return 0
        }
    }

    /// Down for two seconds, a second's look, and up again.
    private func fling(_ time: Double, speed: Double) -> Double {
        func way(_ time: Double) -> Double {
            // At full speed, then ever slower.
            let full = min(max(time, 0), 0.8)
            let slowing = min(max(time - 0.8, 0), 1.2)
            return speed * (full + slowing - slowing * slowing / 2.4)
        }
        return way(time) - way(time - 3)
    }
}
