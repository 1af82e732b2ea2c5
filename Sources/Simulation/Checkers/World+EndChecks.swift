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
        if let double = server.doubleUploads.first, !checks.isRestored {
            fail(
                12,
                "device \(double.device) uploaded content "
                    + "\(Content.index(of: double.hash)) twice")
        }
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
            guard let row = device.rows.file(path) else {
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

    /// 13: a share ran once, with photos once.
    private mutating func checkShares() {
        for (index, share) in server.shares.enumerated() {
            if server.shares[..<index].contains(where: { $0.id == share.id }), !checks.isRestored {
                fail(13, "a share ran twice")
            }
            let hashes = share.photos.map { Content.index(of: $0.hash) }
            if Set(hashes).count != hashes.count { fail(13, "a share holds a photo twice") }
        }
    }

    /// 14, 15: what one device alone wanted of a content is so.
    private mutating func checkWishes(_ live: [ServerPhoto]) {
        guard !checks.isRestored else { return }
        for content in 0..<Content.count {
            let copies = live.filter { $0.hash == Content.hash(content) }
            if checks.deletedContents[content], !checks.isUnclear[content], !copies.isEmpty {
                fail(14, "deleted content \(content) is back")
            }
            let wish = checks.flags[content]
            guard !wish.isContested, !copies.isEmpty else { continue }
            if let hidden = wish.hidden, copies.contains(where: { $0.hidden != hidden.value }) {
                fail(15, "content \(content) is not hidden as wished")
            }
            if let favourite = wish.favourite,
                copies.contains(where: { $0.favourite != favourite.value })
            {
                fail(15, "content \(content) is not a favourite as wished")
            }
        }
    }
}
