import Glibc
import Testing

@testable import CommandLineKit

struct ProgressLineTests {
    @Test func theBarGrowsWithTheWork() {
        #expect(
            ProgressLine.text("reading", done: 0, of: 10, columns: 40)
                == "reading  " + bar(0, of: 21) + "  0 of 10")
        #expect(
            ProgressLine.text("reading", done: 5, of: 10, columns: 40)
                == "reading  " + bar(10, of: 21) + "  5 of 10")
        #expect(
            ProgressLine.text("reading", done: 12, of: 10, columns: 40)
                == "reading  " + bar(20, of: 20) + "  10 of 10")
    }

    @Test(arguments: 1...120)
    func theLineNeverFillsTheLastColumn(columns: Int) {
        for (done, total) in [(0, 0), (5, 10), (1_234_567, 9_876_543), (10, 10)] {
            let text = ProgressLine.text(
                "making thumbnails", done: done, of: total, columns: columns)
            #expect(text.count <= max(0, columns - 1))
        }
    }

    @Test func anUnknownTotalShowsTheNumberAlone() {
        #expect(ProgressLine.text("reading", done: 1234, of: 0, columns: 80) == "reading  1,234")
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"), (100_000, "100,000"),
    ])
    func thousandsAreGrouped(number: Int, text: String) {
        #expect(ProgressLine.grouped(number) == text)
    }

    @Test func theLineIsRewrittenTenTimesASecondAtMostAndTakenAwayAtTheEnd() throws {
        let start = ContinuousClock.now
        var now = start
        let written = try output { terminal in
            var line = ProgressLine(on: terminal, isShown: true, now: { now })
            line.update("a", done: 1, of: 0)
            line.update("a", done: 2, of: 0)
            now = start + .milliseconds(150)
            line.update("a", done: 3, of: 0)
            now = start + .milliseconds(300)
            line.update("a", done: 3, of: 0)
            line.finish()
            line.finish()
        }
        #expect(written == "\r\u{1B}[Ka  1\r\u{1B}[Ka  3\r\u{1B}[K")
    }

    @Test func whereNobodySitsInFrontNothingIsWritten() throws {
        let written = try output { terminal in
            #expect(!terminal.isInteractive)
            var line = ProgressLine(on: terminal, now: { ContinuousClock.now })
            line.update("a", done: 1, of: 2)
            line.finish()
        }
        #expect(written.isEmpty)
    }

    @Test func aReaderThatIsGoneIsNoted() throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        #expect(!Terminal(descriptor: ends[1]).write("x"))
        close(ends[1])
    }

    private func bar(_ filled: Int, of width: Int) -> String {
        String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    }

    /// What `body` writes to a pipe.
    private func output(_ body: (Terminal) -> Void) throws -> String {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        body(Terminal(descriptor: ends[1]))
        close(ends[1])
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(ends[0], &bytes, bytes.count)
        close(ends[0])
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
