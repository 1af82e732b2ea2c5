/// A kind of trouble. Each seed first draws which of them are on.
public enum Fault: String, CaseIterable, Sendable {
    case lostRequest, lostAnswer, duplicate, delay, partition, serverError, cursorReset
    case backupRestored, crash, failedCommit, unmount, fileChanges, fileMoves, fileRemovals
    case hashFailure, walkError, meddling, unreadableEntry, undo, share, group, changeDuringUpload
    case clockJump, suspension, signedOut, pause, serverRestart

    /// Those that befall a device or the server at times of their own. They
    /// are drawn apart, so that worlds without them are what they were before
    /// there were these.
    public static let incidents: [Fault] = [
        .clockJump, .suspension, .signedOut, .pause, .serverRestart,
    ]
}

/// The faults of a world.
struct FaultSet: Sendable {
    private var bits: UInt64 = 0

    func contains(_ fault: Fault) -> Bool { bits & Self.bit(fault) != 0 }
    mutating func insert(_ fault: Fault) { bits |= Self.bit(fault) }
    mutating func remove(_ fault: Fault) { bits &= ~Self.bit(fault) }

    private static func bit(_ fault: Fault) -> UInt64 {
        1 << UInt64(Fault.allCases.firstIndex(of: fault) ?? 0)
    }
}
