import Photos
import Sync

/// The network between devices and server: it loses, doubles, delays and
/// reorders; a device that hears nothing gives up after a while.
extension World {
    private static let patience: Int64 = 20_000
    private static let pollTimeout: Int64 = 30_000

    mutating func send(_ request: Request, _ number: RequestNumber, from device: Int) {
        note("device \(device) sends \(number.rawValue) \(request)")
        let life = devices[device].life
        if case .have(let hashes) = request { devices[device].asking = hashes }
        if case .upload(_, let path, let upload) = request {
            checkUpload(upload, device)
            let file = devices[device].disk.file(path)
            guard let file, Content.hash(file.content) == upload.hash,
                !happens(.changeDuringUpload, 50)
            else {
                reply(.sourceChanged, number, device, life, in: 100)
                return
            }
        }
        if case .longPoll(let cursor) = request {
            park(cursor, number, device)
            return
        }
        if isTroubled && devices[device].isOffline || happens(.lostRequest, 120) {
            reply(.failed(retryAfterMilliseconds: nil), number, device, life, in: Self.patience)
            return
        }
        clock.plan(
            .arrives(request, number, device: device, life: life), in: delay())
        if happens(.duplicate, 80), case .read = request {
        } else if happens(.duplicate, 80) {
            // The same request again, much later: nobody waits for its answer.
            clock.plan(
                .arrives(request, RequestNumber(-1), device: device, life: -1),
                in: 5_000 + Int64(network.below(60_000)))
        }
    }

    private mutating func delay() -> Int64 {
        let slow = happens(.delay, 200)
        return 10 + Int64(network.below(slow ? 15_000 : 400))
    }

    mutating func arrive(
        _ request: Request, _ number: RequestNumber, _ device: Int, _ life: Int
    ) {
        if devices[device].isSignedOut {
            reply(.failed(retryAfterMilliseconds: nil), number, device, life, in: 30)
            return
        }
        if happens(.serverError, 80) {
            let asked: Int64? = troubles.happens(300) ? 5_000 : nil
            reply(.failed(retryAfterMilliseconds: asked), number, device, life, in: delay())
            return
        }
        let before = server.sequence
        if case .upload(_, _, let upload) = request, life == devices[device].life {
            checkArrival(upload, device)
        }
        let replaced = photoToReplace(request)
        let wasDeleted = isUnwantedUpload(request)
        var answer = server.answer(request, from: device, at: clock.milliseconds)
        if let wrong = server.wrong { fail(17, "the server: \(wrong)") }
        if case .upload(_, _, let upload) = request {
            checkReplaced(replaced, upload, device)
            if wasDeleted { checkStaysDeleted(upload, device) }
        }
        note("server answers \(device)/\(number.rawValue): \(answer)")
        if server.sequence != before { wakePolls() }
        if case .page(var page) = answer, !page.entries.isEmpty, happens(.unreadableEntry, 40) {
            page.entries[0] = .unreadable("not understood")
            answer = .page(page)
        }
        if isTroubled && devices[device].isOffline || happens(.lostAnswer, 120) {
            reply(.failed(retryAfterMilliseconds: nil), number, device, life, in: Self.patience)
        } else {
            reply(answer, number, device, life, in: delay())
        }
    }

    private mutating func reply(
        _ answer: Answer, _ number: RequestNumber, _ device: Int, _ life: Int, in delay: Int64
    ) {
        guard life >= 0 else { return }
        clock.plan(.event(.answer(number, answer), device: device, life: life), in: delay)
    }

    private mutating func park(_ cursor: String, _ number: RequestNumber, _ device: Int) {
        if devices[device].isSignedOut {
            let life = devices[device].life
            reply(.failed(retryAfterMilliseconds: nil), number, device, life, in: delay())
            return
        }
        let position = devices[device].rows.position
        if position.applied != server.sequence || position.epoch != server.epoch {
            reply(
                .woken(changes: true, backoffMilliseconds: nil), number, device,
                devices[device].life, in: delay())
            return
        }
        devices[device].parked = number
        reply(
            .woken(changes: false, backoffMilliseconds: nil), number, device,
            devices[device].life, in: Self.pollTimeout)
    }

    /// The server starts anew: polls that it had parked are cut.
    mutating func cutPolls() {
        for device in devices.indices {
            guard let number = devices[device].parked else { continue }
            devices[device].parked = nil
            reply(
                .failed(retryAfterMilliseconds: nil), number, device, devices[device].life,
                in: delay())
        }
    }

    /// Something changed on the server: parked polls are answered.
    mutating func wakePolls() {
        for device in devices.indices {
            guard let number = devices[device].parked else { continue }
            devices[device].parked = nil
            if isTroubled && devices[device].isOffline || happens(.lostAnswer, 120) { continue }
            reply(
                .woken(changes: true, backoffMilliseconds: nil), number, device,
                devices[device].life, in: delay())
        }
    }
}
