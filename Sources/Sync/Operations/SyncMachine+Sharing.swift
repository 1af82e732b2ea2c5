import Photos

/// A share is whole: it goes once, when all its photos are on the server.
extension SyncMachine {
    private enum Readiness {
        case photo(Share.SharedPhoto)
        case waits
        case leftOut
    }

    mutating func prepare<Rows: SyncRows>(
        _ part: Part, _ share: Share, _ rows: inout Rows
    ) {
        var part = part
        var share = share
        if part.state == .waiting {
            var isReady = true
            var sent: [Share.SharedPhoto] = []
            for luid in part.luids {
                switch readiness(of: luid, &rows) {
                case .photo(let photo): sent.append(photo)
                case .waits: isReady = false
                case .leftOut:
                    share.leftOut.append(luid)
                    part.luids.removeAll { $0 == luid }
                    // Later parts may have waited for it.
                    reconsider(luid)
                }
            }
            let isChanged = part.work != .share(share)
            part.work = .share(share)
            if isChanged {
                save(part, &rows)
                isUnsettled = true
            }
            guard isReady else { return }
            if sent.isEmpty {
                finish(part, .nothingLeft, &rows)
                return
            }
            guard !rows.holdsBack(part.id) else { return }
            share.sent = sent
            part.work = .share(share)
        }
        guard operationsInFlight < Self.mostOperations else { return }
        send(part, .share(part.id, share.sent), &rows)
    }

    private mutating func readiness<Rows: SyncRows>(
        of luid: LUID, _ rows: inout Rows
    ) -> Readiness {
        // It was looked at before, and its upload is on its way: nothing is read
        // again for each of the others that arrives.
        if queue.parts(of: luid).contains(where: { $0.isUrgentUpload }) { return .waits }
        let content = rows.content(of: luid)
        let copies = rows.serverRows(of: luid).map(\.photo).filter { $0.hash == content }
        if let primary = copies.min(by: { ($0.order, $0.id) < ($1.order, $1.id) }) {
            return .photo(Share.SharedPhoto(id: primary.id, hash: primary.hash))
        }
        var uploads = false
        for var part in queue.parts(of: luid) {
            guard case .upload(var upload) = part.work else { continue }
            uploads = true
            if !upload.urgent {
                upload.urgent = true
                part.work = .upload(upload)
                save(part, &rows)
            }
        }
        if uploads { return .waits }
        let files = rows.files(of: luid).filter { !$0.superseded }
        let returning = rows.trashedFiles(of: luid).contains { $0.state == .returning }
        guard let content else { return files.isEmpty && !returning ? .leftOut : .waits }
        if rows.tombstone(of: content) != nil || rows.isRefused(content) { return .leftOut }
        guard let file = source(of: content, luid, rows) else {
            return files.isEmpty && !returning && rows.serverRows(of: luid).isEmpty
                ? .leftOut : .waits
        }
        append(
            .upload(
                Upload(
                    hash: content, size: file.size, replaces: nil, wish: false, urgent: true)),
            of: [luid], &rows)
        return .waits
    }
}

extension Part {
    /// Whether a share waits for this upload, which has no answer yet.
    fileprivate var isUrgentUpload: Bool {
        if case .upload(let upload) = work { upload.urgent && !isAnswered } else { false }
    }
}
