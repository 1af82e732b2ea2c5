/// One part of a shell pattern.
enum GlobToken: Hashable, Sendable {
    case byte(UInt8)
    /// One byte, not `/`.
    case any
    /// One byte in, or not in, any of the ranges; never `/`.
    case set([ClosedRange<UInt8>], isInverted: Bool)
    /// Any bytes but `/`.
    case star
    /// Any bytes.
    case doubleStar
    /// Nothing, or any bytes that end in `/`.
    case folders

    static func tokens(of pattern: ArraySlice<UInt8>) -> [GlobToken] {
        var tokens: [GlobToken] = []
        var rest = pattern
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\\"):
                tokens.append(.byte((rest.popFirst() ?? byte).asciiLowercased))
            case UInt8(ascii: "?"):
                tokens.append(.any)
            case UInt8(ascii: "*"):
                tokens.append(star(&rest))
            case UInt8(ascii: "["):
                tokens.append(set(&rest) ?? .byte(byte))
            default:
                tokens.append(.byte(byte.asciiLowercased))
            }
        }
        return tokens
    }

    /// Whether the tokens stand for exactly these bytes. All readings of the
    /// stars are followed side by side, so that no pattern takes long.
    static func match(_ tokens: [GlobToken], _ text: ArraySlice<UInt8>) -> Bool {
        var states = [Bool](repeating: false, count: tokens.count + 1)
        enter(0, tokens, &states)
        for byte in text {
            var next = [Bool](repeating: false, count: states.count)
            for (index, token) in tokens.enumerated() where states[index] {
                switch token {
                case .star where byte != slash, .doubleStar:
                    enter(index, tokens, &next)
                case .folders:
                    next[index] = true
                    if byte == slash { enter(index + 1, tokens, &next) }
                default:
                    if token.stands(for: byte) { enter(index + 1, tokens, &next) }
                }
            }
            states = next
        }
        return states[tokens.count]
    }

    /// Marks a state, and those that follow without taking a byte.
    private static func enter(_ index: Int, _ tokens: [GlobToken], _ states: inout [Bool]) {
        var index = index
        while true {
            states[index] = true
            guard index < tokens.count else { return }
            switch tokens[index] {
            case .star, .doubleStar, .folders: index += 1
            default: return
            }
        }
    }

    private func stands(for byte: UInt8) -> Bool {
        switch self {
        case .byte(let own): own == byte.asciiLowercased
        case .any: byte != Self.slash
        case .set(let ranges, let isInverted):
            byte != Self.slash
                && ranges.contains {
                    $0.contains(byte.asciiLowercased) || $0.contains(byte.asciiUppercased)
                } != isInverted
        case .star, .doubleStar, .folders: false
        }
    }

    /// The token of a `*` that was just taken.
    private static func star(_ rest: inout ArraySlice<UInt8>) -> GlobToken {
        guard rest.first == UInt8(ascii: "*") else { return .star }
        while rest.first == UInt8(ascii: "*") { rest.removeFirst() }
        guard rest.first == slash else { return .doubleStar }
        rest.removeFirst()
        return .folders
    }

    /// The set whose `[` was just taken; nil, and nothing taken, when no `]`
    /// closes it.
    private static func set(_ rest: inout ArraySlice<UInt8>) -> GlobToken? {
        var body = rest
        let isInverted = body.first == UInt8(ascii: "!") || body.first == UInt8(ascii: "^")
        if isInverted { body.removeFirst() }
        var ranges: [ClosedRange<UInt8>] = []
        while let low = body.popFirst() {
            if low == UInt8(ascii: "]"), !ranges.isEmpty {
                rest = body
                return .set(ranges, isInverted: isInverted)
            }
            var high = low
            if body.first == UInt8(ascii: "-"), let end = body.dropFirst().first,
                end != UInt8(ascii: "]")
            {
                body.removeFirst(2)
                high = end
            }
            ranges.append(min(low, high)...max(low, high))
        }
        return nil
    }

    private static let slash = UInt8(ascii: "/")
}

extension UInt8 {
    fileprivate var asciiUppercased: UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) ? self & ~0x20 : self
    }
}
