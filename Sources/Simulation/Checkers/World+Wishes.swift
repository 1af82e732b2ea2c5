import Photos
import Sync

/// What the users want, as far as it can be told for sure: a content that
/// several devices act on at once, or whose files change, tells nothing.
extension World {
    mutating func wished(_ flag: Flag, _ value: Bool, of view: PhotoView, on device: Int) {
        guard let hash = view.content else {
            // What is not hashed yet may be any content on this disk.
            for file in devices[device].disk.files.rows { checks.disturbed(file.content) }
            return
        }
        let content = Content.index(of: hash)
        let isContested = devices.contains { other in
            isBeingEdited(hash, other) || other.number != device && hasUnsentFlag(other)
        }
        // It may have been edited meanwhile, unseen here: then the flag goes to
        // the new content.
        let live = server.livePhotos
        for photo in live where view.copies.contains(photo.id) && photo.hash != hash {
            checks.flagged(Content.index(of: photo.hash), flag, nil)
        }
        let isStale = view.copies.contains { id in
            !live.contains { $0.id == id && $0.hash == hash }
        }
        // An earlier flag may be on its way to a photo that has this content
        // by now, unseen here.
        let isOvertaken = live.contains { photo in
            photo.hash == hash && !view.copies.contains(photo.id)
                && hasUnsentFlag(for: photo.id, devices[device])
        }
        let isSure = !isContested && !isStale && !isOvertaken
        checks.flagged(content, flag, isSure ? value : nil)
    }

    private func hasUnsentFlag(for id: ServerPhotoID, _ device: SimulatedDevice) -> Bool {
        device.rows.unfinished.rows.contains { part in
            guard case .flag(let change) = part.work else { return false }
            return change.ids.contains(id)
                || part.luids.contains { luid in
                    device.rows.serverRows(of: luid).contains { $0.photo.id == id }
                }
        }
    }

    /// The server's photo of a content was edited: a flag that is still on its
    /// way to it goes to the new content.
    mutating func wishesFollow(_ content: Int) {
        guard devices.contains(where: hasUnsentFlag) else { return }
        for flag in [Flag.hidden, .favourite] { checks.flagged(content, flag, nil) }
    }

    private func hasUnsentFlag(_ device: SimulatedDevice) -> Bool {
        device.rows.unfinished.rows.contains {
            if case .flag = $0.work { true } else { false }
        }
    }

    func hasUnsentFlag(at path: FileID, _ device: SimulatedDevice) -> Bool {
        guard let luid = device.id(at: path).flatMap({ device.rows.file($0)?.luid }) else {
            return false
        }
        return device.rows.unfinished.rows.contains { part in
            if case .flag = part.work { part.luids.contains(luid) } else { false }
        }
    }

    /// Whether a file of the content has changed and its photo has not yet, so
    /// that a flag goes on to the new content.
    private func isBeingEdited(_ hash: ContentHash, _ device: SimulatedDevice) -> Bool {
        device.rows.files.rows.contains { file in
            guard file.hash.hash == hash || file.changedFrom == hash else { return false }
            return file.changedFrom != nil
                || device.disk.files[SimulatedDisk.path(of: file.id)]?.stamp != device.told(file.id)
        } || device.rows.server.rows.contains { $0.photo.hash == hash && $0.replacedBy != nil }
            || device.rows.unfinished.rows.contains {
                if case .upload(let upload) = $0.work { upload.replaces != nil } else { false }
            }
    }

    mutating func wishedAway(_ view: PhotoView) {
        guard let hash = view.content else { return }
        let content = Content.index(of: hash)
        checks.deleted(content, forSure: !devices.contains { mayReturn(content, hash, $0) })
    }

    /// Whether a device has files that will look new when it comes to them, or
    /// acts on their way that bring the content back.
    private func mayReturn(
        _ content: Int, _ hash: ContentHash, _ device: SimulatedDevice
    ) -> Bool {
        for (path, file) in zip(device.disk.files.keys, device.disk.files.rows)
        where file.content == content {
            let id = device.id(at: path)
            let row = id.flatMap { device.rows.files[$0] }
            let isKnown = row?.hash.hash == hash && device.told(path) == file.stamp
            let isTrash =
                id.flatMap { device.rows.trash[$0] }.map {
                    $0.state == .leaving && $0.file.hash.hash == hash
                } ?? false
            if !isKnown && !isTrash || row?.changedFrom != nil { return true }
        }
        // A file that appeared after an earlier deletion is a wish.
        if device.rows.tombstones[hash] != nil, !device.rows.files(holding: hash).isEmpty {
            return true
        }
        for file in device.rows.trash.rows where file.state == .returning {
            if file.file.hash.hash == hash { return true }
        }
        return device.rows.unfinished.rows.contains { part in
            switch part.work {
            case .restore(let restoration): restoration.hashes.contains(hash)
            case .upload(let upload):
                upload.hash == hash && (upload.wish || upload.replaces != nil)
            case .flag, .delete, .share: false
            }
        }
    }

    /// 14, 15: what was wished for sure is so, or ended with an error that the
    /// user sees.
    mutating func checkWishes(_ live: [ServerPhoto]) {
        guard !checks.isRestored else { return }
        for content in 0..<Content.count {
            let hash = Content.hash(content)
            let copies = live.filter { $0.hash == hash }
            let wish = checks.wishes[content]
            if wish.isDeleted {
                probes.count("sure deletion")
                if !copies.isEmpty { fail(14, "deleted content \(content) is back") }
            }
            guard !copies.isEmpty, !devices.contains(where: { hasVisibleError(hash, $0) })
            else { continue }
            if let hidden = wish.hidden {
                probes.count("sure flag")
                if copies.contains(where: { $0.hidden != hidden }) {
                    fail(15, "content \(content) is not hidden as wished")
                }
            }
            if let favourite = wish.favourite,
                copies.contains(where: { $0.favourite != favourite })
            {
                fail(15, "content \(content) is not a favourite as wished")
            }
        }
    }

    private func hasVisibleError(_ hash: ContentHash, _ device: SimulatedDevice) -> Bool {
        device.rows.finished.rows.contains { ended in
            guard ended.outcome.isVisible, case .flag = ended.part.work else { return false }
            return ended.contents.contains(hash)
                || ended.part.luids.contains { device.rows.contents[$0] == hash }
        }
            || device.rows.unfinished.rows.contains { part in
                guard case .flag = part.work else { return false }
                return part.luids.contains { device.rows.contents[$0] == hash }
            }
    }

    /// 1: what was acknowledged is in the queue or has an outcome.
    mutating func checkAcknowledged() {
        for (number, device) in devices.enumerated() {
            for id in checks.acknowledged[number] {
                let isQueued = device.rows.unfinished.rows.contains { $0.id == id }
                if !isQueued, device.rows.outcomes[id] == nil {
                    fail(1, "device \(number) has lost operation \(id)")
                }
            }
        }
    }
}
