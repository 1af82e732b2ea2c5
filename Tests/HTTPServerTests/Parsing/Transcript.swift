@testable import HTTPServer

/// Everything a parser said about some bytes, in a form to compare.
struct Transcript: Equatable, CustomStringConvertible {
    enum Item: Equatable {
        case head(String)
        case body([UInt8])
        case end
        case failure(ParseFailure)
    }

    var items: [Item] = []
    /// Whether the bytes ended inside a head or a body.
    var isUnfinished = false

    /// Feeds the chunks one after the other to a new parser.
    init(
        _ chunks: [ArraySlice<UInt8>], limits: ServerLimits = ServerLimits(),
        bodyLimit: Int64 = .max
    ) {
        var parser = RequestParser(limits: ParserLimits(limits))
        do {
            for chunk in chunks { try feed(chunk, to: &parser, bodyLimit) }
        } catch {
            items.append(.failure(error))
            return
        }
        isUnfinished = parser.isInsideHead || parser.isInsideBody
    }

    init(_ text: String, limits: ServerLimits = ServerLimits(), bodyLimit: Int64 = .max) {
        self.init([ArraySlice(text.utf8)], limits: limits, bodyLimit: bodyLimit)
    }

    var failure: ParseFailure? {
        guard case .failure(let failure) = items.last else { return nil }
        return failure
    }

    var description: String { "\(items)\(isUnfinished ? " …" : "")" }

    private mutating func feed(
        _ chunk: ArraySlice<UInt8>, to parser: inout RequestParser, _ bodyLimit: Int64
    ) throws(ParseFailure) {
        // An array of its own, so that reading beyond the chunk would trap.
        let bytes = Array(chunk)
        var offset = 0
        while let event = try parser.next(bytes.span, at: &offset) {
            switch event {
            case .head(let head):
                items.append(.head(Self.describe(head)))
                try parser.limitBody(to: bodyLimit)
            case .body(let range):
                precondition(!range.isEmpty, "a parser gave an empty piece")
                if case .body(let before) = items.last {
                    items[items.count - 1] = .body(before + bytes[range])
                } else {
                    items.append(.body(Array(bytes[range])))
                }
            case .end: items.append(.end)
            }
        }
        precondition(offset == bytes.count, "a parser left bytes")
    }

    private static func describe(_ head: RequestHead) -> String {
        let fields = head.headers.all.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
        return "\(head.method.rawValue) \(head.target.rawPath) \(head.target.rawQuery ?? "-") "
            + "\(head.version) [\(fields)] \(head.framing) keep:\(head.keepsAlive) "
            + "expect:\(head.expectsContinue)"
    }
}
