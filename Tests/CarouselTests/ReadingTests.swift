import Foundation
import Media
import Photos
import Rendering
import Store
import TestSupport
import Testing

@testable import Carousel

/// Pictures and thumbnails as a window asks for them.
@Suite struct ReadingTests {
    private let fixture: LibraryFixture

    init() async throws {
        fixture = try await LibraryFixture(photos: 0, "reading")
    }

    /// Some photos without thumbnails.
    private func scanned(_ count: Int) async throws -> PhotoLibrary {
        for number in 0..<count {
            try await fixture.writeJPEG(
                "\(number).jpg", bytes: Array(repeating: 1, count: number + 1))
        }
        let library = try await fixture.open()
        _ = try await library.scan([fixture.photos], ScanOptions(thumbnails: false))
        return library
    }

    /// The ways in which a window asks: for one photo, and for those of a
    /// frame.
    enum Asking: CaseIterable, Sendable {
        case one, several, decoded

        func ask(_ library: PhotoLibrary, for photo: LUID) {
            switch self {
            case .one: _ = library.thumbnail(of: photo, .s256)
            case .several: _ = library.thumbnails(of: [photo], .s256)
            case .decoded: _ = library.thumbnails.pixels(of: [photo], .s75, side: 75)
            }
        }
    }

    @Test(arguments: Asking.allCases) func whatSomebodyLooksAtIsDrawnFirst(
        asking: Asking
    ) async throws {
        let library = try await scanned(130)
        let photos = try library.allDetails().map(\.luid)
        let (last, beforeLast) = (photos[129], photos[128])
        func isDrawn(_ photo: LUID) throws -> Bool {
            try library.opened.thumbnails.bytes(of: photo, .s256) != nil
        }
        // Draws a batch and leaves the rest.
        var scan = library.newScan()
        scan.yields = { true }
        try await scan.making.run()
        #expect(try isDrawn(photos[0]) && !isDrawn(last), "newest first")
        asking.ask(library, for: last)
        try await scan.making.run()
        #expect(try isDrawn(last) && !isDrawn(beforeLast))
        await library.close()
    }

    @Test func aPictureThatMadeADecoderFailIsNotTriedAgainUntilItsFileChanges() async throws {
        let library = try await scanned(2)
        let luid = try #require(try library.luid(ofFile: "0.jpg"))
        #expect(try await library.picture(of: luid, maxSide: 200).count > 100)
        for reason in [ProblemReason.decoderFailed, .overLimit] {
            try await library.intake.write { transaction throws(StoreError) in
                guard let file = try transaction.reading.photo(luid)?.files.first else { return }
                try transaction.setThumbnailsImpossible(of: luid)
                try transaction.putProblem(
                    ProblemRow(
                        path: file.path, root: file.root, reason: reason, detail: "once",
                        stamp: file.stamp))
            }
            // The file is sound: who tried it would get its picture.
            await #expect(throws: LibraryError.undecodable(luid, reason: reason, detail: "once")) {
                try await library.picture(of: luid, maxSide: 200)
            }
        }
        try await fixture.writeJPEG("0.jpg", bytes: [7, 7, 7])
        _ = try await library.scan()
        let changed = try #require(try library.luid(ofFile: "0.jpg"))
        #expect(try await library.picture(of: changed, maxSide: 200).count > 100)
        await library.close()
    }
}
