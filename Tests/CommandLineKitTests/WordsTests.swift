import CommandLineKit
import Testing

struct WordsTests {
    @Test func theWordsAreTheProcessesArgumentsWithoutItsName() {
        let text = CommandLine.words.map { String(decoding: $0, as: UTF8.self) }
        #expect(text == Array(CommandLine.arguments.dropFirst()))
    }
}
