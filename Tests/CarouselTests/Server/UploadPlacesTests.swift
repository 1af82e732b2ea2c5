@testable import Carousel
import DropboxAPI
import Photos
import Testing

@Suite("Places that an upload tries")
struct UploadPlacesTests {
    private func places(replaces: Upload.Replaced? = nil) throws -> UploadPlaces {
        let hash = try #require(ContentHash(bytes: [UInt8](repeating: 1, count: 32)))
        return UploadPlaces(
            Upload(hash: hash, size: 1, replaces: replaces, wish: false, urgent: false),
            modified: Timestamp(seconds: 0)
        ) { "/\($0).jpg" }
    }

    @Test("a taken name is followed by the next, up to the last")
    func aTakenNameIsFollowedByTheNext() throws {
        var places = try places()
        for number in 0..<UploadOrder.numberedNames {
            #expect(places.commit.path == PathArgument("/\(number).jpg"))
            let goesOn = places.goOn(after: .conflict(.file))
            #expect(goesOn)
        }
        let goesOn = places.goOn(after: .conflict(.file))
        #expect(!goesOn)
    }

    @Test("an edit of a photo that was deleted is a new photo")
    func anEditOfADeletedPhotoIsANewOne() throws {
        let replaced = Upload.Replaced(id: ServerPhotoID("id:a"), revision: "0123456789abcdef")
        var places = try places(replaces: replaced)
        let revision = try #require(Revision("0123456789abcdef"))
        #expect(places.commit.mode == .update(revision))
        let goesOn = places.goOn(after: .malformedPath)
        #expect(goesOn)
        #expect(places.commit.mode == .add)
        #expect(places.commit.path == PathArgument("/0.jpg"))
        let isFinal = !places.goOn(after: .malformedPath)
        #expect(isFinal)
    }

    @Test("what was deleted is not put elsewhere")
    func whatWasDeletedIsNotPutElsewhere() throws {
        var places = try places()
        let goesOn = places.goOn(after: .deleted)
        #expect(!goesOn)
    }
}
