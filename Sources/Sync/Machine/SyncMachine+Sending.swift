import Photos

/// What is sent, and in which order.
extension SyncMachine {
    /// Operations but uploads in flight at once.
    public static let mostOperations = 4
    /// Uploads in flight at once.
    public static let mostUploads = 2
    /// Contents in one question of `have`.
    public static let mostHashes = 1_000

    /// The kinds of unanswered parts that come earlier on a photo.
    private struct Earlier: OptionSet {
        let rawValue: UInt8
        static let flag = Earlier(rawValue: 1)
        static let upload = Earlier(rawValue: 2)
        static let trash = Earlier(rawValue: 4)
        static let share = Earlier(rawValue: 8)
    }

    /// Sends all that may be sent now: looks at the parts of the photos that
    /// the event touched, and at those whose delay is over.
    ///
    /// - Complexity: O((k + s) log n) for k parts of touched photos and s sent
    ///   ones in a queue of n.
    mutating func pump<Rows: SyncRows>(_ rows: inout Rows) {
        guard !isPaused else { return }
        pumpFeed(rows)
        while let delay = order.delayed.first, delay.until <= now {
            _ = order.delayed.popFirst()
            if let part = queue.part(delay.number) { look(at: part, rows) }
        }
        let changed = Self.unique(reconsidered)
        reconsidered = []
        for luid in changed { lookAtParts(of: luid, rows) }
        sendOperations(&rows)
        askHave(rows)
        sendUploads(&rows)
        if let delay = order.delayed.first { actions.append(.wake(delay.until)) }
    }

    // MARK: What may be sent

    /// Looks at the parts of a photo in one walk.
    private mutating func lookAtParts<Rows: SyncRows>(of luid: LUID, _ rows: Rows) {
        var earlier: Earlier = []
        for part in queue.parts(of: luid) where !part.isAnswered {
            let waits = waitsForID(part, rows)
            let isBlocked = !earlier.isDisjoint(with: blocking(part.work))
            if !waits { earlier.insert(kind(of: part)) }
            if part.luids.count > 1 {
                look(at: part, rows)
            } else if !waits, !isBlocked, !isNamed(part, rows) {
                line(up: part, rows)
            }
        }
    }

    private mutating func look<Rows: SyncRows>(at part: Part, _ rows: Rows) {
        if isReady(part, rows) { line(up: part, rows) }
    }

    /// Whether nothing that came before holds it back.
    private func isReady<Rows: SyncRows>(_ part: Part, _ rows: Rows) -> Bool {
        guard !part.isAnswered, !isInFlight(part), !waitsForID(part, rows), !isNamed(part, rows)
        else { return false }
        let blocking = blocking(part.work)
        return !part.luids.contains { luid in
            queue.parts(of: luid).contains { other in
                other.number < part.number && !other.isAnswered
                    && blocking.contains(kind(of: other)) && !waitsForID(other, rows)
            }
        }
    }

    /// A server photo may have gone from one photo to another while a flag was
    /// on its way to it: what is set on the latter comes after that.
    private func isNamed<Rows: SyncRows>(_ part: Part, _ rows: Rows) -> Bool {
        guard case .flag(let change) = part.work else { return false }
        let ids =
            part.state == .waiting
            ? part.luids.flatMap { rows.serverRows(of: $0).map(\.photo.id) } : change.ids
        return queue.isNamed(ids, before: part.number)
    }

    /// Gives a part that nothing holds back its place among those to be sent.
    private mutating func line<Rows: SyncRows>(up part: Part, _ rows: Rows) {
        guard !isInFlight(part) else { return }
        if let until = tries[part.id]?.notBefore, until > now {
            order.delayed.insert(SendingOrder.Delay(until: until, number: part.number))
            return
        }
        switch part.work {
        case .share: order.shares.insert(part.number)
        case .flag, .delete, .restore: order.operations.insert(part.number)
        case .upload(let upload):
            if cleared[part.id] == nil {
                if part.state == .sent || isReadable(upload, part, rows) {
                    order.unasked.insert(part.number)
                }
            } else if upload.urgent {
                order.urgent.insert(part.number)
            } else {
                order.cleared.insert(part.number)
            }
        }
    }

    /// The part whose turn it is, if it may still be sent.
    private mutating func ready<Rows: SyncRows>(_ number: Int64, _ rows: Rows) -> Part? {
        guard let part = queue.part(number), isReady(part, rows) else { return nil }
        if let until = tries[part.id]?.notBefore, until > now {
            // It was its time already: the clock has gone back since.
            order.delayed.insert(SendingOrder.Delay(until: until, number: number))
            return nil
        }
        return part
    }

    /// Sends in the order of the numbers; shares are looked at even when no
    /// more can be sent, since they ask for uploads.
    private mutating func sendOperations<Rows: SyncRows>(_ rows: inout Rows) {
        var kept: [Int64] = []
        while true {
            let isFull = operationsInFlight >= Self.mostOperations
            let operation = isFull ? nil : order.operations.first
            let number: Int64?
            if let share = order.shares.first, share < operation ?? .max {
                number = order.shares.popFirst()
                if isFull { kept.append(share) }
            } else if operation != nil {
                number = order.operations.popFirst()
            } else {
                break
            }
            if let part = number.flatMap({ ready($0, rows) }) { prepare(part, &rows) }
        }
        for number in kept where queue.part(number) != nil { order.shares.insert(number) }
    }

    // MARK: What holds it back

    private func kind(of part: Part) -> Earlier {
        switch part.work {
        case .upload: .upload
        case .flag: .flag
        case .delete, .restore: .trash
        case .share: .share
        }
    }

    /// An upload waits only for earlier deletes, restores and uploads, and a
    /// restore only for earlier deletes and restores: a share that waits for
    /// an upload made after it, or for the restore before that, must not be
    /// waited for. A flag needs a server id and not the end of an upload. A
    /// share waits for the uploads of its photos too, but has to be looked at
    /// meanwhile, since it moves them to the front.
    private func blocking(_ work: Work) -> Earlier {
        switch work {
        case .upload: [.upload, .trash]
        case .restore: .trash
        case .flag: [.flag, .trash, .share]
        case .share: [.flag, .trash, .share]
        case .delete: [.flag, .upload, .trash, .share]
        }
    }

    /// Flags of a photo without a server id wait without being in the way.
    private func waitsForID<Rows: SyncRows>(_ part: Part, _ rows: Rows) -> Bool {
        guard case .flag = part.work, part.state == .waiting else { return false }
        return part.luids.contains { rows.serverRows(of: $0).allSatisfy(\.leaving) }
    }

    func isInFlight(_ part: Part) -> Bool {
        inFlight.contains {
            switch $0.purpose {
            case .part(let number): number == part.number
            case .have: asked.contains(part.number)
            }
        }
    }

    var operationsInFlight: Int {
        inFlight.count {
            if case .part(let number) = $0.purpose, let part = queue.part(number),
                case .upload = part.work
            {
                false
            } else {
                true
            }
        }
    }

    private var uploadsInFlight: Int {
        inFlight.count { if case .part = $0.purpose { true } else { false } } - operationsInFlight
            + inFlight.count { if case .have = $0.purpose { true } else { false } }
    }

    /// Sends a part that is not an upload.
    private mutating func prepare<Rows: SyncRows>(_ ready: Part, _ rows: inout Rows) {
        guard var part = queue.part(ready.number) else { return }
        if case .share(let share) = part.work {
            prepare(part, share, &rows)
            return
        }
        guard operationsInFlight < Self.mostOperations else { return }
        let luid = part.luids[0]
        let ids = rows.serverRows(of: luid).filter { !$0.leaving }.map(\.photo.id)
        let isFirst = part.state == .waiting
        switch part.work {
        case .upload, .share: return
        case .flag(var change):
            // Ids are frozen at the first send: ids that appear later are
            // another request, which must not go by the same name.
            if isFirst { change.ids = ids }
            part.work = .flag(change)
            send(part, .setFlag(part.id, change.flag, change.value, change.ids), &rows)
        case .delete(var deletion):
            if isFirst {
                deletion.ids += ids.filter { !deletion.ids.contains($0) }
                if deletion.ids.isEmpty, deletion.hashes.isEmpty {
                    finish(part, .done, &rows)
                    return
                }
            }
            part.work = .delete(deletion)
            send(part, .delete(part.id, deletion), &rows)
        case .restore(let restoration):
            send(part, .restore(part.id, restoration), &rows)
        }
    }

    mutating func send<Rows: SyncRows>(_ part: Part, _ request: Request, _ rows: inout Rows) {
        var part = part
        part.state = .sent
        save(part, &rows)
        let number = newRequest()
        inFlight.append(InFlight(number: number, purpose: .part(part.number)))
        actions.append(.send(number, request))
    }

    /// Asks which contents are missing before anything is uploaded.
    private mutating func askHave<Rows: SyncRows>(_ rows: Rows) {
        let isAsking = inFlight.contains {
            if case .have = $0.purpose { true } else { false }
        }
        guard !isAsking else { return }
        if let haveRetry, haveRetry > now {
            actions.append(.wake(haveRetry))
            return
        }
        haveRetry = nil
        var hashes: [ContentHash] = []
        var numbers: [Int64] = []
        while hashes.count < Self.mostHashes, let number = order.unasked.popFirst() {
            guard let part = ready(number, rows), case .upload(let upload) = part.work,
                cleared[part.id] == nil,
                part.state == .sent || isReadable(upload, part, rows)
            else { continue }
            hashes.append(upload.hash)
            numbers.append(part.number)
        }
        guard !hashes.isEmpty else { return }
        let number = newRequest()
        inFlight.append(InFlight(number: number, purpose: .have(numbers)))
        asked = Set(numbers)
        actions.append(.send(number, .have(hashes)))
    }

    private func isReadable<Rows: SyncRows>(
        _ upload: Upload, _ part: Part, _ rows: Rows
    ) -> Bool {
        guard let file = source(of: upload.hash, part.luids[0], rows) else { return false }
        return rows.root(file.root)?.available == true
    }

    /// Sends uploads that `have` let through, those that a share waits for
    /// first.
    private mutating func sendUploads<Rows: SyncRows>(_ rows: inout Rows) {
        while uploadsInFlight < Self.mostUploads,
            let number =
                order.urgent.popFirst() ?? (holdsUploads ? nil : order.cleared.popFirst())
        {
            guard let part = ready(number, rows), case .upload(let upload) = part.work,
                cleared[part.id] != nil
            else { continue }
            guard let file = source(of: upload.hash, part.luids[0], rows) else {
                // What was sent and is not there can never be sent again.
                finish(part, .sourceGone, &rows)
                continue
            }
            // When its disk comes, it is looked at again.
            guard rows.root(file.root)?.available == true else { continue }
            cleared[part.id] = nil
            send(part, .upload(part.id, file.id, upload), &rows)
        }
    }
}
