import Photos
import Store

/// What the sync machine writes in one transaction.
extension Step {
    private static let luid = LUID(3)
    private static let photo = ServerPhotoID("id:3")

    func runLinked(_ transaction: inout WriteTransaction) throws(StoreError) {
        switch self {
        case .link:
            try transaction.link(
                ServerAccountRow(url: "u", account: "a", device: "d", linkedMilliseconds: 4))
        case .queueUpload: try save(upload, &transaction)
        case .sendUpload:
            var sent = upload
            sent.state = .sent
            try save(sent, &transaction)
            try transaction.setUploadSession(UploadSession(id: "s", bytes: 7), of: sent.id)
        case .applyPage:
            try transaction.putServerContent(
                ServerContentRow(
                    metadata: PhotoMetadata(kind: .photo, taken: nil), name: "3.jpg"),
                of: content(5))
            try transaction.save(row(hidden: false), path: "/3.jpg")
            try transaction.save(position(1))
        case .finishUpload: try transaction.finish(upload, .claimed)
        case .queueFlag:
            try save(flag(ids: []), &transaction)
            try transaction.setShown([.hidden], of: Self.luid)
        case .sendFlag:
            var sent = flag(ids: [Self.photo])
            sent.state = .answered(epoch: 1, sequence: 2)
            try save(sent, &transaction)
        case .finishFlag:
            try transaction.save(row(hidden: true))
            try transaction.save(position(2))
            try transaction.finish(flag(ids: [Self.photo]), .done)
        case .queueDelete: try queueDelete(&transaction)
        case .sweep:
            try transaction.removeServerRow(Self.photo)
            try transaction.quarantine("not understood")
            try transaction.save(position(3))
        case .unlink: try transaction.unlink()
        default: break
        }
    }

    private func queueDelete(_ transaction: inout WriteTransaction) throws(StoreError) {
        let work = Work.delete(
            Deletion(
                ids: [Self.photo], hashes: [content(5)], superseded: [content(9)], cancels: [],
                voided: [flag(ids: [])]))
        let part = part(1_003, work)
        try save(part, &transaction)
        if let file = try transaction.reading.localFile(FileID(3)) {
            try transaction.save(
                TrashedFile(deletedBy: part.id, file: file, luid: Self.luid, state: .leaving))
        }
        try transaction.save(
            Tombstone(hash: content(5), marks: [Tombstone.Mark(root: RootID(1), walks: 1)]),
            madeMilliseconds: 5)
        try transaction.setShown([.deleted], of: Self.luid)
    }

    private func save(
        _ part: Part, _ transaction: inout WriteTransaction
    ) throws(StoreError) {
        try transaction.save(part, madeMilliseconds: 5)
    }

    private var upload: Part {
        part(
            1_001,
            .upload(
                Upload(hash: content(5), size: 3, replaces: nil, wish: false, urgent: false)))
    }

    private func flag(ids: [ServerPhotoID]) -> Part {
        part(1_002, .flag(FlagChange(flag: .hidden, value: true, prior: false, ids: ids)))
    }

    private func part(_ number: Int64, _ work: Work) -> Part {
        Part(
            number: number, operation: OperationNumber(number),
            id: OperationID(high: 9, low: UInt64(number)), luids: [Self.luid], work: work)
    }

    private func row(hidden: Bool) -> ServerRow {
        var row = ServerRow(
            photo: ServerPhoto(
                id: Self.photo, hash: content(5), size: 3, revision: "1", hidden: hidden,
                favourite: false, order: 1), listing: 1)
        row.luid = Self.luid
        return row
    }

    private func position(_ sequence: Int64) -> FeedPosition {
        var position = FeedPosition.start
        position.cursor = "c\(sequence)"
        position.epoch = 1
        position.reached = sequence
        position.applied = sequence
        return position
    }
}
