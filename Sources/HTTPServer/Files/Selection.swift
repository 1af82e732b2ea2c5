/// What part of some bytes a request wants, by its conditions.
enum Selection: Equatable {
    case whole
    case part(Range<Int64>)
    case notModified
    case preconditionFailed
    case unsatisfiable

    /// Decides in the order of RFC 9110, section 13.2.2.
    ///
    /// - Parameters:
    ///   - modified: in seconds since 1970.
    init(
        _ method: HTTPMethod, _ headers: RequestHeaders, size: Int64, tag: EntityTag?,
        modified: Int64
    ) {
        self = .whole
        if let wanted = headers["If-Match"] {
            guard let tag, Self.list(wanted, has: tag, weakly: false) else {
                self = .preconditionFailed
                return
            }
        } else if let text = headers["If-Unmodified-Since"], let date = HTTPDate.seconds(text),
            modified > date
        {
            self = .preconditionFailed
            return
        }
        if let known = headers["If-None-Match"] {
            if let tag, Self.list(known, has: tag, weakly: true) {
                self = .notModified
                return
            }
        } else if let text = headers["If-Modified-Since"], let date = HTTPDate.seconds(text),
            modified <= date
        {
            self = .notModified
            return
        }
        guard method == .get, let range = headers["Range"],
            Self.isCurrent(headers["If-Range"], tag, modified)
        else { return }
        switch ByteRange(range, size: size) {
        case .part(let range): self = .part(range)
        case .unsatisfiable: self = .unsatisfiable
        case .ignored: break
        }
    }

    private static func isCurrent(_ condition: String?, _ tag: EntityTag?, _ modified: Int64)
        -> Bool
    {
        guard let condition else { return true }
        if let tag, condition == tag.quoted { return true }
        return HTTPDate.seconds(condition) == modified
    }

    /// Whether a list of tags, or `*`, names this one.
    private static func list(_ list: String, has tag: EntityTag, weakly: Bool) -> Bool {
        list == "*"
            || list.split(separator: ",").contains { part in
                var name = part.drop { $0 == " " || $0 == "\t" }
                while name.last == " " || name.last == "\t" { name.removeLast() }
                if weakly, name.hasPrefix("W/") { name = name.dropFirst(2) }
                return name == tag.quoted
            }
    }
}
