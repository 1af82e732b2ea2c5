@testable import HTTPServer

/// Feeds the request parser with hostile bytes: it must never trap, must say
/// the same however the bytes are cut, and must keep its promises about what
/// it lets through.
@main
enum HTTPRequests {
    static func main() {
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
            CommandLine.unsafeArgv
        _ = runFuzzer(&count, &arguments) { bytes, count in
            HTTPRequests.test(Array(UnsafeBufferPointer(start: bytes, count: count)))
            return 0
        }
    }

    /// The first bytes say how the rest is cut.
    private static func test(_ input: [UInt8]) {
        guard input.count > 2 else { return }
        let bytes = input[2...]
        let whole = Reading([bytes])
        let place = bytes.startIndex + Int(input[0]) % (bytes.count + 1)
        precondition(Reading([bytes[..<place], bytes[place...]]) == whole, "a cut changes it")
        let step = 1 + Int(input[1]) % 16
        let pieces = stride(from: bytes.startIndex, to: bytes.endIndex, by: step).map {
            bytes[$0..<min($0 + step, bytes.endIndex)]
        }
        precondition(Reading(pieces) == whole, "many cuts change it")
        for head in whole.heads { check(head) }
    }

    private static func check(_ head: RequestHead) {
        let raw = head.target.rawPath.utf8
        precondition(raw.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a strange path")
        precondition(head.target.rawPath == "*" || raw.first == UInt8(ascii: "/"), "no path")
        for segment in head.target.segments {
            precondition(segment != "." && segment != "..", "a dot segment")
            precondition(!segment.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }, "NUL or /")
            precondition(
                !segment.unicodeScalars.contains("\u{FFFD}")
                    || head.target.rawPath
                        .lowercased().contains("%ef%bf%bd"),
                "a path that is not UTF-8")
        }
        _ = head.target.queryItems
        for (name, value) in head.headers.all {
            precondition(!name.isEmpty && name.utf8.allSatisfy(ASCII.isToken), "a strange name")
            precondition(value.utf8.allSatisfy(ASCII.isFieldValue), "a strange value")
            precondition(head.headers[name] != nil, "a field that is not found")
        }
        let lengths = head.headers.values(of: "Content-Length").count
        let codings = head.headers.values(of: "Transfer-Encoding").count
        precondition(lengths + codings <= 1, "two ways to tell the end")
        precondition(head.headers.values(of: "Host").count <= 1, "two hosts")
        _ = Selection(
            head.method, head.headers, size: 1_000, tag: EntityTag("t"), modified: 1_000_000_000)
    }
}

/// What a parser said about some pieces.
private struct Reading: Equatable {
    var heads: [RequestHead] = []
    var text = ""
    var body: [UInt8] = []

    init(_ pieces: [ArraySlice<UInt8>]) {
        var limits = ServerLimits()
        limits.headSize = 512
        limits.targetSize = 128
        limits.headerCount = 12
        var parser = RequestParser(limits: ParserLimits(limits))
        do {
            for piece in pieces { try feed(Array(piece), to: &parser) }
            text += parser.isInsideHead || parser.isInsideBody ? "…" : "."
        } catch {
            text += "\(error)"
        }
    }

    private mutating func feed(
        _ bytes: [UInt8], to parser: inout RequestParser
    ) throws(ParseFailure) {
        var offset = 0
        while let event = try parser.next(bytes.span, at: &offset) {
            switch event {
            case .head(let head):
                heads.append(head)
                text += "H"
                try parser.limitBody(to: 4_096)
            case .body(let range):
                precondition(!range.isEmpty, "an empty piece")
                body += bytes[range]
            case .end: text += "E\(body.count)"
            }
        }
        precondition(offset == bytes.count, "bytes were left")
    }

    static func == (left: Reading, right: Reading) -> Bool {
        left.text == right.text && left.body == right.body
            && left.heads.elementsEqual(right.heads) {
                $0.target == $1.target && $0.headers.bytes == $1.headers.bytes
                    && $0.headers.fields == $1.headers.fields && $0.framing == $1.framing
                    && $0.keepsAlive == $1.keepsAlive && $0.method == $1.method
            }
    }
}

/// libFuzzer's driver.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<
        UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    >,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
