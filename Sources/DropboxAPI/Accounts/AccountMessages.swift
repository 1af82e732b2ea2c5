/// The argument of `users/get_account`.
public struct GetAccountArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    public var id: AccountIdentifier

    public init(id: AccountIdentifier) {
        self.id = id
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        id = try fields.required("account_id")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("account_id", id) }
    }
}

/// Why an account cannot be shown.
public enum GetAccountError: String, PlainUnion, WireFailure {
    case noAccount = "no_account"
    case other
    public static let unknownMember: GetAccountError? = .other
}

/// How much an account holds, in bytes.
public struct SpaceUsage: Hashable, Sendable, WireEncodable, WireDecodable {
    public var used: Int64
    /// What the account may hold; nil for a team's allocation, which a
    /// client of this package has no use for.
    public var allocated: Int64?

    public init(used: Int64, allocated: Int64?) {
        self.used = used
        self.allocated = allocated
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        used = try fields.required("used")
        let allocation: AnyJSON = try fields.required("allocation")
        var union = try WireUnion(allocation.json, at: place.field("allocation"))
        allocated = union.tag == "individual" ? try union.fields.required("allocated") : nil
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("used", used)
            writer.field("allocation") { writer in
                if let allocated {
                    writer.tagged("individual") { $0.field("allocated", allocated) }
                } else {
                    writer.tagged("other")
                }
            }
        }
    }
}

/// The argument of `check/user` and `check/app`: comes back as it was sent.
public struct EchoArgument: Hashable, Sendable, WireEncodable, WireDecodable {
    /// At most 500 characters.
    public var query: String

    public init(query: String = "") {
        self.query = query
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(orNone: json, at: place)
        query = try fields.optional("query", default: "")
        guard query.unicodeScalars.count <= 500 else {
            throw WireError(
                place: place.field("query"),
                reason: .invalid("a string of more than 500 characters"))
        }
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("query", query) }
    }
}

/// The result of `check/user` and `check/app`.
public struct EchoResult: Hashable, Sendable, WireEncodable, WireDecodable {
    public var result: String

    public init(result: String) {
        self.result = result
    }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var fields = try WireFields(json, at: place)
        result = try fields.optional("result", default: "")
        try fields.finish()
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { $0.field("result", result) }
    }
}
