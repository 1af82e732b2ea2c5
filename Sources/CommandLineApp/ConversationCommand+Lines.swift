import Carousel
import CommandLineKit
import Photos

/// Conversations as lines of text and as JSON.
extension ConversationCommand {
    static func json(_ summary: ConversationSummary) -> JSONText {
        .object([
            ("id", .string(summary.id.description)), ("title", .string(summary.title)),
            (
                "people",
                .array(
                    summary.participants.map { person in
                        .object([
                            ("name", .string(person.name)),
                            ("standing", .string(word(person.standing))),
                            ("url", .string(person.url)),
                        ])
                    })
            ),
            ("unread", .integer(summary.unread)), ("photos", .integer(summary.photos)),
            ("standing", .string(word(summary.standing))),
            ("pending", .bool(summary.isPending)), ("failure", .string(summary.failure)),
        ])
    }

    static func plain(_ summary: ConversationSummary) -> String {
        let people = summary.participants.map(\.name).joined(separator: ", ")
        var line = "\(summary.id)  \(oneLine(summary.title ?? people))"
        line += "  \(summary.photos) photos"
        if summary.unread > 0 { line += ", \(summary.unread) unread" }
        if summary.isPending { line += ", to be sent" }
        if let failure = summary.failure { line += ": \(failure)" }
        return line
    }

    /// - Parameter thumbnails: which of its photos have one here.
    static func json(
        _ message: ConversationView.Message, _ thumbnails: [Bool]
    ) -> JSONText {
        let (state, uploaded, reason): (String, Int?, String?) =
            switch message.delivery {
            case .sent: ("sent", nil, nil)
            case .pending(let uploaded, _): ("pending", uploaded, nil)
            case .failed(let reason): ("failed", nil, reason)
            }
        return .object([
            ("id", .string(message.id.description)), ("author", .string(message.author.name)),
            ("own", .bool(message.isOwn)), ("sent_ms", .integer(message.sentMilliseconds)),
            ("text", .string(message.text)),
            (
                "items",
                .array(zip(message.items, thumbnails).map { json($0, $1, of: message.id) })
            ),
            (
                "likes",
                .array(
                    message.likes.map {
                        .object([("name", .string($0.name)), ("place", .integer($0.place))])
                    })
            ),
            ("left_out", .integer(message.leftOut)), ("state", .string(state)),
            ("uploaded", .integer(uploaded)), ("reason", .string(reason)),
        ])
    }

    private static func json(
        _ item: ConversationView.Item, _ hasThumbnail: Bool, of message: MessageID
    ) -> JSONText {
        .object([
            ("item", .string("\(message):\(item.place)")),
            ("luid", item.luid.map { .integer($0.rawValue) } ?? .null),
            ("content_hash", .string(item.content?.hexadecimal)), ("name", .string(item.name)),
            ("width", .integer(item.size?.width)), ("height", .integer(item.size?.height)),
            ("gone", .bool(item.isGone)), ("pending", .bool(item.isPending)),
            ("thumbnail", .bool(hasThumbnail)),
        ])
    }

    static func plain(_ message: ConversationView.Message) -> String {
        var line = "\(message.id)  \(message.isOwn ? "you" : oneLine(message.author.name)):"
        if let text = message.text { line += " \(oneLine(text))" }
        if !message.items.isEmpty { line += "  \(message.items.count) photos" }
        if message.leftOut > 0 { line += ", \(message.leftOut) left out" }
        if !message.likes.isEmpty { line += ", \(message.likes.count) likes" }
        switch message.delivery {
        case .sent: break
        case .pending(let uploaded, let all):
            line += ", to be sent" + (all > 0 ? " (\(uploaded) of \(all) uploaded)" : "")
        case .failed(let reason): line += ", not sent: \(reason)"
        }
        return line
    }

    private static func word(_ standing: Participant.Standing) -> String {
        switch standing {
        case .member: "member"
        case .left: "left"
        case .removed: "removed"
        case .guest: "guest"
        case .invited: "invited"
        }
    }

    /// What others wrote must not steer the terminal.
    private static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
