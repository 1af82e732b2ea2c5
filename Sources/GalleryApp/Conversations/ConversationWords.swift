import CGTK
import Photos

/// What is said of a conversation and its messages, besides their own words.
enum ConversationWords {
    /// What it is called: its title, else who is in it.
    static func title(_ summary: ConversationSummary) -> String {
        if let title = summary.title, !title.isEmpty { return title }
        return names(summary.participants)
    }

    /// Those who are in it, the first few by name.
    static func names(_ participants: [Participant]) -> String {
        let present = participants.filter { $0.standing != .left && $0.standing != .removed }
        let names = present.prefix(3).map(\.name)
        let others = present.count - names.count
        switch (names.isEmpty, others) {
        case (true, _): return "Nobody else"
        case (false, 0): return list(names)
        case (false, 1): return names.joined(separator: ", ") + " and one more"
        default: return names.joined(separator: ", ") + " and \(others) more"
        }
    }

    /// The line below the title in the list.
    static func line(_ summary: ConversationSummary) -> String {
        if let failure = summary.failure { return failure }
        if summary.standing == .removed { return "You are no longer in it" }
        guard let last = summary.last else {
            return summary.isPending ? "Not sent yet" : "No messages yet"
        }
        let words = last.text ?? photos(last.photos)
        return summary.isPending ? "\(words) · not sent yet" : words
    }

    /// What the clock on the wall showed at a moment.
    /// - Parameter milliseconds: since 1970-01-01 UTC.
    static func clockTime(_ milliseconds: Int64) -> CaptureTime {
        guard let moment = g_date_time_new_from_unix_local(gint64(milliseconds / 1_000)) else {
            return CaptureTime(milliseconds: milliseconds)
        }
        defer { g_date_time_unref(moment) }
        let offset = g_date_time_get_utc_offset(moment) / 1_000
        return CaptureTime(milliseconds: milliseconds + Int64(offset))
    }

    static func photos(_ count: Int) -> String {
        count == 1 ? "1 photo" : "\(EventWords.grouped(count)) photos"
    }

    /// What stands below a message; nil when there is nothing to tell.
    static func note(_ message: ConversationView.Message) -> String? {
        var parts: [String] = []
        switch message.delivery {
        case .sent: break
        case .pending(let uploaded, let count) where uploaded < count:
            parts.append(
                "\(EventWords.grouped(uploaded)) of \(photos(count)) uploaded, sent when all are")
        case .pending: parts.append("Waiting to be sent")
        case .failed(let reason): parts.append("Not sent. \(reason)")
        }
        if message.leftOut > 0 {
            parts.append("\(photos(message.leftOut)) could not be shared")
        }
        let gone = message.items.count(where: \.isGone)
        if gone > 0 {
            parts.append("\(photos(gone)) \(gone == 1 ? "was" : "were") deleted by the owner")
        }
        let fans = Set(message.likes.map(\.name)).sorted()
        if !fans.isEmpty {
            parts.append("♥ " + (fans.count > 3 ? "\(fans.count) people" : list(fans)))
        }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    private static func list(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}
