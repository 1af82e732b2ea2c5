/// The head of an answer.
public struct ResponseHead: Hashable, Sendable {
    public var status: Int
    public var fields: [HeaderField]

    public init(status: Int, fields: [HeaderField] = []) {
        self.status = status
        self.fields = fields
    }

    /// The first field of the name, in whatever case.
    public subscript(name: String) -> String? {
        let wanted = name.lowercased()
        return fields.first { $0.name.lowercased() == wanted }?.value
    }

    /// Bytes of the body, where the server says so.
    public var length: Int64? { self["Content-Length"].flatMap { Int64($0) } }

    /// Where a body that is a part of a file begins.
    public var rangeStart: Int64? {
        guard let range = self["Content-Range"], range.hasPrefix("bytes ") else { return nil }
        return Int64(range.dropFirst(6).prefix { $0 != "-" })
    }
}
