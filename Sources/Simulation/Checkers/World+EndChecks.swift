import Photos
import Sync

/// The invariants that hold at the end, when all has come to rest.
extension World {
    mutating func checkEnd() {
        let live = server.livePhotos.sorted { $0.id < $1.id }
        for (number, device) in devices.enumerated() {
            if device.rows.server.rows.map(\.photo) != live {
                fail(18, "device \(number) does not agree with the server")
            }
            checkLocalFiles(number, device, live)
            checkLastTimeline(number, device)
        }
        checkShares()
        checkWishes(live)
        checkAcknowledged()
        countProbes()
    }

    /// 14: every file in an uploaded folder is on the server, was deleted or
    /// is an older content of its photo.
    private mutating func checkLocalFiles(
        _ number: Int, _ device: SimulatedDevice, _ live: [ServerPhoto]
    ) {
        for path in device.disk.visiblePaths {
            guard let file = device.disk.file(path),
                SimulatedDisk.root(of: path) == SimulatedDisk.uploaded
            else { continue }
            guard let row = device.id(at: path).flatMap({ device.rows.file($0) }) else {
                fail(18, "device \(number) does not know \(path)")
                continue
            }
            let hash = Content.hash(file.content)
            if row.hash.hash != hash { fail(18, "device \(number) has old bytes of \(path)") }
            let isThere = live.contains { $0.hash == hash }
            let isDeleted = device.rows.tombstones[hash] != nil
            if !isThere, !isDeleted, !row.superseded {
                fail(14, "device \(number) never uploaded content \(file.content)")
            }
        }
    }

    /// 14, 11: what is on the server is shown.
    private mutating func checkLastTimeline(_ number: Int, _ device: SimulatedDevice) {
        for row in device.rows.server.rows {
            guard let luid = row.luid else { continue }
            if device.timeline[luid] == nil {
                fail(11, "device \(number) does not show \(row.photo.id)")
            }
        }
    }

    private mutating func countProbes() {
        for device in devices {
            let rows = device.rows
            for ended in rows.finished.rows { probes.count("outcome \(ended.outcome.name)") }
            if !rows.aliases.keys.isEmpty { probes.count("merged LUID") }
            if rows.files.rows.contains(where: \.superseded) { probes.count("superseded file") }
            if rows.position.listing > 1 { probes.count("listed anew") }
            if !rows.quarantined.isEmpty { probes.count("quarantined entry") }
            if rows.unfinished.keys.count > 0 { probes.count("local flag kept") }
            for luid in rows.contents.keys where rows.serverRows(of: luid).count > 1 {
                probes.count("copies")
            }
        }
    }

    /// 13: a share ran exactly once, with exactly the photos that were not
    /// left out of it.
    private mutating func checkShares() {
        for (number, device) in devices.enumerated() where !checks.isRestored {
            for ended in device.rows.finished.rows {
                guard case .share = ended.part.work else { continue }
                let runs = server.shares.filter { $0.id == ended.part.id }
                guard ended.outcome == .done else {
                    if !runs.isEmpty { fail(13, "device \(number) ended a share that ran") }
                    continue
                }
                if runs.count != 1 { fail(13, "device \(number) share ran \(runs.count) times") }
                if runs.contains(where: { $0.photos.count != ended.part.luids.count }) {
                    fail(13, "device \(number) shared other photos than chosen")
                }
            }
        }
        for (index, share) in server.shares.enumerated() {
            if server.shares[..<index].contains(where: { $0.id == share.id }), !checks.isRestored {
                fail(13, "a share ran twice")
            }
            let hashes = share.photos.map { Content.index(of: $0.hash) }
            if Set(hashes).count != hashes.count { fail(13, "a share holds a photo twice") }
        }
    }
}

extension Outcome {
    /// For the names of probes.
    fileprivate var name: String {
        switch self {
        case .done: "done"
        case .undone: "undone"
        case .void: "void"
        case .claimed: "claimed"
        case .sourceGone: "source gone"
        case .deletedElsewhere: "deleted elsewhere"
        case .photoGone: "photo gone"
        case .nothingLeft: "nothing left"
        case .nothingToRestore: "nothing to restore"
        case .refused: "refused"
        }
    }
}
