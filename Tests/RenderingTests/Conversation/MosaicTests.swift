import Rendering
import Testing

@Suite struct ConversationMosaicTests {
    private static let widths = [3, 7, 100, 161, 330, 560]

    @Test(arguments: widths)
    func everyPhotoHasASquareOfItsOwn(width: Int) {
        for count in 0...60 {
            let mosaic = Mosaic(count: count, width: width)
            let frames = (0..<count).map(mosaic.frame)
            for (index, frame) in frames.enumerated() {
                #expect(frame.width == frame.height && frame.width >= 1)
                #expect(frame.x >= 0 && frame.y >= 0)
                #expect(frame.x + frame.width <= Double(mosaic.width))
                #expect(frame.bottom <= Double(mosaic.height))
                #expect(Int(frame.width) <= mosaic.widestSide)
                for other in frames[..<index] {
                    let isApart =
                        frame.x >= other.x + other.width + 2 || other.x >= frame.x + frame.width + 2
                        || frame.y >= other.bottom + 2 || other.y >= frame.bottom + 2
                    #expect(isApart, "\(count) photos: \(index) lies over another")
                }
            }
            #expect(mosaic.width <= max(width, 7))
            #expect(frames.map(\.bottom).max() ?? 0 == Double(mosaic.height))
        }
    }

    @Test func theRhythmIsALargeOneThenThreeThenALargeOneOnTheOtherSide() {
        let mosaic = Mosaic(count: 12, width: 304)
        #expect((mosaic.smallSide, mosaic.largeSide) == (100, 202))
        let sides = (0..<12).map { Int(mosaic.frame(of: $0).width) }
        #expect(sides == [202, 100, 100, 100, 100, 100, 100, 100, 202, 100, 100, 100])
        #expect(mosaic.frame(of: 0).x == 0)
        #expect(mosaic.frame(of: 8).x == 102)
        #expect(mosaic.height == 2 * (202 + 100) + 3 * 2)
    }

    @Test(arguments: [(1, [1]), (2, [2]), (4, [2, 2]), (5, [3, 2]), (7, [3, 2, 2])])
    func nobodyIsLeftAlone(count: Int, rows: [Int]) {
        let mosaic = Mosaic(count: count, width: 304)
        var found: [Int] = []
        var next = 0
        for row in rows {
            let top = mosaic.frame(of: next).y
            let inRow = mosaic.photos(from: top, to: top + 1)
            #expect(inRow.lowerBound == next)
            found.append(inRow.count)
            next += row
        }
        #expect(found == rows)
    }

    @Test(arguments: widths)
    func whatIsInSightIsWhatTouchesIt(width: Int) {
        for count in [1, 2, 3, 8, 13, 100] {
            let mosaic = Mosaic(count: count, width: width)
            let step = max(1, mosaic.height / 97)
            for top in stride(from: -20, through: mosaic.height + 20, by: step) {
                let (top, bottom) = (Double(top), Double(top + 37))
                let found = mosaic.photos(from: top, to: bottom)
                for index in 0..<count {
                    let frame = mosaic.frame(of: index)
                    guard frame.y < bottom, frame.bottom > top else { continue }
                    #expect(found.contains(index), "\(count) photos: \(index) at \(top)")
                }
                // Whole rows, and no more: two at the edges.
                #expect(found.count <= 3 * (40 / (mosaic.smallSide + 2) + 3))
            }
        }
    }
}
