import CCrashDisk
import Photos

/// The disk in memory on which libraries lie, as `CCrashDisk` has it: one
/// test or world at a time may use it.
package enum CrashDisk {
    /// What a crash leaves of what was written and not synced.
    package enum Crash: Hashable, Sendable {
        /// The process dies: all of it.
        case kill
        /// The power fails: any part of it, torn at sectors.
        case powerLoss(seed: UInt64)
    }

    /// Why a write is refused.
    package enum Refusal: Int32, Sendable {
        /// SQLITE_FULL.
        case full = 13
        /// SQLITE_IOERR.
        case broken = 10
    }

    /// An empty disk at a folder.
    package static func begin(at folder: FilePath) {
        let code = withCharacters(of: folder) { crash_disk_install($0) }
        precondition(code == 0, "SQLite takes no disk of ours: \(code)")
        crash_disk_erase()
    }

    /// The change of this number, from now on counted from 1, is the last.
    package static func fail(at change: Int) { crash_disk_fail_at(change) }

    /// The change of this number fails, from now on counted from 1.
    package static func refuse(at change: Int, _ refusal: Refusal) {
        crash_disk_refuse_at(change, refusal.rawValue)
    }

    package static var changes: Int { crash_disk_changes() }
    package static var hasFailed: Bool { crash_disk_has_failed() != 0 }

    /// From now on syncs do nothing and say that they did.
    package static func lie() { crash_disk_set_lying(1) }

    /// The machine comes back; all connections to it were closed.
    ///
    /// - Parameter folder: the machine's, where there are several.
    package static func restart(after crash: Crash, at folder: FilePath? = nil) {
        withCharacters(of: folder ?? FilePath("")) { folder in
            switch crash {
            case .kill: crash_disk_restart_below(folder, crash_kill, 0)
            case .powerLoss(let seed): crash_disk_restart_below(folder, crash_power_loss, seed)
            }
        }
    }

    private static func withCharacters<Result>(
        of path: FilePath, _ body: (UnsafePointer<CChar>?) -> Result
    ) -> Result {
        let characters = (path.bytes + [0]).map(CChar.init(bitPattern:))
        return characters.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}
