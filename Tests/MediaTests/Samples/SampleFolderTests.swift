import DecoderProtocol
import Foundation
import Photos
import Synchronization
import Testing

@testable import Media

struct SampleFolderTests {
    @Test func aFolderHoldsWhatItsReportSays() async throws {
        let tree = try FileTree()
        let report = try await write(60, to: tree)
        #expect(report.pictures == 60)
        #expect(report.copies >= 2 && report.broken >= 3 && report.missingVideos >= 2)
        let walk = WalkResult(tree)
        #expect(walk.files.count == report.pictures + report.copies + report.broken)
        #expect(walk.report.sawEverything)
    }

    @Test func theSameSeedMakesTheSameFiles() async throws {
        let (one, two) = (try FileTree("one"), try FileTree("two"))
        _ = try await write(40, to: one)
        _ = try await write(40, to: two)
        #expect(try contents(of: one) == contents(of: two))
    }

    @Test func copiesHoldTheBytesOfAnotherFile() async throws {
        let tree = try FileTree()
        let report = try await write(60, to: tree)
        let all = try contents(of: tree).values.filter { !$0.isEmpty }
        #expect(all.count - Set(all).count == report.copies)
    }

    @Test func filesThatAreThereAreLeftAlone() async throws {
        let tree = try FileTree()
        _ = try await write(20, to: tree)
        let first = try #require(WalkResult(tree).files.first)
        tree.write(Array("mine".utf8), to: first.path)
        let calls = Mutex(0)
        let report = try await write(20, to: tree) { calls.withLock { $0 += 1 } }
        #expect(report.pictures == 0 && report.leftAlone > 20)
        #expect(try OpenFile(first.path).readAll() == Array("mine".utf8))
        // Two trials of what can be drawn, no picture.
        #expect(calls.withLock(\.self) == 2)
    }

    @Test func progressGoesToTheEnd() async throws {
        let tree = try FileTree()
        let seen = Mutex<[SampleFolder.Progress]>([])
        let folder = SampleFolder(photos: 30, seed: 3)
        _ = try await folder.write(
            to: tree.root, films: nil, progress: { step in seen.withLock { $0.append(step) } },
            draw: Self.draw)
        let steps = seen.withLock(\.self)
        #expect(steps.map(\.made) == Array(1...steps.count))
        #expect(steps.last?.total == steps.count)
    }

    @Test func aCancelledTaskLeavesOnlyWholeFiles() async throws {
        let tree = try FileTree()
        let root = tree.root
        let result = await Task { () -> MediaError? in
            do throws(MediaError) {
                _ = try await SampleFolder(photos: 200, seed: 3).write(
                    to: root, films: nil,
                    progress: { step in
                        if step.made == 20 { withUnsafeCurrentTask { $0?.cancel() } }
                    }, draw: Self.draw)
                return nil
            } catch {
                return error
            }
        }.value
        #expect(result == .cancelled)
        let made = WalkResult(tree).files.count
        #expect((20..<200).contains(made))
        // The next run makes the rest.
        let report = try await write(200, to: tree, seed: 3)
        #expect(report.leftAlone == made)
    }

    @Test func whatTheDecoderRefusesEndsTheWriting() async throws {
        let tree = try FileTree()
        let error = DecoderError.shutDown
        await #expect(throws: MediaError.decoder(error)) {
            try await SampleFolder(photos: 5, seed: 3).write(
                to: tree.root, films: nil, progress: { _ in }
            ) { _ throws(DecoderError) in throw error }
        }
    }

    @Test func aFolderThatCannotBeMadeIsAnError() async throws {
        let tree = try FileTree()
        let file = tree.add("file")
        do {
            _ = try await SampleFolder(photos: 1, seed: 3).write(
                to: file.appending("x"), films: nil, progress: { _ in }, draw: Self.draw)
            Issue.record("a file is no folder")
        } catch {
            guard case .unwritable(let path, code: ENOTDIR) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(path.isWithin(file))
        }
    }

    @Test(.enabled(if: FilmMaker(searchPath: ProcessInfo.processInfo.environment["PATH"]) != nil))
    func filmsAreMadeTheSameEachTime() async throws {
        let maker = try #require(FilmMaker(searchPath: ProcessInfo.processInfo.environment["PATH"]))
        let video = SampleVideo(
            fileExtension: "mov", size: PixelSize(width: 64, height: 36), seconds: 1, hue: 90,
            creationTime: "2014-04-09T10:34:56Z", appleCreationDate: "2014-04-09T12:34:56+0200",
            location: "+48.8584+002.2945/")
        let film = try #require(await maker.film(video))
        let again = await maker.film(video)
        #expect(film == again)
        #expect(film.count > 500)
        let text = String(decoding: film, as: UTF8.self)
        #expect(text.contains("2014-04-09T12:34:56+0200"))
    }

    private func write(
        _ photos: Int, to tree: FileTree, seed: UInt64 = 3,
        each: @escaping @Sendable () -> Void = {}
    ) async throws -> SampleFolder.Report {
        try await SampleFolder(photos: photos, seed: seed).write(
            to: tree.root, films: nil, progress: { _ in }
        ) { picture throws(DecoderError) in
            each()
            return try await Self.draw(picture)
        }
    }

    /// Bytes that stand for a picture, and differ as pictures do.
    private static let draw: SampleWriter.Draw = { picture throws(DecoderError) in
        if picture.format == .avif { throw .file(DecodingFailure(.unsupported, "no AVIF here")) }
        return Array("\(picture)".utf8)
    }

    private func contents(of tree: FileTree) throws -> [[UInt8]: [UInt8]] {
        var contents: [[UInt8]: [UInt8]] = [:]
        for file in WalkResult(tree).files {
            let name = Array(file.path.bytes.dropFirst(tree.root.bytes.count))
            contents[name] = try OpenFile(file.path).readAll()
        }
        return contents
    }
}
