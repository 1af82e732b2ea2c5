import Photos
import Testing

@testable import DropboxAPI

/// The messages of conversations, read as they were written.
@Suite struct ConversationMessageTests {
    private let hash = ContentHash(bytes: Array(repeating: 7, count: 32))!
    private let file = FileID("id:abc")!
    private let operation = OperationID(high: 0x0123_4567_89ab_cdef, low: 1)
    private let mark = FeedMark(epoch: .max, sequence: 1 << 40)
    private let account = AccountIdentifier("dbid:" + String(repeating: "A", count: 35))!
    private var conversation: ConversationID { ConversationID(operation) }
    private var message: MessageID { MessageID(OperationID(high: 1, low: 2)) }

    private func check<Value: WireValue & Equatable>(
        _ value: Value, _ strictness: WireStrictness,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let back = try Value(jsonBytes: value.jsonBytes(), strictness: strictness)
        #expect(back == value, sourceLocation: location)
    }

    private func wrong<Value: WireValue>(_ type: Value.Type, _ json: String) -> String? {
        do throws(WireError) {
            _ = try Value(jsonBytes: Array(json.utf8), strictness: .strict)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func argumentsAreReadAsWritten() throws {
        try check(
            CreateConversationArgument(
                operation: operation, members: ["bob"], guests: ["<Eve>"], title: "A & B"), .strict)
        try check(
            PostMessageArgument(
                operation: operation, conversation: conversation, text: "a\nb",
                photos: [LinkedPhoto(id: file, contentHash: hash)]), .strict)
        try check(
            LikeArgument(
                operation: operation, conversation: conversation, message: message, item: 3,
                isLiked: false), .strict)
        try check(
            SaveSharedArgument(
                operation: operation, conversation: conversation, message: message, items: [0, 5]),
            .strict)
        try check(SeenArgument(conversation: conversation, sequence: 1 << 40), .strict)
        try check(LeaveArgument(operation: operation, conversation: conversation), .strict)
        try check(
            AddMembersArgument(operation: operation, conversation: conversation, members: ["c"]),
            .strict)
        try check(
            RemoveMemberArgument(
                operation: operation, conversation: conversation, account: account), .strict)
        try check(
            RemoveMemberArgument(operation: operation, conversation: conversation, guest: 1),
            .strict)
        try check(ListConversationsArgument(), .strict)
        try check(ListConversationsArgument(limit: 1000), .strict)
        try check(ListMessagesArgument(conversation: conversation, limit: 1), .strict)
        try check(
            DownloadSharedArgument(conversation: conversation, message: message, item: 0), .strict)
    }

    @Test func resultsAreReadAsWritten() throws {
        let cursor = try #require(ListCursor("c"))
        let author = MessageAuthor(account: account, name: "Ada")
        let guest = ConversationGuest(id: 1, name: "Eve", url: "http://x/c/y")
        try check(
            InvitationResult(
                conversation: conversation, unknown: ["nobody"], guests: [guest], mark: mark),
            .tolerant)
        try check(PostMessageResult(message: message, leftOut: [file], mark: mark), .tolerant)
        let outcomes: [SaveOutcome] = [
            .saved(file, pathDisplay: "/Saved photos/a.jpg"), .there(file), .gone, .noSpace,
        ]
        try check(
            SaveSharedResult(
                results: outcomes.enumerated().map { SavedItem(item: $0, outcome: $1) },
                mark: mark), .tolerant)
        var entry = ConversationEntry(id: conversation, state: .removed)
        entry.title = "T"
        entry.madeBy = account
        entry.members = [ConversationMember(account: account, name: "Ada", state: .left)]
        entry.guests = [ConversationGuest(id: 2, name: "Eve")]
        (entry.sequence, entry.seen, entry.unread, entry.photos) = (9, 8, 7, 6)
        entry.last = LastMessage(
            message: message, author: author, sent: Timestamp(seconds: 1), text: "x", photos: 2)
        try check(
            ListConversationsResult(
                conversations: [entry, ConversationEntry(id: conversation)], cursor: cursor,
                hasMore: true, mark: mark), .tolerant)
        var photo = SharedPhoto(
            item: 4, contentHash: hash, name: "a.jpg", size: 5, kind: .photo, isGone: true)
        photo.width = 3
        photo.taken = CaptureTime(milliseconds: 1_400_000_000_000)
        photo.utcOffsetMinutes = -60
        photo.thumbHash = ThumbHash(bytes: [1, 2, 3])
        try check(
            ListMessagesResult(
                messages: [
                    ConversationMessage(
                        id: message, sequence: 5, posted: 2, author: author,
                        sent: Timestamp(seconds: 2), text: "x", photos: [photo],
                        likes: [MessageLike(account: account, name: "Ada", item: 4)], leftOut: 1)
                ], cursor: cursor, hasMore: false), .tolerant)
        try check(SharedOriginal(name: "ü.jpg", size: 1, contentHash: hash), .tolerant)
        try check(CreateConversationError.noMembers(["x"]), .tolerant)
        try check(CreateConversationError.taken, .tolerant)
    }

    @Test func theFactsOfASharedPhotoLeaveOutWhereAndWithWhatItWasTaken() {
        var photo = SharedPhoto(
            item: 0, contentHash: hash, name: "a.jpg", size: 5, kind: .photo)
        photo.add(
            PhotoFacts(
                PhotoMetadata(
                    kind: .photo, size: PixelSize(width: 40, height: 30),
                    location: Coordinate(latitude: 46, longitude: 14.5), camera: "Kamera")))
        let text = String(decoding: photo.jsonBytes(), as: UTF8.self)
        #expect(text.contains("\"width\":40"))
        #expect(!text.contains("46") && !text.contains("Kamera") && !text.contains("gps"))
    }

    @Test func whatIsTooLongOrTooManyIsRefused() {
        let id = #""op_id":"0123456789abcdef0123456789abcdef""#
        let of = id + #","conversation":"0123456789abcdef0123456789abcdef""#
        let many = Array(repeating: "\"x\"", count: 101).joined(separator: ",")
        #expect(
            wrong(CreateConversationArgument.self, "{\(id),\"members\":[\(many)]}")
                == "members: list has 101 items, more than maximum 100")
        let title = String(repeating: "t", count: 201)
        #expect(
            wrong(CreateConversationArgument.self, "{\(id),\"members\":[],\"title\":\"\(title)\"}")
                == "title: has more than 200 characters")
        let text = String(repeating: "t", count: 100 << 10)
        #expect(
            wrong(PostMessageArgument.self, "{\(of),\"text\":\"\(text)\"}")
                == "text: has more than 16384 bytes")
        let photo = "{\"id\":\"id:abc\",\"content_hash\":\"\(hash.hexadecimal)\"}"
        let photos = Array(repeating: photo, count: 5001).joined(separator: ",")
        #expect(
            wrong(PostMessageArgument.self, "{\(of),\"photos\":[\(photos)]}")
                == "photos: list has 5001 items, more than maximum 5000")
        #expect(
            wrong(RemoveMemberArgument.self, "{\(of)}") == "expected account_id or guest")
        #expect(wrong(ListMessagesArgument.self, "{\(of),\"limit\":1}")?.contains("op_id") == true)
    }
}
