import Photos
import Sync

/// The end: faults stop, disks return, and the world must come to rest.
extension World {
    /// Within this much virtual time all devices agree with the server (18).
    static let convergence: Int64 = 30 * 60_000

    mutating func quieten() {
        isTroubled = false
        let end = clock.milliseconds + Self.convergence
        for device in devices.indices {
            devices[device].isOffline = false
            devices[device].asleepUntil = 0
            recover(.signedOut, device)
            recover(.pause, device)
            for root in SimulatedDisk.roots where !devices[device].disk.isMounted(root) {
                devices[device].disk.setMounted(root, true)
            }
        }
        var walks = 0
        while checks.failure == nil, clock.milliseconds < end {
            // One that slept starts late, and its folders are walked then.
            let isWhole = !checks.isRunning.contains(false)
            for device in devices.indices where checks.isRunning[device] {
                for root in SimulatedDisk.roots {
                    if devices[device].rows.root(root)?.available == false {
                        deliver(.disk(.root(root, available: true)), to: device)
                    }
                    beginWalk(root, on: device)
                }
            }
            let next = clock.milliseconds + (walks < 4 ? 30_000 : 200_000)
            while checks.failure == nil, let time = clock.nextTime, time <= next { step() }
            if isWhole { walks += 1 }
            if walks >= 3, unrest() == nil { break }
        }
        if checks.failure == nil, let unrest = unrest() { fail(18, unrest) }
        if checks.failure == nil { checkEnd() }
        if checks.failure == nil { checkLibraries() }
    }

    /// What has not come to rest.
    func unrest() -> String? {
        for (number, device) in devices.enumerated() {
            let position = device.rows.position
            if !checks.isRunning[number] { return "device \(number) has not started" }
            if position.isListing || position.isIncomplete { return "device \(number) is listing" }
            if position.epoch != server.epoch || position.reached != server.sequence {
                return "device \(number) has read \(position.reached) of \(server.sequence)"
            }
            for part in device.machine.unfinished where !isLocalState(part, device) {
                return "device \(number) keeps part \(part.number) \(part.work) \(part.state)"
            }
            if let file = device.rows.files.rows.first(where: {
                $0.luid == nil || $0.changedFrom != nil || $0.hash.hash == nil
            }) {
                return "device \(number) has not settled file \(file.id)"
            }
            if device.rows.server.rows.contains(where: { $0.luid == nil || $0.next != nil }) {
                return "device \(number) has not placed a server photo"
            }
            if device.rows.trash.rows.contains(where: { $0.state != .inTrash }) {
                return "device \(number) has not moved a file to or from the trash"
            }
        }
        return nil
    }

    /// Flags of a photo that is not on the server wait without being an error.
    private func isLocalState(_ part: Part, _ device: SimulatedDevice) -> Bool {
        guard case .flag = part.work, part.state == .waiting else { return false }
        return part.luids.allSatisfy { device.rows.serverRows(of: $0).isEmpty }
    }
}
