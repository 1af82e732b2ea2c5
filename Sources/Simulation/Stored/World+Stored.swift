import Photos
import Store
import Sync

/// Devices whose rows lie in a real database on a disk that crashes.
extension World {
    /// - Parameter folder: where the libraries lie; one process has one world
    ///   at a time.
    mutating func openLibraries(at folder: FilePath) {
        CrashDisk.begin(at: folder)
        for device in devices.indices {
            let library = StoredLibrary(folder: folder.appending("\(device)"))
            do throws(StoreError) {
                try library.make(devices[device].rows.roots())
            } catch {
                fail(2, "\(error)")
            }
            devices[device].library = library
        }
    }

    /// As `deliver`, for a device with a database.
    mutating func deliver(
        _ event: Event, to device: Int, storedIn library: StoredLibrary
    ) -> Bool {
        if case .answer(_, let answer) = event { hear(answer, device) }
        let commit = library.commit(
            event, to: devices[device].machine, devices[device].rows, at: now(of: device),
            event == .started ? .none : trouble())
        switch commit {
        case .done(let machine, let rows, let actions):
            devices[device].took(event, machine, rows)
            conclude(event, actions, device)
            if checks.isRunning[device],
                let wrong = library.difference(from: devices[device].timeline)
            {
                fail(7, "device \(device) has stored another timeline: \(wrong)")
            }
            return true
        case .refused:
            note("device \(device) could not commit")
            probes.count("commit refused")
            devices[device].machine = SyncMachine(succeeding: devices[device].machine)
            devices[device].machine.isPaused = devices[device].isPaused
            deliver(.started, to: device)
            if case .user = event { return false }
            clock.plan(.event(event, device: device, life: devices[device].life), in: 500)
            return false
        case .crashed(let rows, let isCommitted):
            probes.count(isCommitted ? "crash after a commit" : "crash within a commit")
            devices[device].rows = rows
            if case .user = event, isCommitted { devices[device].made = rows.unfinishedParts() }
            crashed(device)
            checkDevice(device, after: event)
            return isCommitted
        case .wrong(let text):
            fail(2, "device \(device): \(text)")
            return false
        }
    }

    /// A device's power fails or its program dies, between two commits.
    mutating func restartLibrary(of device: Int) {
        guard let library = devices[device].library else { return }
        if let wrong = library.restart(after: drawnCrash(), devices[device].rows) {
            fail(2, "device \(device): \(wrong)")
        }
    }

    mutating func checkLibraries() {
        for (number, device) in devices.enumerated() {
            guard let library = device.library else { continue }
            do throws(StoreError) {
                if let wrong = try library.difference(from: device.rows) {
                    fail(2, "device \(number): \(wrong)")
                }
            } catch {
                fail(2, "device \(number): \(error)")
            }
        }
    }

    private mutating func trouble() -> StoredLibrary.Trouble {
        if happens(.failedCommit, 15) {
            return .refusal(troubles.happens(500) ? .full : .broken, at: 1 + troubles.below(8))
        }
        return happens(.crash, 8) ? .crash(drawnCrash(), at: 1 + troubles.below(8)) : .none
    }

    private mutating func drawnCrash() -> CrashDisk.Crash {
        troubles.happens(300) ? .kill : .powerLoss(seed: troubles.next())
    }
}
