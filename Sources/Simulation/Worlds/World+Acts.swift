import Photos
import Sync

/// What users do and what befalls their disks and the server. Each act draws
/// from a stream of its own, so that leaving one out changes no other.
extension World {
    mutating func act(_ number: Int) {
        var stream = Stream(seed: setting.seed, "act", number)
        _ = stream.next()
        let device = stream.below(devices.count)
        let kind = stream.below(1_000)
        // Nobody uses a device that sleeps.
        guard kind >= 840 || !isAsleep(device) else { return }
        switch kind {
        case ..<170: addFile(device, &stream)
        case ..<330:
            beginWalk(
                stream.happens(700) ? SimulatedDisk.uploaded : SimulatedDisk.shownOnly, on: device)
        case ..<450: setFlag(device, &stream)
        case ..<530: delete(device, &stream)
        case ..<580: undo(device, &stream)
        case ..<610: restore(device, &stream)
        case ..<680: share(device, &stream)
        case ..<740: changeFile(device, &stream)
        case ..<775: moveFile(device, &stream)
        case ..<805: removeFile(device, &stream)
        case ..<840: mount(device, &stream)
        case ..<890: meddle(&stream)
        case ..<920:
            if faults.contains(.crash) { crash(device) }
        case ..<950:
            if faults.contains(.partition) { devices[device].isOffline.toggle() }
        case ..<970:
            if faults.contains(.cursorReset) {
                note("cursors expire")
                server.expireCursors()
            }
        case ..<985: server.backUp()
        default:
            if faults.contains(.backupRestored) {
                note("server restored from its backup")
                server.restoreFromBackup()
                checks.isRestored = true
                wakePolls()
            }
        }
    }

    /// Whether it was acknowledged to the user.
    private mutating func user(_ act: Event.UserAct, on device: Int) -> Bool {
        let before = devices[device].rows.lastNumber
        guard deliver(.user(act), to: device) else { return false }
        // A crash may have come between the commit and this, so that the
        // machine is another already; `made` was noted at the commit.
        checks.acknowledge(devices[device].made.filter { $0.number > before }.map(\.id), of: device)
        return true
    }

    private func isRunning(_ device: Int) -> Bool { checks.isRunning[device] }

    // MARK: Files

    private mutating func addFile(_ device: Int, _ stream: inout Stream) {
        guard let path = stream.pick(SimulatedDisk.paths) else { return }
        let content = stream.below(Content.count)
        guard devices[device].disk.isMounted(SimulatedDisk.root(of: path)),
            devices[device].disk.file(path) == nil
        else { return }
        note("device \(device) writes content \(content) at \(path)")
        devices[device].disk.write(content, at: path)
        checks.appeared(content)
    }

    private mutating func changeFile(_ device: Int, _ stream: inout Stream) {
        let picked = stream.pick(devices[device].disk.visiblePaths)
        let isEdit = stream.happens(700)
        let other = stream.below(Content.count)
        guard faults.contains(.fileChanges), let path = picked,
            let file = devices[device].disk.file(path)
        else { return }
        let content = isEdit ? file.content ^ 1 : other
        note("device \(device) changes \(path) to content \(content)")
        devices[device].disk.write(content, at: path)
        checks.appeared(content)
        checks.disturbed(file.content)
        // What was set on the tile of this path goes on to the new content.
        if hasUnsentFlag(at: path, devices[device]) { checks.disturbed(content) }
    }

    private mutating func moveFile(_ device: Int, _ stream: inout Stream) {
        let from = stream.pick(devices[device].disk.visiblePaths)
        guard faults.contains(.fileMoves), let from, let to = stream.pick(SimulatedDisk.paths),
            devices[device].disk.isMounted(SimulatedDisk.root(of: to)),
            devices[device].disk.file(to) == nil
        else { return }
        note("device \(device) moves \(from) to \(to)")
        if let file = devices[device].disk.file(from) { checks.disturbed(file.content) }
        devices[device].disk.move(from, to: to)
    }

    private mutating func removeFile(_ device: Int, _ stream: inout Stream) {
        guard faults.contains(.fileRemovals),
            let path = stream.pick(devices[device].disk.visiblePaths)
        else { return }
        note("device \(device) removes \(path)")
        if let file = devices[device].disk.file(path) { checks.disturbed(file.content) }
        devices[device].disk.remove(path)
    }

    private mutating func mount(_ device: Int, _ stream: inout Stream) {
        guard faults.contains(.unmount), let root = stream.pick(SimulatedDisk.roots) else {
            return
        }
        setMounted(root, !devices[device].disk.isMounted(root), device)
    }

    mutating func setMounted(_ root: RootID, _ isMounted: Bool, _ device: Int) {
        note("device \(device) root \(root.rawValue) mounted: \(isMounted)")
        devices[device].disk.setMounted(root, isMounted)
        clock.plan(
            .event(
                .disk(.root(root, available: isMounted)), device: device,
                life: devices[device].life), in: 10)
    }

    // MARK: Acts on photos

    private mutating func choose(
        _ device: Int, _ most: Int, _ stream: inout Stream
    ) -> [PhotoView] {
        guard isRunning(device) else { return [] }
        var shown = devices[device].timeline.rows
        // A selection may be older than the timeline.
        let isOld = stream.happens(150)
        if isOld, !devices[device].selection.isEmpty { shown = devices[device].selection }
        if stream.happens(200) { devices[device].selection = shown }
        let count = faults.contains(.group) ? 1 + stream.below(most) : 1
        return (0..<count).compactMap { _ in stream.pick(shown) }.compactMap {
            current($0, device)
        }
    }

    /// What is shown now of a photo chosen earlier, under the name by which it
    /// was chosen.
    private func current(_ chosen: PhotoView, _ device: Int) -> PhotoView? {
        var luid = chosen.luid
        while let next = devices[device].rows.aliases[luid] { luid = next }
        guard var view = devices[device].timeline[luid] else { return nil }
        view.luid = chosen.luid
        return view
    }

    private mutating func setFlag(_ device: Int, _ stream: inout Stream) {
        let chosen = choose(device, 3, &stream)
        let flag: Flag = stream.happens(600) ? .hidden : .favourite
        let value = stream.happens(600)
        guard !chosen.isEmpty, user(.set(flag, value, chosen.map(\.luid)), on: device) else {
            return
        }
        for view in chosen { wished(flag, value, of: view, on: device) }
        checkReadsOwnWrites(chosen, flag, value, device)
    }

    private mutating func delete(_ device: Int, _ stream: inout Stream) {
        let chosen = choose(device, 2, &stream)
        guard !chosen.isEmpty, user(.delete(chosen.map(\.luid)), on: device) else { return }
        for view in chosen {
            wishedAway(view)
            if isRunning(device), devices[device].timeline[view.luid] != nil {
                fail(9, "device \(device) still shows deleted \(view.luid)")
            }
        }
    }

    private mutating func undo(_ device: Int, _ stream: inout Stream) {
        guard faults.contains(.undo), isRunning(device) else { return }
        let recent = devices[device].rows.finished.rows.suffix(3).map(\.part)
        let parts = recent + devices[device].rows.unfinished.rows
        guard let part = stream.pick(parts) else { return }
        let group = devices[device].rows.parts(of: part.operation)
        guard user(.undo(part.operation), on: device) else { return }
        for part in group { checks.undone(part, devices[device].rows) }
        // What is not hashed yet may be any content on this disk.
        let contents = devices[device].rows.contents
        if group.contains(where: { $0.luids.contains { contents[$0] == nil } }) {
            for file in devices[device].disk.files.rows { checks.disturbed(file.content) }
        }
    }

    private mutating func restore(_ device: Int, _ stream: inout Stream) {
        guard isRunning(device) else { return }
        let hidden = devices[device].rows.contents.keys.filter {
            devices[device].timeline[$0] == nil
        }
        guard let luid = stream.pick(hidden), user(.restore([luid]), on: device) else { return }
        if let hash = devices[device].rows.contents[luid] {
            checks.appeared(Content.index(of: hash))
        }
    }

    private mutating func share(_ device: Int, _ stream: inout Stream) {
        let chosen = choose(device, 3, &stream)
        guard faults.contains(.share), !chosen.isEmpty,
            user(.share(chosen.map(\.luid)), on: device)
        else { return }
    }

    private mutating func meddle(_ stream: inout Stream) {
        guard faults.contains(.meddling), let photo = stream.pick(server.livePhotos) else {
            return
        }
        let act: Meddling =
            switch stream.below(4) {
            case 0: .move(photo.id)
            case 1: .copy(photo.id)
            case 2: .delete(photo.id)
            default: .edit(photo.id, to: Content.index(of: photo.hash) ^ 1)
            }
        note("another program: \(act)")
        checks.meddled(act, photo)
        server.meddle(act)
        wakePolls()
    }
}
