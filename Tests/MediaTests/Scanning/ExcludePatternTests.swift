import TestSupport
import Testing

@testable import Media

struct ExcludePatternTests {
    @Test(arguments: [
        ("*.jpg", "a/b.jpg", true), ("*.jpg", "a/b.jpeg", false), ("*.JPG", "b.jpg", true),
        ("img_?.*", "IMG_1.png", true), ("img_?.*", "IMG_12.png", false),
        ("[a-c]x", "bx", true), ("[!a-c]x", "bx", false), ("[!a-c]x", "dx", true),
        ("[]]x", "]x", true), ("[x", "[x", true), ("\\*", "*", true), ("\\*", "a", false),
        ("a/*", "a/b", true), ("a/*", "a/b/c", false), ("a/**", "a/b/c", true),
        ("**/c", "a/b/c", true), ("**/c", "c", true), ("a/**/c", "a/c", true),
        ("a/**/c", "a/b/b/c", true), ("a/**/c", "ab/c", false), ("/a", "a", true),
        ("/a", "b/a", false), ("a", "b/a", true), ("", "a", false), ("*", "anything", true),
        ("**", "a/b", true), ("?", "/", false), ("caf\u{E9}*", "Caf\u{E9} 1.jpg", true),
    ])
    func patternsMatchWhatTheirDocumentationSays(pattern: String, path: String, matches: Bool) {
        let found = ExcludePattern(pattern).matches(path: Array(path.utf8)[...], isFolder: false)
        #expect(found == matches)
    }

    @Test func aTrailingSlashLimitsAPatternToFolders() {
        let pattern = ExcludePattern("cache/")
        #expect(pattern.matches(path: Array("a/cache".utf8)[...], isFolder: true))
        #expect(!pattern.matches(path: Array("a/cache".utf8)[...], isFolder: false))
    }

    /// All patterns and texts of a few letters, against a matcher that tries
    /// everything.
    @Test func smallPatternsAgreeWithANaiveMatcher() {
        let letters = Array("a*?".utf8)
        let texts = words(Array("ab/".utf8), upTo: 5)
        for pattern in words(letters, upTo: 4) where !pattern.isEmpty {
            let tokens = GlobToken.tokens(of: pattern[...])
            for text in texts {
                let found = GlobToken.match(tokens, text[...])
                #expect(found == naive(tokens[...], text[...]), "\(pattern) \(text)")
            }
        }
    }

    @Test func aPatternOfManyStarsTakesNoTime() {
        let pattern = ExcludePattern(String(repeating: "*a", count: 200) + "b")
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 2000)
        #expect(!pattern.matches(path: text[...], isFolder: false))
    }

    @Test func anyBytesMakeAPattern() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<2000 {
            let pattern = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                random.chance()
                    ? UInt8.random(in: 0...255, using: &random)
                    : Array("*?[]!-\\/".utf8)
                        .randomElement(using: &random) ?? 0
            }
            let text = (0..<8).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = ExcludePattern(pattern).matches(path: text[...], isFolder: true)
        }
    }

    private func words(_ letters: [UInt8], upTo length: Int) -> [[UInt8]] {
        var words: [[UInt8]] = [[]]
        var last: [[UInt8]] = [[]]
        for _ in 0..<length {
            last = last.flatMap { word in letters.map { word + [$0] } }
            words += last
        }
        return words
    }

    private func naive(_ tokens: ArraySlice<GlobToken>, _ text: ArraySlice<UInt8>) -> Bool {
        guard let token = tokens.first else { return text.isEmpty }
        let rest = tokens.dropFirst()
        let slash = UInt8(ascii: "/")
        switch token {
        case .star, .doubleStar:
            return (0...text.count).contains { count in
                (token == .doubleStar || !text.prefix(count).contains(slash))
                    && naive(rest, text.dropFirst(count))
            }
        case .folders:
            return (0...text.count).contains { count in
                (count == 0 || text.prefix(count).last == slash)
                    && naive(rest, text.dropFirst(count))
            }
        case .byte(let byte):
            return text.first == byte && naive(rest, text.dropFirst())
        case .any, .set:
            return !text.isEmpty && text.first != slash && naive(rest, text.dropFirst())
        }
    }
}

extension SplitMix64 {
    fileprivate mutating func chance() -> Bool { next() & 1 == 0 }
}
