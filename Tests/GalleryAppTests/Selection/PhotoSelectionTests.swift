import Photos
import Testing
import Timeline

@testable import GalleryApp

struct PhotoSelectionTests {
    private let library = SyntheticLibrary()

    init() { library.fill(events: [10]) }

    private var snapshot: Snapshot { library.snapshot }

    private func photo(_ position: Int) -> LUID { snapshot[position].luid }

    private func photos(_ positions: some Sequence<Int>) -> [LUID] { positions.map(photo) }

    @Test func photosAreChosenAndTakenOutOneByOne() {
        var selection = PhotoSelection()
        selection.toggle(photo(5))
        selection.toggle(photo(2))
        #expect(selection.inOrder(of: snapshot) == photos([2, 5]))
        selection.toggle(photo(5))
        #expect(selection.inOrder(of: snapshot) == photos([2]))
    }

    @Test func aRangeGrowsAndShrinksFromWhereItBegan() {
        var selection = PhotoSelection()
        selection.toggle(photo(1))
        selection.toggle(photo(6))
        selection.extend(to: photo(8), in: snapshot)
        #expect(selection.inOrder(of: snapshot) == photos([1, 6, 7, 8]))
        selection.extend(to: photo(4), in: snapshot)
        #expect(selection.inOrder(of: snapshot) == photos([1, 4, 5, 6]))
        selection.toggle(photo(9))
        selection.extend(to: photo(8), in: snapshot)
        #expect(selection.inOrder(of: snapshot) == photos([1, 4, 5, 6, 8, 9]))
    }

    @Test func aRangeFromNowhereIsOnePhoto() {
        var selection = PhotoSelection()
        selection.extend(to: photo(3), in: snapshot)
        #expect(selection.inOrder(of: snapshot) == photos([3]))
    }

    @Test func photosThatGoAreChosenNoMoreAndOthersStay() {
        var selection = PhotoSelection()
        for position in [2, 4, 6] { selection.toggle(photo(position)) }
        let chosen = photos([2, 4, 6])
        library.change { $0.removePhoto(chosen[1]) }
        selection.follow(snapshot) { _ in nil }
        #expect(selection.inOrder(of: snapshot) == [chosen[0], chosen[2]])
    }

    @Test func aPhotoThatProvesToBeAnotherIsChosenUnderThatName() {
        var selection = PhotoSelection()
        let (merged, other) = (photo(3), photo(8))
        selection.toggle(merged)
        library.change { $0.removePhoto(merged) }
        selection.follow(snapshot) { $0 == merged ? other : nil }
        #expect(selection.inOrder(of: snapshot) == [other])
        selection.extend(to: photo(6), in: snapshot)
        #expect(selection.count == 2, "the range begins there too")
    }

    @Test func allAndNone() {
        var selection = PhotoSelection()
        selection.selectAll(of: snapshot)
        #expect(selection.count == 10)
        selection.clear()
        #expect(selection.isEmpty)
    }
}
