import Foundation
import Photos
import Testing

@testable import GalleryApp

@MainActor @Suite struct ConversationWordsTests {
    private func people(_ names: [String]) -> [Participant] {
        names.map { Participant(name: $0, standing: .member) }
    }

    @Test(
        arguments: [
            ([], "Nobody else"), (["Bob"], "Bob"), (["Bob", "Eve"], "Bob and Eve"),
            (["Bob", "Eve", "Mia"], "Bob, Eve and Mia"),
            (["Bob", "Eve", "Mia", "Tom"], "Bob, Eve, Mia and one more"),
            (["Bob", "Eve", "Mia", "Tom", "Zoe"], "Bob, Eve, Mia and 2 more"),
        ] as [([String], String)])
    func whoIsInItIsNamed(names: [String], words: String) {
        #expect(ConversationWords.names(people(names)) == words)
    }

    @Test(arguments: [1_404_000_000_000, 1_417_000_000_000] as [Int64])
    func momentsAreToldByTheClockOnTheWall(milliseconds: Int64) {
        let moment = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
        let offset = Int64(TimeZone.current.secondsFromGMT(for: moment)) * 1_000
        #expect(
            ConversationWords.clockTime(milliseconds)
                == CaptureTime(milliseconds: milliseconds + offset))
    }

    @Test func whoHasLeftIsNotNamed() {
        let left = Participant(name: "Tom", standing: .left)
        #expect(ConversationWords.names(people(["Bob"]) + [left]) == "Bob")
    }

    @Test func aNoteTellsAllThatIsNotAsOneWouldThink() {
        var message = WindowTests.message(1, photos: 3)
        #expect(ConversationWords.note(message) == nil)
        message.items[1].isGone = true
        message.leftOut = 2
        message.likes = ["Eve", "Bob", "Eve"].map { Liking(account: $0, name: $0) }
        message.delivery = .failed(reason: "There is no one called Zoe.")
        #expect(
            ConversationWords.note(message)
                == "Not sent. There is no one called Zoe. · 2 photos could not be shared · "
                + "1 photo was deleted by the owner · ♥ Bob and Eve")
        message.items = []
        message.leftOut = 0
        message.likes = []
        message.delivery = .pending(uploaded: 0, of: 0)
        #expect(ConversationWords.note(message) == "Waiting to be sent")
    }
}
