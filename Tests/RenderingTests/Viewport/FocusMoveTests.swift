import Rendering
import Testing
import Timeline

struct FocusMoveTests {
    private let page = 260.0

    /// All photos as rows of positions, as they are drawn.
    private func rows(of layout: TimelineLayout) -> [[Int]] {
        (0..<layout.rows.rowCount).compactMap {
            guard case .photos(_, let positions) = layout.rows.row(at: $0).content else {
                return nil
            }
            return Array(positions)
        }
    }

    @Test func arrowsFollowTheRowsAsTheyAreDrawn() throws {
        for layout in TimelineLayoutTests.layouts {
            let rows = rows(of: layout)
            let last = layout.snapshot.photoCount - 1
            for (index, row) in rows.enumerated() {
                for (column, position) in row.enumerated() {
                    func after(_ move: FocusMove) -> Int {
                        layout.position(after: move, from: position, page: page)
                    }
                    #expect(after(.left) == max(0, position - 1))
                    #expect(after(.right) == min(last, position + 1))
                    #expect(after(.start) == 0)
                    #expect(after(.end) == last)
                    let above = index > 0 ? rows[index - 1] : row
                    #expect(after(.up) == above[min(column, above.count - 1)])
                    let below = index + 1 < rows.count ? rows[index + 1] : row
                    #expect(after(.down) == below[min(column, below.count - 1)])
                }
            }
        }
    }

    @Test func pagesReachBothEndsAndNeverTurnBack() {
        for layout in TimelineLayoutTests.layouts {
            for (move, end) in [
                (FocusMove.pageDown, rows(of: layout).last), (.pageUp, rows(of: layout).first),
            ] {
                var position = move == .pageDown ? 0 : layout.snapshot.photoCount - 1
                for _ in 0..<40 {
                    let next = layout.position(after: move, from: position, page: page)
                    #expect(move == .pageDown ? next >= position : next <= position)
                    position = next
                }
                #expect(end?.contains(position) == true)
            }
        }
    }

    @Test func aPageGoesAboutAsFarAsTheWindowIsHigh() {
        let layout = TimelineLayout(
            TestTimeline.snapshot(events: [400]), width: 330, wantedCell: 100, folding: nil)
        let from = 150
        let to = layout.position(after: .pageDown, from: from, page: 600)
        let distance = layout.frame(ofPosition: to).y - layout.frame(ofPosition: from).y
        #expect(distance > 400 && distance <= 600)
    }

    @Test(arguments: [120.0, 180, 260])
    func revealingShowsAllOfTheCellAndThenRests(page: Double) {
        for layout in TimelineLayoutTests.layouts where layout.grid.cellHeight <= 110 {
            for position in 0..<layout.snapshot.photoCount {
                let frame = layout.frame(ofPosition: position)
                for top in stride(from: 0.0, through: max(0, layout.height - page), by: 23) {
                    let viewport = Viewport(top: top, height: page)
                    let newTop = layout.top(toReveal: position, in: viewport)
                    #expect(newTop >= 0)
                    #expect(frame.y >= newTop)
                    #expect(frame.bottom <= newTop + page)
                    // Again, and nothing moves.
                    let again = Viewport(top: newTop, height: page)
                    #expect(layout.top(toReveal: position, in: again) == newTop)
                }
            }
        }
    }
}
