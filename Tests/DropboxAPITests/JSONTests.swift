import Testing
import TestSupport

@testable import DropboxAPI

@Suite struct JSONTests {
    private func parse(_ text: String, _ limits: JSONLimits = .argument) throws(JSONError)
        -> JSONValue
    {
        try JSONParser.parse(Array(text.utf8), limits: limits)
    }

    @Test(arguments: [
        ("null", JSONValue.null), (" true ", .boolean(true)), ("-0", .integer(0)),
        ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(0x1p63)),
        ("1.5e2", .number(150)), (#""\u0041\n\/""#, .string("A\n/")),
        (#""\ud83d\ude00 ü""#, .string("😀 ü")), ("[]", .array([])),
        (
            #"{"a":[1,{}]}"#,
            .object([JSONMember(name: "a", value: .array([.integer(1), .object([])]))])
        ),
    ])
    func readsWhatTheGrammarAllows(text: String, value: JSONValue) throws {
        #expect(try parse(text) == value)
    }

    @Test(arguments: [
        "", " ", "nul", "True", "01", "+1", "1.", ".5", "1e", "-", "[1,]", "[1 2]", "{a:1}",
        "{\"a\"}", "{\"a\":1,}", "\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"",
        "\"\\udc00\"", "\"a\nb\"", "1 2", "[", "{", "1e999", "// x\n1", "'a'", "NaN", "\u{FEFF}1",
    ])
    func refusesWhatTheGrammarDoesNot(text: String) {
        #expect(throws: JSONError.self) { try parse(text) }
    }

    @Test func refusesBytesThatAreNotUTF8() {
        for bytes: [UInt8] in [
            [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80],
        ] {
            #expect(throws: JSONError.self) { try JSONParser.parse([0x22] + bytes + [0x22]) }
        }
    }

    @Test func refusesTwoMembersOfOneName() {
        #expect(throws: JSONError.repeatedName("a")) { try parse(#"{"a":1,"\u0061":2}"#) }
    }

    @Test func staysWithinItsLimits() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: JSONError.tooDeep) { try parse(deep) }
        let limits = JSONLimits(bytes: 100, depth: 2, values: 5)
        #expect(throws: JSONError.tooLarge) { try parse("[1,2,3,4,5]", limits) }
        #expect(throws: JSONError.tooDeep) { try parse("[[[1]]]", limits) }
        #expect(throws: JSONError.tooLarge) {
            try parse("\"" + String(repeating: "a", count: 100) + "\"", limits)
        }
        #expect(throws: Never.self) { try parse("[[1]]", limits) }
    }

    @Test func whatIsWrittenIsReadBack() throws {
        var random = SplitMix64(seed: 6)
        for _ in 0..<2000 {
            let value = randomValue(depth: 4, using: &random)
            for escaping in [JSONWriter.Escaping.minimal, .headerSafe] {
                var writer = JSONWriter(escaping: escaping)
                write(value, to: &writer)
                #expect(try JSONParser.parse(writer.bytes) == value)
                if escaping == .headerSafe {
                    #expect(writer.bytes.allSatisfy { (0x20..<0x7F).contains($0) })
                }
            }
        }
    }

    @Test func randomBytesNeverTrap() {
        var random = SplitMix64(seed: 7)
        let alphabet = Array("{}[]\",:0123456789.eE+-\\u dDtrueflsn \n".utf8) + [0xC3, 0xA9, 0xFF]
        for _ in 0..<20_000 {
            let count = Int(random.next() % 24)
            let bytes = (0..<count).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))]
            }
            _ = try? JSONParser.parse(bytes, limits: JSONLimits(bytes: 64, depth: 8, values: 16))
        }
    }

    private func randomValue(depth: Int, using random: inout SplitMix64) -> JSONValue {
        switch random.next() % (depth == 0 ? 5 : 7) {
        case 0: return .null
        case 1: return .boolean(random.next() % 2 == 0)
        case 2: return .integer(Int64(bitPattern: random.next()))
        case 3: return .number(Double(Int64(bitPattern: random.next()) >> 20) + 0.25)
        case 4: return .string(randomText(using: &random))
        case 5:
            return .array(
                (0..<(random.next() % 4)).map { _ in randomValue(depth: depth - 1, using: &random) }
            )
        default:
            return .object(
                (0..<(random.next() % 4)).map { index in
                    JSONMember(
                        name: "\(index)" + randomText(using: &random),
                        value: randomValue(depth: depth - 1, using: &random))
                })
        }
    }

    private func randomText(using random: inout SplitMix64) -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "\"", "\\", "\u{0}", "\u{1F}", "\u{7F}", "ü", "日", "😀", "\n", "/", "\u{10FFFF}",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<(random.next() % 6) {
            text.append(scalars[Int(random.next() % UInt64(scalars.count))])
        }
        return String(text)
    }

    private func write(_ value: JSONValue, to writer: inout JSONWriter) {
        switch value {
        case .null: writer.null()
        case .boolean(let value): writer.boolean(value)
        case .integer(let value): writer.integer(value)
        case .number(let value): writer.number(value)
        case .string(let value): writer.string(value)
        case .array(let values): writer.array { for value in values { write(value, to: &$0) } }
        case .object(let members):
            writer.object { writer in
                for member in members {
                    writer.field(named: member.name) { write(member.value, to: &$0) }
                }
            }
        }
    }
}
