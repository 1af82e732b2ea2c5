import Testing

@testable import CommandLineKit

struct SpellingTests {
    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("", "abc", 3), ("scan", "scan", 0), ("scna", "scan", 1),
        ("scn", "scan", 1), ("scans", "scan", 1), ("sxan", "scan", 1), ("kitten", "sitting", 3),
        ("ca", "abc", 3),
    ])
    func theDistanceIsTheNumberOfSlips(a: String, b: String, distance: Int) {
        #expect(Spelling.distance(a, b) == distance)
        #expect(Spelling.distance(b, a) == distance)
    }

    @Test func onlyNearWordsAreSuggested() {
        #expect(Spelling.nearest(to: "--libary", in: ["--json", "--library"]) == "--library")
        #expect(Spelling.nearest(to: "completely", in: ["scan"]) == nil)
        #expect(Spelling.nearest(to: "x", in: []) == nil)
    }
}
