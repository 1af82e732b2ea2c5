import Testing

@testable import CommandLineKit

struct HelpTests {
    @Test func theProgramsHelpNamesCommandsAndExitCodes() throws {
        #expect(
            try text(["--help"]) == """
                A photo library.

                Usage: carousel COMMAND

                Commands:
                  scan     Take in folders
                  sample   Make a folder
                  folders  Folders

                Options:
                  -h, --help  show this text
                  --version   show the version

                Exit codes:
                  0    all is done
                  1    it could not be done; standard error says why
                  2    the command line makes no sense; nothing was done
                  3    the library cannot be opened
                  130  stopped by the user

                """)
    }

    @Test func aCommandsHelpNamesAllItTakes() throws {
        let help = """
            Take in folders.

            Usage: carousel scan [OPTIONS] FOLDER...

            Reads what is new and leaves the rest.

            Arguments:
              FOLDER  what to take in

            Options:
              --library DIR   where the library is
              -j, --json      one JSON object a line
              --exclude GLOB  what to leave out
              --size WxH      of the window
              --mode MODE     how
              -h, --help      show this text
              --version       show the version

            """
        #expect(try text(["scan", "--help"]) == help)
        #expect(try text(["scan", "a", "--json", "-h"]) == help)
    }

    @Test func optionalArgumentsStandInBrackets() throws {
        #expect(
            try text(["sample", "-h"]).contains("Usage: carousel sample [OPTIONS] DIR [SOURCE]\n"))
    }

    @Test func theVersionIsShownAtEveryLevel() throws {
        #expect(try text(["--version"]) == "carousel 1.2.3\n")
        #expect(try text(["folders", "list", "--version"]) == "carousel 1.2.3\n")
    }

    @Test func longTextsAreWrappedAndAligned() {
        let long = Array(repeating: "word", count: 30).joined(separator: " ")
        let text = TextColumns.render([("--option VALUE", long), ("-s", "short")])
        for line in text.split(separator: "\n") {
            #expect(line.count <= 80)
        }
        #expect(text.hasPrefix("  --option VALUE  word word"))
        #expect(text.hasSuffix("  -s              short\n"))
        let wide = String(repeating: "x", count: 30)
        #expect(
            TextColumns.render([(wide, "help")])
                == "  \(wide)\n\(String(repeating: " ", count: 28))help\n")
    }

    private func text(_ words: [String]) throws -> String {
        let request = Example().program.parse(words.map { Array($0.utf8) })
        guard case .success(.show(let text)) = request else {
            throw ValueProblem("is no request for help")
        }
        return text
    }
}
