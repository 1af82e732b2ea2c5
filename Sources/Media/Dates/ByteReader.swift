/// Reads written figures from left to right. Total: what is not there is nil,
/// and a read that fails takes nothing.
struct ByteReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }
    var next: UInt8? { rest.first }

    /// The digits that stand here: how many.
    var digitRun: Int {
        rest.prefix { $0.isASCIIDigit }.count
    }

    mutating func skip(_ count: Int) {
        rest = rest.dropFirst(count)
    }

    mutating func skip(while condition: (UInt8) -> Bool) {
        rest = rest.drop(while: condition)
    }

    /// Takes the byte if it is one of `choices`.
    mutating func take(anyOf choices: StaticBytes) -> UInt8? {
        guard let next, choices.contains(next) else { return nil }
        skip(1)
        return next
    }

    /// Takes a word if it stands here, letters in either case.
    mutating func take(word: StaticBytes) -> Bool {
        let head = rest.prefix(word.bytes.count)
        guard head.elementsEqual(word.bytes, by: { $0.asciiLowercased == $1.asciiLowercased })
        else { return false }
        skip(word.bytes.count)
        return true
    }

    /// Takes a number of exactly `count` digits, though more may follow.
    mutating func number(digits count: Int) -> Int? {
        number(digits: count...count)
    }

    /// Takes as many digits as there are up to a limit, if they are enough.
    /// - Precondition: at most 18 digits.
    mutating func number(digits: ClosedRange<Int>) -> Int? {
        let count = min(digitRun, digits.upperBound)
        guard count >= digits.lowerBound else { return nil }
        let number = rest.prefix(count).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        skip(count)
        return number
    }

    /// Takes all digits that stand here as a decimal fraction of a second, to
    /// the millisecond, cut and not rounded: `5` is 500, `0887` is 88.
    mutating func milliseconds() -> Int? {
        let run = digitRun
        guard run > 0 else { return nil }
        var value = 0
        for index in 0..<3 {
            let digit = index < run ? rest[rest.startIndex + index] - UInt8(ascii: "0") : 0
            value = value * 10 + Int(digit)
        }
        skip(run)
        return value
    }
}

/// A few bytes written as ASCII text.
struct StaticBytes: ExpressibleByStringLiteral {
    let bytes: [UInt8]

    init(stringLiteral text: String) {
        bytes = Array(text.utf8)
    }

    func contains(_ byte: UInt8) -> Bool {
        bytes.contains(byte)
    }
}

extension UInt8 {
    var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Blanks and control bytes, NUL among them: what pads a written field.
    var isPadding: Bool { self <= UInt8(ascii: " ") || self == 0x7F }
}

extension ArraySlice<UInt8> {
    /// Without the padding at both ends.
    var withoutPadding: ArraySlice<UInt8> {
        let head = drop { $0.isPadding }
        let end = head.lastIndex { !$0.isPadding }.map { $0 + 1 } ?? head.startIndex
        return head[head.startIndex..<end]
    }
}
