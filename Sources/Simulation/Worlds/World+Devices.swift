import Photos
import Sync

/// The driver of each device: commits, crashes, and carries out actions.
extension World {
    /// Hands an event to a device's machine; whether it was committed.
    @discardableResult
    mutating func deliver(_ event: Event, to device: Int) -> Bool {
        guard checks.isRunning[device] || event == .started else { return false }
        note("device \(device) \(event)")
        if let library = devices[device].library {
            return deliver(event, to: device, storedIn: library)
        }
        if happens(.failedCommit, 15), event != .started {
            // The transaction failed: rows and value are as they were, and the
            // driver hands the event in again.
            var rows = devices[device].rows
            var machine = devices[device].machine
            _ = machine.receive(event, at: now(of: device), rows: &rows)
            if case .user = event { return false }
            clock.plan(
                .event(event, device: device, life: devices[device].life), in: 500)
            return false
        }
        let crashesBefore = happens(.crash, 4)
        if crashesBefore {
            crash(device)
            return false
        }
        if case .answer(_, let answer) = event { hear(answer, device) }
        if setting.bug == .missingSync { devices[device].rowsBefore = devices[device].rows }
        let before = setting.bug == .cursorBeforeRows ? devices[device].rows : nil
        var actions = devices[device].receive(event, at: now(of: device))
        plantAnswerBugs(event, device)
        let crashesAfter = happens(.crash, 4)
        if crashesAfter {
            if var torn = before, case .answer(_, .page) = event {
                torn.position = devices[device].rows.position
                devices[device].rows = torn
            }
            crash(device)
            checkDevice(device, after: event)
            return true
        }
        if setting.bug == .viewNotTold, case .answer = event {
            actions.removeAll { if case .show = $0 { true } else { false } }
        }
        conclude(event, actions, device)
        return true
    }

    /// What follows the commit of an event.
    mutating func conclude(_ event: Event, _ actions: [Action], _ device: Int) {
        trace.mix(Int64(device * 100 + actions.count))
        let shown = devices[device].timeline.rows
        let staysListing = checks.wasListing[device] || event.isReset
        for action in actions { carryOut(action, on: device) }
        committed(event, device)
        if case .answer = event, staysListing { checkListing(shown, device) }
        checks.wasListing[device] = devices[device].rows.position.isListing
    }

    mutating func crash(_ device: Int) {
        restartLibrary(of: device)
        crashed(device)
    }

    /// The program of a device is gone, and will be started again.
    mutating func crashed(_ device: Int) {
        note("device \(device) crashes")
        probes.count("crashed")
        devices[device].crash(stream: &troubles)
        devices[device].clockSkew = -clock.milliseconds
        clock.plan(.event(.started, device: device, life: devices[device].life), in: 2_000)
        // Until it starts, nobody looks at the timeline.
        checks.stopped(device)
    }

    private mutating func committed(_ event: Event, _ device: Int) {
        if case .started = event {
            devices[device].reload()
            // The driver looks which disks are there.
            for root in SimulatedDisk.roots {
                let isMounted = devices[device].disk.isMounted(root)
                clock.plan(
                    .event(
                        .disk(.root(root, available: isMounted)), device: device,
                        life: devices[device].life), in: 5)
            }
        }
        checkDevice(device, after: event)
    }

    private mutating func plantAnswerBugs(_ event: Event, _ device: Int) {
        guard setting.bug == .droppedAtAnswer, case .answer(_, .done) = event else { return }
        let answered = devices[device].rows.unfinished.rows.filter {
            if case .answered = $0.state { true } else { false }
        }
        for part in answered { devices[device].rows.finish(part, .done) }
        var machine = SyncMachine(chance: Chance(troubles.next(), troubles.next()))
        _ = machine.receive(
            .started, at: now(of: device), rows: &devices[device].rows)
        devices[device].life += 1
        devices[device].machine = machine
        clock.plan(.event(.started, device: device, life: devices[device].life), in: 100)
        devices[device].reload()
    }

    private mutating func carryOut(_ action: Action, on device: Int) {
        let life = devices[device].life
        switch action {
        case .send(let number, let request): send(request, number, from: device)
        case .cancel(let number):
            if devices[device].parked == number { devices[device].parked = nil }
        case .wake(let at):
            if let timer = devices[device].timer, timer <= at.milliseconds { return }
            devices[device].timer = at.milliseconds
            clock.plan(
                .timer(device: device, life: life, at: at.milliseconds),
                in: at.milliseconds - now(of: device).milliseconds)
        case .hash(let path, let urgent):
            let delay = Int64(disks.below(urgent ? 1_000 : 6_000))
            clock.plan(.hash(path, device: device, life: life), in: delay)
        case .trash(let path, let hash): trash(path, hash, device)
        case .untrash(let path):
            let hash = devices[device].rows.trash[path]?.file.hash.hash
            let done = devices[device].disk.bringBack(path, holding: hash)
            note("device \(device) untrash \(path): \(done)")
            let stamp = done ? devices[device].disk.file(path)?.stamp : nil
            clock.plan(.returned(path, stamp: stamp, device: device, life: life), in: 20)
        case .show(let luids): devices[device].show(luids)
        }
    }

    /// The driver tells what came back, and what it had known at that path.
    mutating func returned(_ id: FileID, stamp: Int64?, on device: Int) {
        let path = SimulatedDisk.path(of: id)
        let former = devices[device].rows.files.keys.first {
            $0 != id && SimulatedDisk.path(of: $0) == path
        }
        let event = Event.disk(.returned(id, done: stamp != nil, over: former))
        if deliver(event, to: device), let stamp { devices[device].told[path] = stamp }
    }

    private mutating func trash(_ path: FileID, _ hash: ContentHash?, _ device: Int) {
        let before = devices[device].disk.file(path)
        let done = devices[device].disk.moveToTrash(
            path, holding: hash, careless: setting.bug == .carelessTrash)
        if let before, devices[device].disk.file(path) == nil {
            checkTrashed(before, path, hash, device)
        }
        note("device \(device) trash \(path): \(done)")
        clock.plan(
            .event(
                .disk(.trashed(path, done: done)), device: device, life: devices[device].life),
            in: 20)
    }

    // MARK: The scanner

    mutating func hash(_ path: FileID, on device: Int) {
        guard let row = devices[device].rows.file(path), row.hash.hash == nil else { return }
        let isFailing = happens(.hashFailure, 100)
        guard !isFailing, let file = devices[device].disk.file(path),
            file.stamp == devices[device].told(path)
        else {
            if row.hash != .failed { deliver(.disk(.hashed(path, nil, edit: nil)), to: device) }
            return
        }
        let edit = row.changedFrom.map { before in
            Content.isSameShot(Content.index(of: before), file.content)
                ? FileEdit.sameShot : .otherShot
        }
        deliver(.disk(.hashed(path, Content.hash(file.content), edit: edit)), to: device)
    }

    mutating func beginWalk(_ root: RootID, on device: Int) {
        guard devices[device].disk.isMounted(root) else { return }
        guard deliver(.disk(.walkBegan(root)), to: device) else { return }
        clock.plan(
            .walk(root, device: device, life: devices[device].life),
            in: 200 + Int64(disks.below(4_000)))
    }

    /// The walk as it ends: what it found is told file by file.
    mutating func walk(_ root: RootID, on device: Int) {
        let life = devices[device].life
        let isWhole = devices[device].disk.isMounted(root) && !happens(.walkError, 150)
        for path in SimulatedDisk.paths where SimulatedDisk.root(of: path) == root {
            guard let file = devices[device].disk.file(path) else { continue }
            let known = devices[device].id(at: path)
            let isKnown = known.map { devices[device].rows.file($0) != nil } ?? false
            guard !isKnown || devices[device].told(path) != file.stamp else { continue }
            let id = known ?? devices[device].rows.makeFile(at: path)
            let event = Event.disk(.seen(id, root: root, size: Content.size(file.content)))
            guard deliver(event, to: device), devices[device].life == life else {
                if devices[device].life == life {
                    deliver(.disk(.walkEnded(root, complete: false, gone: [])), to: device)
                }
                return
            }
            devices[device].told[path] = file.stamp
        }
        let ignoresError = setting.bug == .walkErrorIgnored && !isWhole
        let isComplete = isWhole || ignoresError
        let gone =
            isComplete
            ? devices[device].rows.files(in: root).map(\.id).filter {
                ignoresError || devices[device].disk.file($0) == nil
            } : []
        guard deliver(.disk(.walkEnded(root, complete: isComplete, gone: gone)), to: device)
        else { return }
        checkNothingForgotten(root, device)
    }
}

extension Event {
    fileprivate var isReset: Bool {
        if case .answer(_, .reset) = self { true } else { false }
    }
}
