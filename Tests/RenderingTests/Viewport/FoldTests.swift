import Photos
import Rendering
import Testing
import Timeline

struct FoldTests {
    /// Five columns, so that two rows show nine photos and a fold.
    private func layout(events: [Int], columns: Int = 5) -> TimelineLayout {
        TimelineLayout(
            TestTimeline.snapshot(events: events), width: columns * 102 - 2, wantedCell: 100,
            folding: Folding(photos: 20, rows: 2))
    }

    @Test func aLargeEventShowsItsFirstRowsAndOneCellForTheRest() throws {
        let layout = layout(events: [3, 50])
        #expect(layout.grid.columns == 5)
        let cells = layout.cells(from: 0, to: layout.height)
        #expect(cells.map(\.position) == Array(0..<12))
        let fold = try #require(layout.folds(from: 0, to: layout.height).first)
        #expect(fold.event == 1)
        #expect(fold.hidden == 12..<53)
        let last = try #require(cells.last)
        #expect(fold.frame.y == last.frame.y)
        #expect(fold.frame.x == last.frame.x + last.frame.width + 2)
        #expect(fold.frame.x + fold.frame.width == Double(layout.grid.width))
    }

    @Test func onlyTheFoldIsAtItsPoint() throws {
        let layout = layout(events: [50])
        let fold = try #require(layout.folds(from: 0, to: layout.height).first)
        let (x, y) = (fold.frame.x + 1, fold.frame.y + 1)
        #expect(layout.fold(atX: x, y: y) == fold)
        #expect(layout.position(atX: x, y: y) == nil)
        #expect(layout.fold(atX: fold.frame.x - 3, y: y) == nil)
        #expect(layout.position(atX: fold.frame.x - 3, y: y) == 8)
    }

    @Test func openingShowsAllPhotosAndLeavesWhatIsAboveInPlace() throws {
        let folded = layout(events: [3, 50, 4])
        var opened = folded
        let below = opened.frame(ofPosition: 54)
        let isUnfolded = opened.unfold(40)
        #expect(isUnfolded)
        #expect(opened.folds(from: 0, to: opened.height).isEmpty)
        #expect(opened.cells(from: 0, to: opened.height).count == 57)
        for position in 0..<12 {
            #expect(opened.frame(ofPosition: position) == folded.frame(ofPosition: position))
        }
        #expect(opened.frame(ofPosition: 54).y == below.y + 8 * Double(opened.grid.rowPitch))
        opened.setOpened(false, eventAt: 1)
        #expect(opened.height == folded.height)
    }

    @Test func eventsThatFitAreNeverFolded() {
        for photos in 1...60 {
            for columns in [1, 2, 5, 11] {
                let layout = layout(events: [photos], columns: columns)
                let isFolded = photos > 20 && (photos + columns - 1) / columns > 2
                #expect(layout.folds(from: 0, to: layout.height).isEmpty == !isFolded)
                let shown = layout.cells(from: 0, to: layout.height).count
                #expect(shown == (isFolded ? 2 * columns - 1 : photos))
            }
        }
    }

    @Test func theKeyboardGoesOverTheFoldAsOverOneCell() {
        let layout = layout(events: [3, 50, 4])
        func after(_ move: FocusMove, _ position: Int) -> Int {
            layout.position(after: move, from: position, page: 400)
        }
        #expect(after(.right, 11) == 12)
        #expect(after(.right, 12) == 53)
        #expect(after(.left, 53) == 12)
        #expect(after(.left, 12) == 11)
        #expect(after(.up, 12) == 7)
        #expect(after(.down, 7) == 12)
        #expect(after(.down, 12) == 56)
        #expect(after(.end, 0) == 56)
        // From a photo that has been folded away since.
        #expect(after(.left, 30) == 11)
        #expect(after(.right, 30) == 53)
        let atEnd = self.layout(events: [50])
        #expect(atEnd.position(after: .right, from: 9, page: 400) == 9)
        #expect(atEnd.position(after: .end, from: 0, page: 400) == 9)
    }

    @Test func aFoldIsMadeOfFourSmallThumbnailsOnce() throws {
        var driver = PolicyDriver(
            TestTimeline.snapshot(events: [80]), folding: Folding(photos: 20, rows: 2))
        driver.rest()
        #expect(driver.foldDecodes.map(\.photo) == (6...9).map { LUID($0) })
        #expect(driver.foldDecodes.allSatisfy { $0.size == .s75 })
        #expect(driver.lastPlan?.folds.first?.picture != nil)
    }

    @Test func aFoldWithoutThumbnailsIsAskedForAgainWhenThereIsNews() {
        var driver = PolicyDriver(
            TestTimeline.snapshot(events: [80]), folding: Folding(photos: 20, rows: 2))
        driver.without = Set((6...9).map { LUID($0) })
        driver.rest()
        driver.rest()
        #expect(driver.foldDecodes.count == 4)
        driver.without = []
        driver.policy.retryMissing()
        driver.rest()
        driver.frame()
        #expect(driver.lastPlan?.folds.first?.picture != nil)
    }
}
