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

    /// Sends all that may be sent now. Reads each unfinished part once.
    mutating func pump<Rows: SyncRows>(_ rows: inout Rows) {
        pumpFeed(rows)
        var earlier: [LUID: Earlier] = [:]
        var ready: [Part] = []
        for part in queue.parts where !part.isAnswered {
            let kind = kind(of: part)
            let waitsForID = waitsForID(part, rows)
            let blocking = blocking(part.work)
            let isBlocked = part.luids.contains {
                !(earlier[$0] ?? []).isDisjoint(with: blocking)
            }
            if !waitsForID {
                for luid in part.luids { earlier[luid, default: []].insert(kind) }
            }
            guard !waitsForID, !isBlocked, !isInFlight(part) else { continue }
            if let at = tries[part.id]?.notBefore, at > now {
                actions.append(.wake(at))
                continue
            }
            ready.append(part)
        }
        for part in ready { prepare(part, &rows) }
        askHave(ready, rows)
        sendUploads(ready, &rows)
    }

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
    /// waited for. A flag needs a server id and not the end of an upload.
    private func blocking(_ work: Work) -> Earlier {
        switch work {
        case .upload: [.upload, .trash]
        case .restore: .trash
        case .flag: [.flag, .trash, .share]
        case .delete, .share: [.flag, .upload, .trash, .share]
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
            case .have(let numbers): numbers.contains(part.number)
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
    private mutating func askHave<Rows: SyncRows>(_ ready: [Part], _ rows: Rows) {
        let isAsking = inFlight.contains {
            if case .have = $0.purpose { true } else { false }
        }
        guard !isAsking else { return }
        var hashes: [ContentHash] = []
        var numbers: [Int64] = []
        for ready in ready where hashes.count < Self.mostHashes {
            guard let part = queue.part(ready.number), case .upload(let upload) = part.work,
                cleared[part.id] == nil,
                part.state == .sent || isReadable(upload, part, rows)
            else { continue }
            hashes.append(upload.hash)
            numbers.append(part.number)
        }
        guard !hashes.isEmpty else { return }
        let number = newRequest()
        inFlight.append(InFlight(number: number, purpose: .have(numbers)))
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
    private mutating func sendUploads<Rows: SyncRows>(_ ready: [Part], _ rows: inout Rows) {
        for urgent in [true, false] {
            for ready in ready {
                guard let part = queue.part(ready.number), case .upload(let upload) = part.work,
                    upload.urgent == urgent, cleared[part.id] != nil
                else { continue }
                guard uploadsInFlight < Self.mostUploads else { return }
                guard let file = source(of: upload.hash, part.luids[0], rows) else {
                    // What was sent and is not there can never be sent again.
                    finish(part, .sourceGone, &rows)
                    continue
                }
                guard rows.root(file.root)?.available == true else { continue }
                cleared[part.id] = nil
                send(part, .upload(part.id, file.id, upload), &rows)
            }
        }
    }
}
