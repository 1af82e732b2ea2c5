import Rendering
import Testing

struct FoldPictureTests {
    private func plain(_ blue: UInt8, _ green: UInt8, _ red: UInt8, side: Int = 75) -> SquarePixels
    {
        let pixel = [blue, green, red, 255]
        return SquarePixels(
            side: side, bgra: (0..<side * side).flatMap { _ in pixel })
    }

    private func pixel(_ picture: SquarePixels, _ x: Int, _ y: Int) -> [UInt8] {
        Array(picture.bgra[((y * picture.side + x) * 4)...].prefix(4))
    }

    @Test func aPlainPictureStaysPlainAndGetsDarker() throws {
        for count in 1...4 {
            let pictures = (0..<count).map { _ in plain(200, 100, 40) }
            let picture = try #require(FoldPicture.make(of: pictures))
            for (x, y) in [(0, 0), (37, 37), (19, 18)] {
                #expect(pixel(picture, x, y) == [137, 68, 27, 255])
            }
        }
    }

    @Test func eachOfFourIsInItsQuarterAndFlowsIntoTheOthers() throws {
        let pictures = [plain(255, 0, 0), plain(0, 255, 0), plain(0, 0, 255), plain(0, 0, 0)]
        let picture = try #require(FoldPicture.make(of: pictures))
        #expect(pixel(picture, 4, 4) == [175, 0, 0, 255])
        #expect(pixel(picture, 33, 4) == [0, 175, 0, 255])
        #expect(pixel(picture, 4, 33) == [0, 0, 175, 255])
        #expect(pixel(picture, 33, 33) == [0, 0, 0, 255])
        let border = pixel(picture, 18, 4)
        #expect(border[0] > 30 && border[1] > 30 && border[2] == 0)
    }

    @Test func nothingIsMadeOfNothing() {
        #expect(FoldPicture.make(of: []) == nil)
        #expect(FoldPicture.make(of: [plain(9, 9, 9, side: 7)]) != nil)
    }
}
