import Foundation
import Testing

@testable import CarouselServer

/// Conversations of a server in a test, in few words.
extension ServerFixture {
    /// 32 digits that are told apart by a number.
    static func operation(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    /// Uploads a photo of which nothing is read.
    /// - Returns: the photo as a message names it.
    func sharedFile(
        _ text: String, at path: String, token: String? = nil
    ) throws -> String {
        let file = try put(text, at: path, token: token).object
        let id = try #require(file["id"] as? String)
        let hash = try #require(file["content_hash"] as? String)
        return #"{"id":"\#(id)","content_hash":"\#(hash)"}"#
    }

    func converse(
        _ route: String, _ number: Int, _ more: String, token: String? = nil
    ) throws -> RawAnswer {
        try rpc(
            "carousel/conversations/" + route,
            #"{"op_id":"\#(Self.operation(number))",\#(more)}"#, token: token)
    }

    /// Makes a conversation of Ada's with Bob, with that number.
    func makeConversation(_ number: Int, _ more: String = "") throws {
        let answer = try converse("create", number, #""members":["bob"]\#(more)"#)
        #expect(answer.status == 200, "\(answer.text)")
    }

    /// Posts to a conversation.
    @discardableResult
    func post(
        _ number: Int, to conversation: Int, _ text: String? = nil, _ photos: [String] = [],
        token: String? = nil
    ) throws -> RawAnswer {
        let words = text.map { #","text":"\#($0)""# } ?? ""
        return try converse(
            "post", number,
            #""conversation":"\#(Self.operation(conversation))","#
                + #""photos":[\#(photos.joined(separator: ","))]\#(words)"#, token: token)
    }

    /// All messages of a conversation, as the wire has them.
    func messages(of conversation: Int, token: String? = nil) throws -> [[String: Any]] {
        let answer = try rpc(
            "carousel/conversations/messages",
            #"{"conversation":"\#(Self.operation(conversation))"}"#, token: token)
        guard answer.status == 200 else { return [] }
        return try #require(answer.object["messages"] as? [[String: Any]])
    }

    /// All conversations of an account.
    func conversations(token: String? = nil) throws -> [[String: Any]] {
        let answer = try rpc("carousel/conversations/list", "null", token: token)
        return try #require(answer.object["conversations"] as? [[String: Any]], "\(answer.text)")
    }

    func downloadShared(
        _ item: Int, of message: Int, in conversation: Int, token: String? = nil
    ) throws -> RawAnswer {
        try upload(
            "carousel/conversations/download",
            #"{"conversation":"\#(Self.operation(conversation))","#
                + #""message":"\#(Self.operation(message))","item":\#(item)}"#, token: token)
    }
}
