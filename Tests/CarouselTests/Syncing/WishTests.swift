@testable import Carousel
import Photos
import Store
import Sync
import TestSupport
import Testing

/// A file of a photo that was deleted elsewhere, when it appears in a folder:
/// the user's wish to have the photo back, unless it was only moved there.
struct WishTests {
    private let library: LinkedLibrary
    /// The file that lies where it was when its photo was deleted.
    private let file: FileID

    init() throws {
        library = try LinkedLibrary()
        file = try library.add("a.jpg", 1, size: 101)
        try library.page([], sequence: 1)
        let photo = ServerPhoto(
            id: ServerPhotoID("id:1"), hash: .of(1), size: 101, revision: "r1", hidden: false,
            favourite: false, order: 1)
        _ = library.take { if case .have = $0 { true } else { false } }
        try library.page([.photo(photo)], sequence: 2)
        try library.page([.deleted(photo.id)], sequence: 3)
        for _ in 0..<3 { try walk() }
        #expect(try library.timeline.isEmpty)
        #expect(library.desk.unfinished.isEmpty)
    }

    private func walk(gone: [FileID] = [], isComplete: Bool = true, finding: () throws -> Void = {})
        throws
    {
        try library.receive([.disk(.walkBegan(library.root))])
        try finding()
        try library.receive([
            .disk(.walkEnded(library.root, complete: isComplete, gone: gone))
        ])
    }

    private var wishes: [Bool] {
        library.desk.unfinished.compactMap { part in
            if case .upload(let upload) = part.work { upload.wish } else { nil }
        }
    }

    @Test func aSecondFileOfItIsAWishOnceItsWalkHasEnded() throws {
        try walk {
            try library.add("b.jpg", 1, size: 101)
            #expect(wishes.isEmpty, "it may have been moved")
            #expect(library.desk.holdsWishes)
        }
        #expect(wishes == [true])
        #expect(!library.desk.holdsWishes)
        #expect(try library.timeline.count == 1)
    }

    @Test func aFileThatWasMovedIsNone() throws {
        try walk(gone: [file]) { try library.add("b.jpg", 1, size: 101) }
        #expect(wishes.isEmpty)
        #expect(!library.desk.holdsWishes)
        for _ in 0..<3 { try walk() }
        #expect(wishes.isEmpty)
        #expect(try library.timeline.isEmpty)
    }

    @Test func aWalkThatDidNotSeeEverythingDecidesNothing() throws {
        try walk(isComplete: false) { try library.add("b.jpg", 1, size: 101) }
        #expect(wishes.isEmpty)
        try walk(gone: [file])
        #expect(wishes.isEmpty)
    }

    @Test func aRestartForgetsNoWish() throws {
        try library.receive([.disk(.walkBegan(library.root))])
        try library.add("b.jpg", 1, size: 101)
        try library.restart()
        try library.receive([])
        #expect(wishes.isEmpty)
        try walk()
        #expect(wishes == [true])
    }
}
