import Foundation
import TestSupport
import Testing

/// `carousel scan --watch` beside another program that has the library.
@Suite struct WatchCommandTests {
    private let carousel = Program("carousel")
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder("watching")
        try folder.write([], to: "photos/.keep")
    }

    /// A watching process and what it says.
    private struct Watcher {
        let process: Process
        private let errors = Pipe()

        init(_ carousel: Program, in folder: TemporaryFolder) throws {
            process = try carousel.start(
                [
                    "scan", folder.path + "/photos", "--watch", "--no-thumbnails", "--library",
                    folder.path + "/library",
                ], errors: errors)
        }

        /// Reads on until it has said this; false when it ends before.
        func says(_ words: String) -> Bool {
            var text = ""
            while !text.contains(words) {
                let more = errors.fileHandleForReading.availableData
                guard !more.isEmpty else { return false }
                text += String(decoding: more, as: UTF8.self)
            }
            return true
        }

        /// Ctrl+C.
        func interrupt() -> Int32 {
            kill(process.processIdentifier, SIGINT)
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    @Test func aSecondWatcherGoesOnWhereTheFirstHasEnded() throws {
        let first = try Watcher(carousel, in: folder)
        #expect(first.says("Watching"))
        let second = try Watcher(carousel, in: folder)
        #expect(second.says("another program has this library open"))
        #expect(first.interrupt() == 130)
        #expect(second.says("Watching"))
        #expect(second.interrupt() == 130)
    }

    @Test func aWatcherThatWaitsCanBeInterrupted() throws {
        let first = try Watcher(carousel, in: folder)
        #expect(first.says("Watching"))
        let second = try Watcher(carousel, in: folder)
        #expect(second.says("another program has this library open"))
        #expect(second.interrupt() == 130)
        #expect(first.interrupt() == 130)
    }
}
