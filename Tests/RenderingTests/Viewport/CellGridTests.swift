import Rendering
import Testing

struct CellGridTests {
    /// Every width up to a few columns of every cell: all that can happen at
    /// the edges.
    static let cases = (1...700).flatMap { width in
        [1, 7, 64, 100, 160, 320].flatMap { cell in [0, 2].map { (width, cell, $0) } }
    }

    @Test func cellsFillTheWidthExactly() {
        for (width, cell, gap) in Self.cases {
            let grid = CellGrid(width: width, wantedCell: cell, gap: gap)
            let first = grid.span(ofColumn: 0)
            let last = grid.span(ofColumn: grid.columns - 1)
            #expect(first.x == 0)
            #expect(last.x + last.width == width)
        }
    }

    @Test func gapsAreEqualAndWidthsDifferByOnePixelAtMost() {
        for (width, cell, gap) in Self.cases {
            let grid = CellGrid(width: width, wantedCell: cell, gap: gap)
            for column in 0..<grid.columns {
                let span = grid.span(ofColumn: column)
                #expect(span.width == grid.cellHeight || span.width == grid.cellHeight + 1)
                #expect(span.width <= grid.widestCell)
                if column > 0 {
                    let before = grid.span(ofColumn: column - 1)
                    #expect(span.x == before.x + before.width + gap)
                }
            }
        }
    }

    @Test func everyPixelBelongsToTheColumnThatDrawsIt() {
        for (width, cell, gap) in Self.cases where width % 37 == 0 {
            let grid = CellGrid(width: width, wantedCell: cell, gap: gap)
            for column in 0..<grid.columns {
                let span = grid.span(ofColumn: column)
                for x in span.x..<(span.x + span.width) {
                    #expect(grid.column(atX: Double(x)) == column)
                    #expect(grid.column(atX: Double(x) + 0.99) == column)
                }
            }
            #expect(grid.column(atX: -5) == 0)
            #expect(grid.column(atX: Double(width) + 5) == grid.columns - 1)
        }
    }

    @Test func cellsComeAsNearTheWantedSizeAsWholeColumnsAllow() {
        for width in 200...2000 {
            let grid = CellGrid(width: width, wantedCell: 160)
            let ratio = Double(grid.cellHeight) / 160
            #expect(ratio > 0.66 && ratio <= 1.5, "\(width) px gives \(grid.cellHeight)")
        }
    }

    @Test func aNarrowWindowHasOneColumn() {
        #expect(CellGrid(width: 0, wantedCell: 160).columns == 1)
        #expect(CellGrid(width: 40, wantedCell: 160).columns == 1)
    }

    @Test func everyZoomStepChangesTheColumnsUntilTheEndOfTheRange() {
        for width in [360, 640, 1000, 1200, 1920, 3840] {
            for larger in [true, false] {
                var cell = CellGrid.standardCell
                let end = larger ? CellGrid.zoomRange.upperBound : CellGrid.zoomRange.lowerBound
                var steps = 0
                while cell != end {
                    let next = CellGrid.zoomed(from: cell, larger: larger, width: width)
                    let columns = CellGrid(width: width, wantedCell: cell).columns
                    let newColumns = CellGrid(width: width, wantedCell: next).columns
                    #expect(larger ? newColumns <= columns : newColumns >= columns)
                    #expect(newColumns != columns || next == end)
                    #expect(CellGrid.zoomRange.contains(next))
                    cell = next
                    steps += 1
                    #expect(steps < 20)
                }
                #expect(CellGrid.zoomed(from: end, larger: larger, width: width) == end)
            }
        }
    }
}
