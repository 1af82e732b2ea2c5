import TestSupport
import Testing

@testable import HTTPServer

@Suite struct RequestParserTests {
    @Test(arguments: Messages.bad.indices)
    func malformedRequestIsRefusedForItsOwnReason(index: Int) {
        let (text, failure) = Messages.bad[index]
        let transcript = Transcript(text)
        #expect(transcript.failure == failure, "\(text.debugDescription): \(transcript)")
    }

    @Test(arguments: Messages.good)
    func wellFormedRequestsAreReadToTheirEnd(text: String) {
        let transcript = Transcript(text)
        #expect(transcript.failure == nil, "\(text.debugDescription): \(transcript)")
        #expect(!transcript.isUnfinished)
        #expect(transcript.items.last == .end)
    }

    @Test func everySplitInTwoAndThreeGivesTheSame() {
        for text in Messages.good + Messages.bad.map(\.0) {
            let bytes = Array(text.utf8)
            let whole = Transcript([bytes[...]])
            for first in 0...bytes.count {
                #expect(Transcript([bytes[..<first], bytes[first...]]) == whole)
                for second in first...bytes.count {
                    let chunks = [bytes[..<first], bytes[first..<second], bytes[second...]]
                    guard Transcript(chunks) != whole else { continue }
                    Issue.record("\(text.debugDescription) cut at \(first) and \(second)")
                    return
                }
            }
        }
    }

    @Test func byteByByteGivesTheSame() {
        for text in Messages.good + Messages.bad.map(\.0) {
            let bytes = Array(text.utf8)
            let single = bytes.indices.map { bytes[$0...$0] }
            #expect(Transcript(single) == Transcript([bytes[...]]), "\(text.debugDescription)")
        }
    }

    @Test(arguments: Seeds.first(200))
    func randomBytesInRandomChunksGiveTheSame(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var limits = ServerLimits()
        limits.headSize = 200
        limits.targetSize = 40
        limits.headerCount = 4
        for _ in 0..<50 {
            let bytes = Self.mutated(&random)
            let whole = Transcript([bytes[...]], limits: limits, bodyLimit: 40)
            for _ in 0..<4 {
                let chunks = Self.cut(bytes, &random)
                let parts = Transcript(chunks, limits: limits, bodyLimit: 40)
                guard parts != whole else { continue }
                Issue.record("seed \(seed): \(bytes) gives \(whole) or \(parts)")
                return
            }
        }
    }

    @Test func headOfExactlyTheLimitIsTakenAndOneByteMoreIsNot() {
        var limits = ServerLimits()
        limits.headSize = 100
        let frame = "GET / HTTP/1.1\r\nHost: x\r\nX: \r\n\r\n"
        let fits = frame.replacing("X: ", with: "X: " + filler(100 - frame.utf8.count))
        #expect(fits.utf8.count == 100)
        #expect(Transcript(fits, limits: limits).failure == nil)
        let longer = frame.replacing("X: ", with: "X: " + filler(101 - frame.utf8.count))
        #expect(Transcript(longer, limits: limits).failure == .headTooLarge)
    }

    @Test func endlessFirstLineIsATargetTooLong() {
        #expect(Transcript("GET /" + filler(20_000)).failure == .targetTooLong)
        let line = "GET /" + filler(8 << 10) + " HTTP/1.1\r\n"
        #expect(Transcript(line).failure == .targetTooLong)
    }

    @Test func oneHeaderMoreThanTheLimitIsRefused() {
        let head = "GET / HTTP/1.1\r\nHost: x\r\n"
        let fields = (0..<99).map { "X\($0): y\r\n" }.joined()
        #expect(Transcript(head + fields + "\r\n").failure == nil)
        #expect(Transcript(head + fields + "One: more\r\n").failure == .tooManyHeaders)
    }

    @Test func bodyBeyondItsLimitIsRefusedBeforeItIsRead() {
        let head = "POST / HTTP/1.1\r\nHost: x\r\n"
        let sized = head + "Content-Length: 11\r\n\r\n"
        #expect(Transcript(sized, bodyLimit: 10).failure == .bodyTooLarge)
        #expect(Transcript(sized, bodyLimit: 11).failure == nil)
        let chunked = head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n"
        #expect(Transcript(chunked, bodyLimit: 10).failure == .bodyTooLarge)
        #expect(Transcript(chunked, bodyLimit: 11).failure == nil)
    }

    @Test func chunkOverheadIsBounded() {
        let head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(Transcript(head + "1;" + filler(256) + "\r\n").failure == nil)
        #expect(Transcript(head + "1;" + filler(257)).failure == .badChunkSize)
        let trailers = (0..<1_000).map { "T\($0): v\r\n" }.joined()
        #expect(Transcript(head + "0\r\n" + trailers).failure == .badTrailer)
    }

    @Test func everyFailureHasAnAnswerAndACase() {
        let shown = Set(Messages.bad.map(\.1))
        let elsewhere: Set<ParseFailure> = [.targetTooLong, .headTooLarge, .tooManyHeaders]
        #expect(shown.union(elsewhere) == Set(ParseFailure.allCases))
        for failure in ParseFailure.allCases {
            #expect((400..<600).contains(failure.refusal.status.code))
            #expect(failure.refusal.message.hasSuffix("."))
        }
    }

    private func filler(_ count: Int) -> String { String(repeating: "a", count: count) }

    /// One of the messages or two, some of their bytes changed, removed or
    /// doubled.
    private static func mutated(_ random: inout SplitMix64) -> [UInt8] {
        let all = Messages.good + Messages.bad.map(\.0)
        var bytes = Array(all.randomElement(using: &random)!.utf8)
        if Bool.random(using: &random) { bytes += all.randomElement(using: &random)!.utf8 }
        let telling = Array("\r\n:;% /0aF\u{0}\t\u{7F}".utf8) + [0xFF]
        for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
            let position = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[position] = telling.randomElement(using: &random)!
            case 1: bytes[position] = UInt8.random(in: 0...255, using: &random)
            case 2: bytes.remove(at: position)
            default: bytes.insert(bytes[position], at: position)
            }
        }
        return bytes
    }

    private static func cut(
        _ bytes: [UInt8], _ random: inout SplitMix64
    ) -> [ArraySlice<UInt8>] {
        var chunks: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 0...min(rest.count, 30), using: &random)
            chunks.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return chunks
    }
}
