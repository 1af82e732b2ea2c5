import Testing

@testable import CommandLineKit

struct JSONTextTests {
    @Test func keysKeepTheirOrderAndTextIsEscaped() {
        let value = JSONText.object([
            ("b", .integer(1)), ("a", .array([.null, .bool(true), .number(0.5)])),
            ("text", .string("\"\\\n\u{1}é")),
        ])
        #expect(value.line == #"{"b":1,"a":[null,true,0.5],"text":"\"\\\n\u0001é"}"#)
    }
}
