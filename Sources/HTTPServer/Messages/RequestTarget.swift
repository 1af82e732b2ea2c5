/// What a request asks for: the path, taken apart and decoded, and the query.
public struct RequestTarget: Sendable, Equatable {
    /// The path as it came, percent-encoded, beginning with `/`; `*` for
    /// `OPTIONS *`.
    public let rawPath: String
    /// What stood behind the `?`, percent-encoded; nil without a `?`.
    public let rawQuery: String?

    init(rawPath: String, rawQuery: String?) {
        self.rawPath = rawPath
        self.rawQuery = rawQuery
    }

    /// The decoded parts between the slashes. A `/` at the end gives an
    /// empty last part. No part is `.` or `..`, none holds NUL: such
    /// requests were refused.
    public var segments: [String] {
        PercentCoding.segments(of: rawPath)
    }

    /// The pairs of the query, decoded, in order; `+` is a blank. A name
    /// without `=` has an empty value.
    public var queryItems: [(name: String, value: String)] {
        PercentCoding.pairs(of: rawQuery ?? "")
    }

    /// The decoded bytes of the value of the first pair of that name: also
    /// those that are no UTF-8.
    public func queryBytes(_ name: String) -> [UInt8]? {
        PercentCoding.value(of: name, in: rawQuery ?? "")
    }

    /// The decoded value of the first pair of that name.
    public func query(_ name: String) -> String? {
        queryItems.first { $0.name == name }?.value
    }
}
