/// How the words of the command line become values of one kind.
public struct ValueKind<Value: Sendable>: Sendable {
    let parse: @Sendable ([UInt8]) throws(ValueProblem) -> Value

    public init(parse: @escaping @Sendable ([UInt8]) throws(ValueProblem) -> Value) {
        self.parse = parse
    }
}

extension ValueKind where Value == [UInt8] {
    /// A file's path, by its bytes: names need not be UTF-8.
    public static var path: ValueKind {
        ValueKind { word throws(ValueProblem) in
            guard !word.isEmpty else { throw ValueProblem("is empty") }
            return word
        }
    }
}

extension ValueKind where Value == String {
    /// Text, which must be UTF-8.
    public static var text: ValueKind {
        ValueKind { word throws(ValueProblem) in try utf8(word) }
    }

    /// One of some fixed words.
    public static func oneOf(_ choices: [String]) -> ValueKind {
        ValueKind { word throws(ValueProblem) in
            let text = try utf8(word)
            guard choices.contains(text) else {
                let nearest = Spelling.nearest(to: text, in: choices).map { " (\($0)?)" }
                throw ValueProblem(
                    "is none of " + choices.joined(separator: ", ") + (nearest ?? ""))
            }
            return text
        }
    }
}

extension ValueKind where Value == Int {
    /// A whole number within a range.
    public static func integer(in range: ClosedRange<Int>) -> ValueKind {
        ValueKind { word throws(ValueProblem) in
            guard let number = decimal(word[...]), range.contains(number) else {
                throw ValueProblem("is not a whole number \(bounds(range))")
            }
            return number
        }
    }
}

extension ValueKind where Value == UInt64 {
    /// Any 64-bit number that is not negative: a seed, an id.
    public static var number: ValueKind {
        ValueKind { word throws(ValueProblem) in
            guard let text = String(validating: word, as: UTF8.self), let number = UInt64(text)
            else { throw ValueProblem("is not a whole number from 0 to \(UInt64.max)") }
            return number
        }
    }
}

/// A width and a height in pixels.
public struct Extent: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

extension ValueKind where Value == Extent {
    /// `WxH`, as in `1280x800`, both within a range.
    public static func extent(in range: ClosedRange<Int>) -> ValueKind {
        ValueKind { word throws(ValueProblem) in
            let parts = word.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
            guard parts.count == 2, let width = decimal(parts[0]), let height = decimal(parts[1]),
                range.contains(width), range.contains(height)
            else {
                throw ValueProblem("is not a size like 1280x800, each number \(bounds(range))")
            }
            return Extent(width: width, height: height)
        }
    }
}

/// A path or text for a message: what is not UTF-8 shows as U+FFFD.
func readable(_ word: some Collection<UInt8>) -> String {
    String(decoding: word, as: UTF8.self)
}

private func utf8(_ word: [UInt8]) throws(ValueProblem) -> String {
    guard let text = String(validating: word, as: UTF8.self) else {
        throw ValueProblem("is not UTF-8 text")
    }
    return text
}

/// Digits with an optional minus; nil for anything else and on overflow.
private func decimal(_ word: ArraySlice<UInt8>) -> Int? {
    guard let text = String(validating: word, as: UTF8.self), text.utf8.first != UInt8(ascii: "+")
    else { return nil }
    return Int(text)
}

private func bounds(_ range: ClosedRange<Int>) -> String {
    if range.upperBound == .max {
        return range.lowerBound == .min ? "" : "of at least \(range.lowerBound)"
    }
    return "from \(range.lowerBound) to \(range.upperBound)"
}
