import CCrashDisk
import Photos
import SQLite

/// The disk in memory on which the library lies, as `CCrashDisk` has it: one
/// test at a time may use it.
enum CrashDisk {
    /// What a crash leaves of what was written and not synced.
    enum Crash: Hashable, Sendable {
        /// The process dies: all of it.
        case kill
        /// The power fails: any part of it, torn at sectors.
        case powerLoss(seed: UInt64)
    }

    /// An empty disk at a folder.
    static func begin(at folder: FilePath) {
        let path = (folder.bytes + [0]).map(CChar.init(bitPattern:))
        let code = path.withUnsafeBufferPointer { crash_disk_install($0.baseAddress) }
        precondition(code == 0, "SQLite takes no disk of ours: \(code)")
        crash_disk_erase()
    }

    /// The change of this number, from now on counted from 1, is the last.
    static func fail(at change: Int) { crash_disk_fail_at(change) }

    static var changes: Int { crash_disk_changes() }
    static var hasFailed: Bool { crash_disk_has_failed() != 0 }

    /// From now on syncs do nothing and say that they did.
    static func lie() { crash_disk_set_lying(1) }

    static func restart(after crash: Crash) {
        switch crash {
        case .kill: crash_disk_restart(crash_kill, 0)
        case .powerLoss(let seed): crash_disk_restart(crash_power_loss, seed)
        }
    }
}
