/// A union whose members carry a lookup error, a write error or nothing:
/// the shape of most failures of routes.
protocol NestedFailure: WireFailure {
    /// Tag and content of every member with a lookup error.
    static var lookups: [(String, @Sendable (LookupError) -> Self)] { get }
    /// Tag and content of every member with a write error.
    static var writes: [(String, @Sendable (WriteError) -> Self)] { get }
    /// Every member without content.
    static var plain: [(String, Self)] { get }
    static var unknown: Self { get }
    /// This member's tag and what it carries.
    var member: (tag: String, content: (any WireFailure)?) { get }
}

extension NestedFailure {
    static var lookups: [(String, @Sendable (LookupError) -> Self)] { [] }
    static var writes: [(String, @Sendable (WriteError) -> Self)] { [] }
    static var plain: [(String, Self)] { [] }

    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        var union = try WireUnion(json, at: place)
        if let lookup = Self.lookups.first(where: { $0.0 == union.tag }) {
            self = lookup.1(try union.fields.required(union.tag))
        } else if let write = Self.writes.first(where: { $0.0 == union.tag }) {
            self = write.1(try union.fields.required(union.tag))
        } else if let member = Self.plain.first(where: { $0.0 == union.tag }) {
            self = member.1
        } else {
            self = try union.unknown(Self.unknown)
        }
    }

    public func write(to writer: inout JSONWriter) {
        let (tag, content) = member
        writer.tagged(tag) { writer in
            if let content { writer.field(named: tag) { content.write(to: &$0) } }
        }
    }

    public var summary: [String] {
        let (tag, content) = member
        return [tag] + (content?.summary ?? [])
    }

    /// The member of a value without content.
    func plainMember(_ fallback: String = "other") -> (tag: String, content: (any WireFailure)?) {
        (Self.plain.first { $0.1 == self }?.0 ?? fallback, nil)
    }
}
