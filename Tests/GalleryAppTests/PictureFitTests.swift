import CGTK
import GTKKit
import Testing

@testable import GalleryApp

struct PictureFitTests {
    private func fit(_ width: Int, _ height: Int, scale: Int = 1) -> PictureFit {
        PictureFit(width: width, height: height, in: (1000, 800), scale: scale)
    }

    @Test func aPictureIsWholeAndCentred() {
        let wide = fit(4000, 2000).place
        #expect(wide.size.width == 1000 && wide.size.height == 500)
        #expect(wide.origin.x == 0 && wide.origin.y == 150)
        let tall = fit(2000, 4000).place
        #expect(tall.size.width == 400 && tall.size.height == 800)
        #expect(tall.origin.x == 300 && tall.origin.y == 0)
    }

    @Test func aSmallPictureIsNotBlownUp() {
        #expect(fit(200, 100).place.size.width == 200)
        #expect(fit(200, 100, scale: 2).place.size.width == 100)
    }

    @Test func anUnknownPictureIsASquareThatFits() {
        let place = fit(0, 0).place
        #expect(place.size.width == 800 && place.size.height == 800)
    }

    @Test func growthBeginsAtTheCellAndEndsAtThePicturesPlace() {
        let cell = graphene_rect_t(x: 10, y: 20, width: 160, height: 160)
        for picture in [fit(4000, 2000), fit(1000, 3000), fit(0, 0)] {
            #expect(isNear(picture.window(from: cell, at: 0), cell))
            #expect(isNear(picture.window(from: cell, at: 1), picture.place))
            // The thumbnail covers the cell exactly, as it did in the grid.
            let whole = picture.covering(cell)
            #expect(isNear(picture.thumbnailPlace(in: whole), cell))
            #expect(isNear(picture.covering(picture.place), picture.place))
        }
    }

    private func isNear(_ a: graphene_rect_t, _ b: graphene_rect_t) -> Bool {
        abs(a.origin.x - b.origin.x) < 1.5 && abs(a.origin.y - b.origin.y) < 1.5
            && abs(a.size.width - b.size.width) < 1.5
            && abs(a.size.height - b.size.height) < 1.5
    }
}
