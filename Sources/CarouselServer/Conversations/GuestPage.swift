import DropboxAPI
import HTTPServer
import Photos

/// A conversation as its guests see it: without script, the newest messages
/// last, each page with the way to earlier ones.
struct GuestPage {
    /// Messages of a page.
    static let messages = 100
    /// Photos of a page; no message is split.
    static let photos = 500

    let title: String?
    let link: String
    let guest: String
    let members: [String]
    let messages: [ConversationMessage]
    let hasEarlier: Bool

    private var base: String { "/c/" + LinkMaker.escaped(link) }

    /// The page.
    var answer: HTTPResponse {
        let heading = title ?? "Conversation"
        var body = "<header><h1>\(Self.isolated(heading))</h1><p>With "
        body += members.map(Self.isolated).joined(separator: ", ")
        body += ". You are here as \(Self.isolated(guest)).</p></header>\n<main>"
        if hasEarlier, let first = messages.first {
            body += "<p><a class=\"button\" href=\"\(base)/before-\(first.posted)\">Earlier "
            body += "messages</a></p>"
        }
        if messages.isEmpty { body += "<p>Nobody has said anything yet.</p>" }
        body += messages.map(article).joined(separator: "\n") + "</main>"
        return GalleryPage.answer(heading, body)
    }

    private func article(_ message: ConversationMessage) -> String {
        let words = "\(message.sent)".replacing("T", with: " ").replacing("Z", with: " UTC")
        var text = """
            <article><p><strong>\(Self.isolated(message.author.name))</strong> \
            <time>\(Page.escaped(words))</time></p>
            """
        if let lines = message.text {
            text += "<p class=\"text\">\(Self.isolated(lines))</p>"
        }
        if !message.photos.isEmpty {
            text += "<ul class=\"grid\" role=\"list\">\n"
            text += message.photos.map { tile($0, of: message) }.joined(separator: "\n") + "</ul>"
        }
        let likes = message.likes.filter { $0.item == nil }.map { Self.isolated($0.name) }
        if !likes.isEmpty { text += "<p>Liked by \(likes.joined(separator: ", "))</p>" }
        return text + "</article>"
    }

    private func tile(_ photo: SharedPhoto, of message: ConversationMessage) -> String {
        let name = Page.escaped(photo.name)
        guard !photo.isGone else {
            return "<li><span class=\"blank\">A photo that was deleted</span></li>"
        }
        let place = "\(base)/\(message.posted)-\(photo.item)"
        guard photo.thumbHash != nil else {
            return "<li><a href=\"\(place)/original\" download><span class=\"blank\">"
                + "<bdi>\(name)</bdi></span></a></li>"
        }
        let kind = photo.kind == .video ? "Film" : "Photo"
        return "<li><a href=\"\(place)/\(photo.kind == .video ? "original" : "s2048")\">"
            + "<img src=\"\(place)/s256\" width=\"256\" height=\"256\" loading=\"lazy\" "
            + "decoding=\"async\" alt=\"\(kind) \(name)\"></a></li>"
    }

    /// Somebody's words as text, which turn the direction of nothing else.
    private static func isolated(_ text: String) -> String {
        "<bdi>\(Page.escaped(text))</bdi>"
    }
}
