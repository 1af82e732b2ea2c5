/// Why a message is not one of the wire.
public struct WireError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        case json(JSONError)
        /// A value of another kind stands there.
        case expected(String, got: String)
        case missingField(String)
        case unknownField(String)
        case unknownTag(String)
        /// The value breaks a rule, said in words.
        case invalid(String)
    }

    public let place: WirePlace
    public let reason: Reason

    public init(place: WirePlace, reason: Reason) {
        self.place = place
        self.reason = reason
    }
}

extension WireError: CustomStringConvertible {
    /// In the words of the real service as far as they are known.
    public var description: String {
        let detail =
            switch reason {
            case .json(let error): "\(error)"
            case .expected(let wanted, let got): "expected \(wanted), got \(got)"
            case .missingField(let name): "missing required field '\(name)'"
            case .unknownField(let name): "unknown field '\(name)'"
            case .unknownTag(let tag): "unknown tag '\(tag)'"
            case .invalid(let words): words
            }
        return place.path.isEmpty ? detail : "\(place.path): \(detail)"
    }
}
