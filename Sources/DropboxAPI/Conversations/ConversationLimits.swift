import Photos

/// How much one call about conversations takes.
public enum ConversationLimits {
    /// Members named by one call.
    public static let members = 100
    /// Guests named by one call.
    public static let guests = 20
    /// Characters of a title.
    public static let title = 200
    /// Characters of a guest's name.
    public static let name = 200
    /// Bytes of a message's text, as UTF-8.
    public static let text = 16 << 10
    /// Photos of one message.
    public static let photos = 5000
    /// Photos that one call saves.
    public static let saved = 1000
    /// Conversations or messages of one page.
    public static let page = 1000
    /// A page of messages ends after so many photos; no message is split.
    public static let pageItems = 5000
}

extension ConversationID: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        self.init(try OperationID(json: json, at: place))
    }

    public func write(to writer: inout JSONWriter) { operation.write(to: &writer) }
}

extension MessageID: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        self.init(try OperationID(json: json, at: place))
    }

    public func write(to writer: inout JSONWriter) { operation.write(to: &writer) }
}

extension WireFields {
    /// A text of at most so many characters; nil when absent.
    mutating func text(_ name: String, upTo limit: Int) throws(WireError) -> String? {
        guard let text: String = try optional(name) else { return nil }
        // A character has any number of bytes.
        guard text.count <= limit, text.utf8.count <= 16 * limit else {
            throw WireError(
                place: place.field(name), reason: .invalid("has more than \(limit) characters"))
        }
        return text
    }

    /// Names of guests, none longer than a name may be.
    mutating func guestNames() throws(WireError) -> [String] {
        let names: [String] = try optionalList("guests", count: 0...ConversationLimits.guests)
        for (index, name) in names.enumerated()
        where name.count > ConversationLimits.name || name.utf8.count > 16 * ConversationLimits.name
        {
            throw WireError(
                place: place.field("guests").element(index),
                reason: .invalid("has more than \(ConversationLimits.name) characters"))
        }
        return names
    }
}
