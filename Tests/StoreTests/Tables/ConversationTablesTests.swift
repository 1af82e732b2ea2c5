import Photos
import SQLite
import TestSupport
import Testing

@testable import Store

@Suite struct ConversationTablesTests {
    private let id = ConversationID(OperationID(high: 1, low: 2))

    private func name(_ low: UInt64) -> OperationID { OperationID(high: 9, low: low) }

    private var conversation: CachedConversation {
        CachedConversation(
            id: id, title: "Trip", madeBy: "dbid:a",
            participants: [
                Participant(account: "dbid:a", name: "Ann", standing: .member),
                Participant(guest: 3, name: "Bo", standing: .guest, url: "https://x/c/1"),
            ], sequence: 8, seen: 4, unread: 2, photos: 3,
            last: .init(author: "Ann", sentMilliseconds: 5, text: "hi", photos: 1))
    }

    private func message(_ low: UInt64, items: Int, likes: Int = 0) -> CachedMessage {
        CachedMessage(
            id: MessageID(name(low)), sequence: Int64(low), posted: Int64(low),
            author: Participant(account: "dbid:a", name: "Ann", standing: .member),
            sentMilliseconds: 77, text: "<b>text</b>",
            items: (0..<items).map { place in
                SharedItem(
                    place: place,
                    content: ContentHash(bytes: Array(repeating: UInt8(place), count: 32))!,
                    name: "\(place).jpg", byteSize: 12, kind: .video,
                    size: PixelSize(width: 4, height: 3), durationMilliseconds: 9,
                    taken: CaptureTime(milliseconds: 5), utcOffsetMinutes: -30,
                    thumbHash: ThumbHash(bytes: [1, 2, 3]), isGone: place == 1)
            },
            likes: (0..<likes).map {
                Liking(account: "dbid:\($0)", name: "L", place: $0 == 0 ? nil : $0)
            }, leftOut: 2)
    }

    private func put(
        _ library: TestLibrary, _ messages: [CachedMessage], cursor: String = "m",
        readUpTo: Int64? = nil
    ) throws {
        try library.write { [conversation] transaction throws(StoreError) in
            try transaction.put(conversations: [conversation], cursor: "c")
            try transaction.put(
                messages: messages, of: conversation.id, cursor: cursor, readUpTo: readUpTo)
        }
    }

    private func acts(_ library: TestLibrary) throws -> [ConversationAct] {
        try library.store.read { transaction throws(StoreError) in
            try transaction.conversationActs()
        }
    }

    @Test func whatTheServerToldComesBackWithItsCursors() throws {
        let library = try TestLibrary()
        let messages = [message(5, items: 3, likes: 2), message(6, items: 0)]
        try put(library, messages)
        // A changed message takes the place of what it was.
        let changed = message(6, items: 1)
        try put(library, [changed], cursor: "n")
        try library.store.read { [id, conversation] transaction throws(StoreError) in
            #expect(try transaction.cachedConversations() == [conversation])
            #expect(try transaction.cachedConversation(id) == conversation)
            #expect(try transaction.cachedMessages(of: id) == [messages[0], changed])
            #expect(try transaction.conversationCursor() == "c")
            #expect(try transaction.messageCursor(of: id) == "n")
        }
    }

    @Test func everyKindOfActComesBackAsItWasRecorded() throws {
        let library = try TestLibrary()
        let works: [ConversationAct.Work] = [
            .create(members: ["ann", "bo"], guests: ["Cy"], title: "T"),
            .post(text: "a\nb", photos: [LUID(4), LUID(2)]), .post(text: nil, photos: [LUID(1)]),
            .like(MessageID(name(5)), place: nil, isLiked: true),
            .like(MessageID(name(5)), place: 3, isLiked: false),
            .save(MessageID(name(5)), places: [2, 0]), .leave,
            .addMembers(["di"], guests: ["Ed"]), .removeMember(account: "dbid:x"),
            .removeGuest(4),
        ]
        try library.write { [id] transaction throws(StoreError) in
            for (index, work) in works.enumerated() {
                let name = OperationID(high: 9, low: UInt64(index))
                for isFirst in [true, false] {
                    let isNew = try transaction.record(
                        work, in: id, as: name, madeMilliseconds: Int64(index))
                    #expect(isNew == isFirst)
                }
            }
            try transaction.set(.answered, of: OperationID(high: 9, low: 0))
            try transaction.set(.failed(reason: "no"), of: OperationID(high: 9, low: 1))
        }
        let acts = try acts(library)
        #expect(acts.map(\.work) == works)
        #expect(acts.map(\.madeMilliseconds) == works.indices.map { Int64($0) })
        #expect(
            acts.map(\.state).prefix(3) == [
                .answered, .failed(reason: "no"), .waiting,
            ])
        try library.write { transaction throws(StoreError) in
            try transaction.discardConversationAct(OperationID(high: 9, low: 1))
            // What has not failed is not discarded.
            try transaction.discardConversationAct(OperationID(high: 9, low: 2))
        }
        #expect(try self.acts(library).map(\.number) == [1] + (3...10))
    }

    @Test func aPostEndsInTheTransactionOfThePageThatShowsIt() throws {
        let library = try TestLibrary()
        try library.write { [id] transaction throws(StoreError) in
            for low in [5, 6, 7] as [UInt64] {
                _ = try transaction.record(
                    .post(text: "x", photos: []), in: id, as: OperationID(high: 9, low: low),
                    madeMilliseconds: 1)
            }
            try transaction.set(.answered, of: OperationID(high: 9, low: 6))
        }
        try put(library, [message(5, items: 0)])
        #expect(try acts(library).map(\.id.low) == [6, 7])
        try library.write { transaction throws(StoreError) in
            try transaction.endActs([6, 7].map { OperationID(high: 9, low: $0) })
        }
        #expect(try acts(library).map(\.id.low) == [7], "the server has not answered it")
    }

    @Test func messagesAreToBeReadUntilTheirLastPageReachesTheConversation() throws {
        let library = try TestLibrary()
        let unread = { () throws in
            try library.store.read { transaction throws(StoreError) in
                try transaction.unreadConversations().map(\.sequence)
            }
        }
        try put(library, [message(5, items: 0)])
        #expect(try unread() == [8])
        try put(library, [message(6, items: 0)], readUpTo: 8)
        #expect(try unread() == [])
        try library.write { transaction throws(StoreError) in
            try transaction.forgetConversationCursors()
        }
        #expect(try unread() == [8])
        let kept = try library.store.read { [id] transaction throws(StoreError) in
            try transaction.cachedMessages(of: id).count
        }
        #expect(kept == 2)
    }

    @Test func aShareWaitsForWhatWasDoneBeforeItInItsConversationAlone() throws {
        let library = try TestLibrary()
        try library.write { [id] transaction throws(StoreError) in
            let other = ConversationID(OperationID(high: 4, low: 4))
            let names = (1...3).map { OperationID(high: 9, low: $0) }
            _ = try transaction.record(
                .create(members: ["a"], guests: [], title: nil), in: id, as: names[0],
                madeMilliseconds: 1)
            for (conversation, name) in [(id, names[1]), (other, names[2])] {
                _ = try transaction.record(
                    .post(text: nil, photos: [LUID(1)]), in: conversation, as: name,
                    madeMilliseconds: 1)
            }
            #expect(try transaction.reading.waitsInConversation(names[1]))
            #expect(try !transaction.reading.waitsInConversation(names[2]))
            try transaction.set(.answered, of: names[0])
            #expect(try !transaction.reading.waitsInConversation(names[1]))
        }
    }

    @Test func seenOnlyGoesForward() throws {
        let library = try TestLibrary()
        try put(library, [])
        try library.write { [id] transaction throws(StoreError) in
            #expect(try !transaction.markSeen(id, upTo: 3))
            #expect(try transaction.markSeen(id, upTo: 6))
            #expect(try transaction.reading.cachedConversation(id)?.unread == 2)
            #expect(try transaction.markSeen(id, upTo: 8))
            #expect(try transaction.reading.cachedConversation(id)?.unread == 0)
        }
        // The server has not heard of it.
        try put(library, [])
        let seen = try library.store.read { [id] transaction throws(StoreError) in
            try transaction.cachedConversation(id)?.seen
        }
        #expect(seen == 8)
    }

    @Test func unlinkingForgetsWhatTheServerToldAndKeepsWhatItDoesNotKnow() throws {
        let library = try TestLibrary()
        try put(library, [message(5, items: 2, likes: 1)])
        try library.write { [id] transaction throws(StoreError) in
            for low in [1, 2] as [UInt64] {
                _ = try transaction.record(
                    .leave, in: id, as: OperationID(high: 9, low: low), madeMilliseconds: 1)
            }
            try transaction.set(.answered, of: OperationID(high: 9, low: 1))
            try transaction.unlink()
        }
        try library.store.read { [id] transaction throws(StoreError) in
            #expect(try transaction.cachedConversations() == [])
            #expect(try transaction.cachedMessages(of: id) == [])
            #expect(try transaction.conversationCursor() == nil)
        }
        #expect(try acts(library).map(\.id.low) == [2])
    }

    @Test func aLibraryFromBeforeConversationsKeepsWhatItHasAndTakesThem() throws {
        let folder = try TemporaryFolder("before-conversations")
        let file = folder.filePath.appending(LibraryStore.fileName)
        let older = Schema(
            applicationID: Schema.library.applicationID,
            steps: Array(Schema.library.steps.prefix { $0 != Schema.conversations }))
        #expect(older.steps.count == 9)
        let database = try Database(creating: file, older, .full)
        _ = try database.write { connection throws(StoreError) in
            try StoreError.mapping(file) { () throws(SQLiteError) in
                try connection.execute("INSERT INTO roots (path, added_ms) VALUES (x'2F70', 1)")
            }
        }
        database.close()
        let store = try LibraryStore.open(at: folder.filePath)
        try store.write { [id] transaction throws(StoreError) in
            #expect(try transaction.reading.roots().map(\.path) == [FilePath("/p")])
            _ = try transaction.record(.leave, in: id, as: id.operation, madeMilliseconds: 1)
        }
        #expect(try store.integrityFaults() == [])
    }
}
