import Photos
import Store
import Sync
import Testing

@testable import Carousel

/// What a share waits for and what goes ahead for it, over the real rows.
@Suite struct SharingOrderTests {
    private let library: LinkedLibrary
    private let conversation = ConversationID(OperationID(high: 3, low: 1))
    private let post = OperationID(high: 3, low: 2)

    init() throws {
        library = try LinkedLibrary("sharingorder")
        try library.receive([])
        try library.page([], sequence: 1)
        try library.page([], sequence: 1)
    }

    private func luid(_ content: UInt8) throws -> LUID {
        try #require(
            try library.store.read { transaction throws(StoreError) in
                try transaction.owner(of: .of(content))
            })
    }

    /// Answers every question of `have`: nothing is there.
    private func answerHave() throws {
        while let (number, request) = library.take({ if case .have = $0 { true } else { false } }) {
            guard case .have(let hashes) = request else { return }
            try library.receive([
                .answer(number, .have(hashes.map { _ in .missing }, epoch: 1, sequence: 1))
            ])
        }
    }

    private func takeUpload() -> (number: RequestNumber, hash: ContentHash)? {
        guard
            let (number, request) = library.take({
                if case .upload = $0 { true } else { false }
            }), case .upload(_, _, let upload) = request
        else { return nil }
        return (number, upload.hash)
    }

    private func land(_ content: ContentHash, _ number: RequestNumber, _ order: Int64) throws {
        let photo = ServerPhoto(
            id: ServerPhotoID("id:\(order)"), hash: content, size: 100, revision: "r\(order)",
            hidden: false, favourite: false, order: order)
        try library.receive([
            .answer(number, .done(Answer.Effect(epoch: 1, sequence: order, landed: photo)))
        ])
        try library.page([.photo(photo)], sequence: order)
    }

    private func takeShare() -> (OperationID, Int)? {
        guard
            let (_, request) = library.take({ if case .share = $0 { true } else { false } }),
            case .share(let id, let photos) = request
        else { return nil }
        return (id, photos.count)
    }

    /// A share of photos in a new conversation, as one transaction.
    private func share(_ luids: [LUID]) throws {
        let (conversation, post) = (conversation, post)
        try library.receive([.user(.share(luids, as: post))], as: post) {
            transaction throws(StoreError) in
            _ = try transaction.record(
                .create(members: ["ann"], guests: [], title: nil), in: conversation,
                as: conversation.operation, madeMilliseconds: 1)
            _ = try transaction.record(
                .post(text: nil, photos: luids), in: conversation, as: post,
                madeMilliseconds: 1)
        }
    }

    private func end(_ state: ConversationAct.State) throws {
        let create = conversation.operation
        try library.store.write { transaction throws(StoreError) in
            try transaction.end(create, state)
        }.forEach { try library.receive([$0]) }
    }

    @Test func uploadsOfSharedPhotosGoAheadOfAllOthers() throws {
        for content in 1...40 as ClosedRange<UInt8> { try library.add("\(content).jpg", content) }
        try answerHave()
        let shared = try [38, 39, 40].map { try luid($0) }
        try share(shared)
        try answerHave()
        var order: [ContentHash] = []
        var sequence: Int64 = 2
        while let upload = takeUpload() {
            order.append(upload.hash)
            try land(upload.hash, upload.number, sequence)
            try answerHave()
            sequence += 1
        }
        #expect(order.count == 40)
        // Two were on their way when it was shared.
        #expect(order[2...4] == [.of(38), .of(39), .of(40)])
    }

    @Test func aShareWaitsForItsConversationAndGoesOnceWithAllItsPhotos() throws {
        for content in 1...3 as ClosedRange<UInt8> { try library.add("\(content).jpg", content) }
        try answerHave()
        try share(try [1, 2, 3].map { try luid($0) })
        var sequence: Int64 = 2
        while let upload = takeUpload() {
            #expect(takeShare() == nil)
            try land(upload.hash, upload.number, sequence)
            try answerHave()
            sequence += 1
        }
        #expect(takeShare() == nil, "the server does not know the conversation")
        try library.restart()
        try library.receive([])
        #expect(takeShare() == nil)
        try end(.answered)
        let sent = try #require(takeShare())
        #expect(sent == (post, 3))
        #expect(takeShare() == nil)
    }

    @Test func aShareWhoseConversationIsRefusedIsSentNeverAndItsUploadsGoOn() throws {
        try library.add("1.jpg", 1)
        try answerHave()
        try share([try luid(1)])
        try end(.failed(reason: "nobody"))
        let post = post
        let number = try #require(
            try library.store.read { transaction throws(StoreError) in
                try transaction.operationNumber(of: post)
            })
        try library.receive([.user(.undo(number))])
        let upload = try #require(takeUpload())
        try land(upload.hash, upload.number, 2)
        #expect(takeShare() == nil)
        #expect(library.desk.unfinished.isEmpty)
    }
}
