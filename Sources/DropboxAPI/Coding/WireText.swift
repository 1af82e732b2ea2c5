/// A string with a meaning of its own, so that two kinds cannot be mixed.
public protocol WireText: Hashable, WireEncodable, WireDecodable, Sendable,
    CustomStringConvertible
{
    var text: String { get }
    /// The value of that text; nil when its rule is broken.
    init?(_ text: String)
    /// The rule in words, for the sender of a text that breaks it.
    static var rule: String { get }
}

extension WireText {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        let text = try String(json: json, at: place)
        guard let value = Self(text) else {
            throw WireError(
                place: place, reason: .invalid("'\(text.prefix(100))' \(Self.rule)"))
        }
        self = value
    }

    public func write(to writer: inout JSONWriter) { writer.string(text) }

    public var description: String { text }
}
