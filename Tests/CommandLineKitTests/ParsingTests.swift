import TestSupport
import Testing

@testable import CommandLineKit

struct ParsingTests {
    @Test func optionsTakeTheirValueBehindABlankOrAnEqualsSign() async {
        for words in [["scan", "--library", "/x", "a"], ["scan", "--library=/x", "a"]] {
            let arguments = await run(words)
            #expect(arguments?[Example.library] == Array("/x".utf8))
            #expect(arguments?[Example.json] == false)
        }
    }

    @Test func aValueMayLookLikeAnOptionOrHoldEqualsSigns() async {
        #expect(
            await run(["scan", "--library", "--json", "a"])?[Example.library]
                == Array("--json".utf8))
        #expect(await run(["scan", "--library=a=b", "a"])?[Example.library] == Array("a=b".utf8))
    }

    @Test func flagsMayBeGivenAnywhereAndTwice() async {
        let arguments = await run(["scan", "a", "--json", "b", "-j"])
        #expect(arguments?[Example.json] == true)
        #expect(arguments?[Example.folders] == [Array("a".utf8), Array("b".utf8)])
    }

    @Test func repeatedOptionsKeepTheirOrder() async {
        let arguments = await run(["scan", "--exclude", "*.png", "a", "--exclude=b"])
        #expect(arguments?[Example.exclude] == ["*.png", "b"])
    }

    @Test func behindTwoDashesNothingIsAnOption() async {
        let arguments = await run(["scan", "--", "--json", "--help", "-"])
        #expect(arguments?[Example.json] == false)
        #expect(arguments?[Example.folders].count == 3)
    }

    @Test func aSingleDashIsAnArgument() async {
        #expect(await run(["scan", "-"])?[Example.folders] == [Array("-".utf8)])
    }

    @Test func pathsKeepBytesThatAreNotUTF8() async {
        let example = Example()
        let path: [UInt8] = [0x2F, 0x43, 0xE9]
        let option = Array("--library=".utf8) + path
        let code = await example.program.run([Array("scan".utf8), option, path])
        #expect(code == .succeeded)
        #expect(example.arguments?[Example.folders] == [path])
        #expect(example.arguments?[Example.library] == path)
    }

    @Test func numbersAndSizesAreParsed() async {
        let sample = await run(["sample", "-n", "500", "--seed=18446744073709551615", "/x"])
        #expect(sample?[Example.count] == 500)
        #expect(sample?[Example.seed] == .max)
        #expect(sample?[Example.target] == [Array("/x".utf8)])
        #expect(sample?[Example.source] == [])
        let scan = await run(["scan", "--size", "1280x800", "--mode", "slow", "a"])
        #expect(scan?[Example.size] == Extent(width: 1280, height: 800))
        #expect(scan?[Example.mode] == "slow")
    }

    @Test func commandsNest() async {
        #expect(await run(["folders", "list"]) != nil)
    }

    @Test(arguments: [
        ([], "Which command? One of: scan, sample, folders."),
        (["folders"], "Which command? One of: list."),
        (["scna"], "There is no command 'scna'. Did you mean 'scan'?"),
        (["frobnicate"], "There is no command 'frobnicate'."),
        (["--jsn"], "There is no option --jsn."),
        (["scan", "--jsn", "a"], "There is no option --jsn. Did you mean --json?"),
        (["scan", "--libary=x", "a"], "There is no option --libary. Did you mean --library?"),
        (["scan", "-x", "a"], "There is no option -x."),
        (["scan", "--json=yes", "a"], "The option --json takes no value."),
        (["scan", "a", "--library"], "The option --library needs a value: --library DIR."),
        (["scan", "--library=a", "--library=b", "c"], "The option --library is given twice."),
        (["scan"], "FOLDER is missing."),
        (["sample", "a", "b", "c"], "'c' is one argument too many."),
        (["folders", "list", "a"], "'a' is one argument too many."),
        (["sample", "-n", "0", "a"], "-n: '0' is not a whole number from 1 to 1000000."),
        (["sample", "-n", "1e3", "a"], "-n: '1e3' is not a whole number from 1 to 1000000."),
        (
            ["sample", "--photos", "+5", "a"],
            "--photos: '+5' is not a whole number from 1 to 1000000."
        ),
        (
            ["sample", "--seed", "-1", "a"],
            "--seed: '-1' is not a whole number from 0 to \(UInt64.max)."
        ),
        (
            ["scan", "--size", "1280", "a"],
            "--size: '1280' is not a size like 1280x800, each number from 1 to 16384."
        ),
        (
            ["scan", "--size", "0x5", "a"],
            "--size: '0x5' is not a size like 1280x800, each number from 1 to 16384."
        ),
        (["scan", "--mode", "fats", "a"], "--mode: 'fats' is none of fast, slow (fast?)."),
        (["scan", "--library=", "a"], "--library: '' is empty."),
    ])
    func mistakesAreNamedInPlainWords(words: [String], text: String) {
        guard case .failure(let mistake) = parse(words) else {
            Issue.record("\(words) makes no sense")
            return
        }
        #expect(mistake.error.description == text)
    }

    @Test func textThatIsNotUTF8IsRefusedWhereTextIsWanted() {
        let words = [Array("scan".utf8), Array("--exclude=".utf8) + [0xE9], [0x61]]
        guard case .failure(let mistake) = Example().program.parse(words) else {
            Issue.record("text is UTF-8")
            return
        }
        #expect(mistake.error.description == "--exclude: '\u{FFFD}' is not UTF-8 text.")
    }

    @Test func theHintNamesTheCommandInWhichTheMistakeWasMade() {
        guard case .failure(let mistake) = parse(["folders", "list", "a"]) else { return }
        #expect(mistake.path == ["carousel", "folders", "list"])
    }

    @Test func aMistakeIsExitCode2AndRunsNothing() async {
        let example = Example()
        #expect(await example.program.run([Array("scan".utf8), Array("--nope".utf8)]) == .usage)
        #expect(example.arguments == nil)
    }

    /// Any words: a request or a mistake, and no trap.
    @Test func anyWordsAreUnderstoodOrRefused() {
        var random = SplitMix64(seed: 8)
        let parts = [
            "scan", "sample", "folders", "list", "--", "-", "--json", "--library", "--library=",
            "--size=3x4", "-n", "7", "--help", "--version", "-h", "=", "--=", "a",
        ]
        let program = Example().program
        for _ in 0..<5000 {
            let words = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                Array(parts[Int.random(in: 0..<parts.count, using: &random)].utf8)
                    + (Bool.random(using: &random)
                        ? [] : [UInt8.random(in: 1...255, using: &random)])
            }
            _ = program.parse(words)
        }
    }

    private func run(_ words: [String]) async -> Arguments? {
        let example = Example()
        _ = await example.program.run(words.map { Array($0.utf8) })
        return example.arguments
    }

    private func parse(_ words: [String]) -> Result<Request, Mistake> {
        Example().program.parse(words.map { Array($0.utf8) })
    }
}
