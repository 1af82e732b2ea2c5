import Foundation
import TestSupport
import Testing

/// Scans real files of many cameras and compares what the timeline says with
/// what independent tools read from them.
@Suite(.enabled(if: Corpus.isThere, "the corpus lies beside the package on some machines only"))
struct CorpusTests {
    @Test func everyReadableFileIsRightInTimePlaceSizeAndKind() throws {
        let library = try TemporaryFolder()
        let folder = try #require(Corpus.folder)
        let carousel = Program("carousel")
        let scan = try carousel.run(["scan", folder, "--library", library.path, "--json"])
        try #require(scan.status == 0, "\(scan.errors)")
        let lines = try TimelineLine.lines(
            of: carousel.run(["timeline", "--library", library.path, "--json"]).lines)
        let problems = try ProblemLine.lines(
            of: carousel.run(["problems", "--library", library.path, "--json"]).lines)
        let shown = Dictionary(
            lines.flatMap { line in line.paths.map { ($0, line) } }, uniquingKeysWith: { a, _ in a }
        )
        let listed = Set(problems.map(\.path))

        var faults: [String] = []
        for file in Corpus.files {
            let path = folder + "/" + file.path
            faults += faultsOf(file, shown: shown[path], isListed: listed.contains(path))
                .filter { CorpusExceptions.reason(file.path, $0) == nil }
                .map { "\(file.path): \($0)" }
        }
        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }

    private func faultsOf(_ file: Corpus.File, shown: TimelineLine?, isListed: Bool) -> [String] {
        switch file["expected"] {
        case "readable":
            guard let shown else { return ["is not in the timeline"] }
            return CorpusExpectation(file).faults(of: shown)
                + (isListed ? ["is listed as a problem"] : [])
        case "metadata-only":
            return (shown.map { CorpusExpectation(file).faults(of: $0) } ?? [])
                + (isListed ? [] : ["is not listed as a problem"])
        case "unreadable", "over-limit":
            return isListed ? [] : ["is not listed as a problem"]
        default:
            return shown == nil ? [] : ["is in the timeline"]
        }
    }
}
