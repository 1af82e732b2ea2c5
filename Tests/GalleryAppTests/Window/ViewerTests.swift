import CGTK
import GTKKit
import Photos
import Testing

@testable import GalleryApp

extension WindowTests {
    private func opened(_ photo: LUID, events: [Int] = [40]) async throws -> TestWindow {
        let library = SyntheticLibrary()
        library.fill(events: events)
        let test = try await TestWindow(library)
        await test.settle()
        test.timeline.onOpen(photo)
        #expect(await wait { test.viewer.isSharp })
        return test
    }

    @Test func aPhotoIsShownWholeOnBlack() async throws {
        let test = try await opened(LUID(4))
        #expect(await wait { !test.viewer.isGrowing })
        var drawn: Texture?
        #expect(
            await wait {
                drawn = test.viewer.widget.picture()
                return drawn != nil
            })
        let picture = try #require(drawn)
        let pixels = picture.pixels()
        func pixel(_ x: Int, _ y: Int) -> [Int] {
            (0..<3).map { Int(pixels[(y * picture.width + x) * 4 + $0]) }
        }
        // 420 wide and 3 to 2: 280 high, with bars above and below.
        #expect(pixel(210, picture.height - 20) == [0, 0, 0])
        let painted = PaintedPicture(of: LUID(4)).pixels(width: 420, height: 280)
        let top = (picture.height - 280) / 2
        for (x, y) in [(210, 140), (100, 200), (330, 250)] {
            let wanted = (0..<3).map { Int(painted[(y * 420 + x) * 4 + $0]) }
            let drawn = pixel(x, top + y)
            #expect(zip(wanted, drawn).allSatisfy { abs($0 - $1) < 12 }, "\(wanted) \(drawn)")
        }
        test.close()
    }

    @Test func theViewerSaysWhenAndWhat() async throws {
        let test = try await opened(LUID(4))
        let record = try #require(test.library.snapshot.record(of: LUID(4)))
        let taken = try #require(record.taken)
        #expect(await test.says(test.timeline.dates.moment(taken)))
        #expect(await test.says("IMG_4.JPG · Canon EOS 70D"))
        test.close()
    }

    @Test func arrowsLeadToTheNeighboursAndStopAtTheEnds() async throws {
        let first = SyntheticLibrary()
        first.fill(events: [3])
        let order = (0..<3).map { first.snapshot[$0].luid }
        let test = try await TestWindow(first)
        await test.settle()
        test.viewer.open(order[0])
        test.viewer.move(by: 1)
        #expect(test.viewer.photo == order[1])
        test.viewer.move(by: 1)
        test.viewer.move(by: 1)
        #expect(test.viewer.photo == order[2])
        test.viewer.move(by: -1)
        test.viewer.move(by: -1)
        test.viewer.move(by: -1)
        #expect(test.viewer.photo == order[0])
        #expect(await wait { test.viewer.isSharp })
        test.close()
    }

    @Test func closingLeadsBackToThePhotoInTheTimeline() async throws {
        let test = try await opened(LUID(4), events: [200])
        let last = test.library.snapshot[150].luid
        test.viewer.open(last)
        #expect(await wait { test.viewer.isSharp })
        test.viewer.close()
        #expect(!test.viewer.isOpen)
        #expect(await wait { gtk_widget_get_visible(test.viewer.widget) == 0 })
        await test.settle()
        #expect(test.inSight.contains(last))
        #expect(test.timeline.focus == last)
        test.close()
    }

    @Test func aPictureThatCannotBeReadSaysWhy() async throws {
        let library = SyntheticLibrary()
        library.fill(events: [2])
        library.change { transaction in
            var record = SyntheticLibrary.record(77, day: 16_230)
            record.flags.insert(.unreadablePicture)
            transaction.addPhoto(record)
        }
        let test = try await TestWindow(library)
        await test.settle()
        test.viewer.open(LUID(77))
        #expect(await test.says("This picture can't be shown"))
        #expect(await test.says(ProblemReason.truncated.sentence))
        test.viewer.move(by: test.library.snapshot.position(of: LUID(77)) == 0 ? 1 : -1)
        #expect(await wait { test.viewer.isSharp })
        #expect(!test.words.contains("This picture can't be shown"))
        test.close()
    }

    @Test func aPhotoThatIsRemovedMeanwhileLeavesItsPlace() async throws {
        let test = try await opened(LUID(4))
        let photo = test.library.snapshot[10].luid
        let next = test.library.snapshot[11].luid
        test.viewer.open(photo)
        test.library.change { $0.removePhoto(photo) }
        await test.showsLibrary()
        test.viewer.move(by: 1)
        #expect([next, test.library.snapshot[11].luid].contains(test.viewer.photo))
        test.close()
    }

    @Test func theControlsFadeWhenThePointerRests() async throws {
        let library = SyntheticLibrary()
        library.fill(events: [4])
        let test = try await TestWindow(library)
        test.viewer.open(LUID(2))
        #expect(test.viewer.areControlsShown)
        #expect(await wait { !test.viewer.areControlsShown })
        #expect(test.viewer.isOpen)
        test.close()
    }
}
