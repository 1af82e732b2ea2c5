import Photos
import TestSupport
import Testing

@testable import Carousel

/// Sharing without any server: everything is there at once and after a
/// restart.
@Suite struct SharingTests {
    private let fixture: LibraryFixture

    init() async throws {
        fixture = try await LibraryFixture(photos: 0, "sharing")
        for number in 1...3 {
            try await fixture.writeJPEG("\(number).jpg", variant: UInt8(number))
        }
    }

    private func opened() async throws -> (PhotoLibrary, [LUID]) {
        let library = try await fixture.open()
        _ = try await library.scan([fixture.photos])
        return (library, try library.allDetails().map(\.luid).sorted())
    }

    @Test func whatIsSharedIsInItsConversationAtOnceAndAfterARestart() async throws {
        let (library, photos) = try await opened()
        let shared = try await library.share(
            photos, to: .people(["ann"], guests: ["Bo"], title: "Trip"), message: "look")
        let view = try #require(try library.conversation(shared.conversation))
        #expect(view.messages.map(\.id) == [shared.message])
        #expect(view.messages[0].items.map(\.luid) == photos)
        #expect(view.messages[0].items.allSatisfy { $0.size != nil && $0.isPending })
        #expect(view.messages[0].delivery == .pending(uploaded: 0, of: 3))
        #expect(view.summary.participants.map(\.name) == ["ann", "Bo"])
        let said = try await library.say("and this", in: shared.conversation)
        try await library.like(said, in: shared.conversation)
        let before = try library.conversations()
        await library.close()

        let again = try await fixture.open()
        #expect(try again.conversations() == before)
        #expect(before.map(\.title) == ["Trip"] && before[0].isPending)
        let messages = try again.conversation(shared.conversation)?.messages
        #expect(messages?.map(\.text) == ["look", "and this"])
        try await again.leave(shared.conversation)
        #expect(try again.conversations() == [])
        await again.close()
    }

    @Test func aPhotoDeletedAfterItWasSharedLeavesANote() async throws {
        let (library, photos) = try await opened()
        let shared = try await library.share(photos, to: .people(["ann"]))
        let performed = try await library.perform(.delete, on: [photos[1]])
        _ = try await library.outcome(of: performed.operation)
        let message = try library.conversation(shared.conversation)?.messages.first
        #expect(message?.items.map(\.luid) == [photos[0], photos[2]])
        #expect(message?.leftOut == 1)
        await library.close()
    }

    @Test func anotherProgramSharesThroughTheOneThatHasTheLibraryOpen() async throws {
        let (library, photos) = try await opened()
        let guest = try await fixture.open()
        #expect(!guest.isOwner)
        let changes = library.conversationChanges
        let shared = try await guest.share([photos[0]], to: .people(["ann"]))
        #expect(try library.conversation(shared.conversation)?.messages.count == 1)
        for await count in changes where count > 0 { break }
        await guest.close()
        await library.close()
    }

    @Test func whatCannotBeSharedIsSaidAtOnceAndLeavesNothingBehind() async throws {
        let (library, photos) = try await opened()
        let people = ShareDestination.people(["ann"])
        let unknown = ConversationID(OperationID(high: 5, low: 5))
        let long = String(repeating: "x", count: (16 << 10) + 1)
        let many = (1...5001).map { LUID(Int64($0)) }
        let tries: [([LUID], ShareDestination, String?, LibraryError)] = [
            ([], people, nil, .conversation(.nothingToSend)),
            ([], people, "", .conversation(.nothingToSend)),
            (photos, .people([]), nil, .conversation(.nobodyNamed)),
            (photos, .people(["", ""]), nil, .conversation(.nobodyNamed)),
            (photos, people, long, .conversation(.textTooLong(limit: 16 << 10))),
            (many, people, nil, .conversation(.tooManyPhotos(limit: 5000))),
            (photos + [LUID(999)], people, "a", .noSuchPhoto(LUID(999))),
            (photos, .conversation(unknown), nil, .conversation(.noSuchConversation)),
            (
                photos, .people((0...100).map { "p\($0)" }), nil,
                .conversation(.tooManyPeople(limit: 100))
            ),
            (
                photos, .people(["a"], title: String(repeating: "t", count: 201)), nil,
                .conversation(.titleTooLong(limit: 200))
            ),
        ]
        for (luids, destination, text, expected) in tries {
            let error = await #expect(throws: LibraryError.self) {
                _ = try await library.share(luids, to: destination, message: text)
            }
            #expect(error == expected)
        }
        #expect(try library.conversations() == [])
        let made = try await library.share([photos[0], photos[0]], to: people)
        #expect(try library.conversation(made.conversation)?.messages[0].items.count == 1)
        let other = MessageID(OperationID(high: 6, low: 6))
        for (message, place, expected) in [
            (other, 0, ConversationProblem.noSuchMessage), (made.message, 4, .noSuchItem),
        ] {
            let error = await #expect(throws: LibraryError.self) {
                try await library.save([place], of: message, in: made.conversation)
            }
            #expect(error == .conversation(expected))
        }
        await library.close()
    }
}
