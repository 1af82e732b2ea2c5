import Foundation
import Synchronization
import Testing

@testable import CarouselServer

@Suite struct LogTests {
    /// Everything that comes out of a pipe, read on a thread of its own.
    private static func read(_ pipe: Pipe) -> (text: @Sendable () -> String, DispatchGroup) {
        let text = Mutexed()
        let done = DispatchGroup()
        done.enter()
        let handle = pipe.fileHandleForReading
        Thread.detachNewThread {
            defer { done.leave() }
            while true {
                let data = handle.availableData
                guard !data.isEmpty else { return }
                text.value.withLock { $0 += String(decoding: data, as: UTF8.self) }
            }
        }
        return ({ text.value.withLock { $0 } }, done)
    }

    private final class Mutexed: Sendable {
        let value = Mutex("")
    }

    /// Whoever should read the log does not: the server neither grows nor
    /// waits for ever, and says later what is missing.
    @Test func aLogThatNobodyReadsStaysSmallAndCloses() throws {
        let pipe = Pipe()
        let log = try Log(
            to: pipe.fileHandleForWriting.fileDescriptor,
            surroundings: Surroundings(secondsSince1970: { 1000 }, randomBytes: { _ in [] }))
        for number in 0..<50_000 {
            log.write(.info, "line", [("number", .number(Int64(number)))])
        }
        let (text, done) = Self.read(pipe)
        while !text().contains("lines_dropped") { log.write(.info, "more") }
        let filled = Pipe()
        let stuck = try Log(
            to: filled.fileHandleForWriting.fileDescriptor,
            surroundings: Surroundings(secondsSince1970: { 1000 }, randomBytes: { _ in [] }))
        for _ in 0..<20_000 { stuck.write(.info, "line") }
        // Returns though nobody reads.
        stuck.close(withinMilliseconds: 1)
        let (_, doneToo) = Self.read(filled)
        for (log, pipe, done) in [(log, pipe, done), (stuck, filled, doneToo)] {
            log.close(withinMilliseconds: 60_000)
            try pipe.fileHandleForWriting.close()
            done.wait()
        }
        let lines = text().split(separator: "\n")
        #expect(lines.first?.contains("\"number\":0}") == true, "\(lines.first ?? "")")
        #expect(lines.count { $0.contains("\"number\":") } < 30_000)
    }
}
