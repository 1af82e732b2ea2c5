import Fuzzing
import Media

/// Takes lines as the names of a folder, those of sidecars by their ending,
/// and checks what no name may break.
@main
enum TakeoutNamesFuzzer {
    static func main() {
        Fuzzer.run(test)
    }

    @Sendable private static func test(_ input: [UInt8]) {
        let names = input.split(separator: UInt8(ascii: "\n")).prefix(64).map(Array.init)
        let sidecars = names.filter { SidecarMatching.kind(of: $0) != nil }
        let media = names.filter { SidecarMatching.kind(of: $0) == nil }
        let matches = SidecarMatching(media: media, sidecars: sidecars).matches
        precondition(matches.count == media.count, "a file is missing")
        for found in matches {
            precondition(Set(found).count == found.count, "a sidecar twice")
            precondition(found.allSatisfy(sidecars.indices.contains), "a place that is none")
            let kinds = found.map { SidecarMatching.kind(of: sidecars[$0]) }
            precondition(Set(kinds).count == kinds.count, "two of a kind")
        }
        // Alone in its folder, a file finds what bears its whole name.
        for name in media.prefix(4) where !name.isEmpty {
            for ending in [".json", ".xmp", ".supplemental-metadata.json"] {
                let own = SidecarMatching(media: [name], sidecars: [name + Array(ending.utf8)])
                precondition(own.matches == [[0]], "its own sidecar is not found")
            }
        }
    }
}
