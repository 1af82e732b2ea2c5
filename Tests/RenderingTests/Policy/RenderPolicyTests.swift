import Photos
import Rendering
import Testing
import Timeline

struct RenderPolicyTests {
    private func driver(events: [Int] = [400, 400]) -> PolicyDriver {
        PolicyDriver(TestTimeline.snapshot(events: events))
    }

    @Test func theFirstFrameHasTheSmallThumbnailOfEveryCell() {
        var driver = driver()
        driver.frame()
        #expect(driver.smallDecodes.count == driver.screen)
        #expect(driver.lastPlan?.waiting == 0)
    }

    @Test func atRestEveryCellGetsSharp() {
        for events in TestTimeline.small {
            var driver = driver(events: events)
            driver.rest()
            #expect(driver.shown.values.allSatisfy { $0.size == .s256 })
            #expect(driver.shown.count == driver.screen)
        }
    }

    @Test func aFlingQueuesNothingAt256() {
        var driver = driver()
        driver.rest()
        driver.started = []
        for _ in 0..<60 {
            driver.frame(moving: 200)
            #expect(driver.lastPlan?.visibleJobs.isEmpty == true)
            #expect(driver.lastPlan?.aheadJobs.allSatisfy { $0.size == .s75 } == true)
        }
        #expect(driver.started.allSatisfy { $0.size == .s75 })
    }

    @Test func aSlowScrollQueuesOnlyWhatStaysLongEnoughToBeSeen() throws {
        var driver = driver()
        driver.rest()
        for _ in 0..<200 {
            driver.frame(moving: 20)
            let plan = try #require(driver.lastPlan)
            let speed = driver.policy.speed.pixelsPerSecond
            #expect(abs(speed - 1_200) < 1)
            let wanted = Set(plan.visibleJobs.map(\.photo))
            for view in plan.cells where wanted.contains(view.cell.record.luid) {
                #expect((view.cell.frame.bottom - driver.viewport.top) / speed >= 0.25)
            }
        }
        #expect(driver.started.contains { $0.size == .s256 })
    }

    @Test func jobsAreOrderedByNearnessToTheReadingPosition() throws {
        var driver = driver()
        driver.workers = 0
        driver.viewport.top = 1_000
        driver.frame()
        let plan = try #require(driver.lastPlan)
        let middle = driver.viewport.top + driver.viewport.height / 2
        let frames = plan.visibleJobs.compactMap { job in
            driver.layout.snapshot.position(of: job.photo).map(driver.layout.frame(ofPosition:))
        }
        let distances = frames.map { max(0, $0.y - middle, middle - $0.bottom) }
        #expect(plan.visibleJobs.count == plan.cells.count)
        #expect(distances == distances.sorted())
    }

    @Test func turningPutsTheSideThatIsTravelledToFirst() throws {
        var driver = driver()
        driver.workers = 0
        driver.viewport.top = 2_000
        for moving in [15.0, -15] {
            for _ in 0..<5 {
                driver.frame(moving: moving)
            }
            let plan = try #require(driver.lastPlan)
            let first = try #require(plan.aheadJobs.first)
            let position = try #require(driver.layout.snapshot.position(of: first.photo))
            let frame = driver.layout.frame(ofPosition: position)
            let isBelow = frame.y >= driver.viewport.bottom
            #expect(isBelow == (moving > 0))
        }
    }

    @Test func atRestBothSidesArePrefetched() throws {
        var driver = driver()
        driver.workers = 0
        driver.viewport.top = 2_000
        driver.frame()
        let plan = try #require(driver.lastPlan)
        let tops = plan.aheadJobs.compactMap { job in
            driver.layout.snapshot.position(of: job.photo).map {
                driver.layout.frame(ofPosition: $0).y
            }
        }
        #expect(tops.contains { $0 < driver.viewport.top })
        #expect(tops.contains { $0 >= driver.viewport.bottom })
    }

    @Test func scrollingBackWithinTheCacheDecodesNothing() {
        var driver = driver()
        driver.rest()
        for _ in 0..<100 {
            driver.frame(moving: 8)
        }
        driver.rest()
        driver.smallDecodes = []
        let before = driver.started.count
        for _ in 0..<100 {
            driver.frame(moving: -8)
        }
        #expect(driver.smallDecodes.isEmpty)
        #expect(driver.started.count == before)
    }

    @Test func aResultThatComesTooLateGoesIntoTheCache() throws {
        var driver = driver()
        driver.framesADecode = 5
        driver.frame()
        let job = try #require(driver.running.first?.job)
        driver.frame(moving: 3_000)
        for _ in 0..<6 {
            driver.frame()
        }
        #expect(driver.policy.picture(of: job.photo)?.size == job.size)
        driver.smallDecodes = []
        driver.viewport.top = 0
        driver.frame()
        #expect(driver.shown[job.photo]?.size == .s256)
        #expect(!driver.smallDecodes.contains(job.photo))
    }

    @Test func aPhotoWithoutThumbnailIsAskedForOnceUntilThereIsNews() {
        var driver = driver(events: [3])
        driver.without = [LUID(2)]
        driver.rest()
        let asked = driver.smallDecodes.filter { $0 == LUID(2) }.count
        #expect(asked == 1)
        #expect(driver.started.filter { $0.photo == LUID(2) }.count == 1)
        driver.without = []
        driver.rest()
        #expect(driver.shown[LUID(2)] == nil)
        driver.policy.retryMissing()
        driver.rest()
        #expect(driver.shown[LUID(2)]?.size == .s256)
    }

    @Test func anEditedPhotoShowsItsOldPictureUntilTheNewOneIsThere() throws {
        let accumulator = Accumulator()
        accumulator.finishLoading()
        var driver = PolicyDriver(TestTimeline.add(events: [4], to: accumulator))
        driver.rest()
        var record = try #require(accumulator.snapshot.record(of: LUID(3)))
        let old = record.thumbHash
        record.thumbHash = TestTimeline.hash(777)
        var transaction = accumulator.transaction()
        transaction.addPhoto(record)
        driver.layout.update(to: transaction.commit())
        driver.workers = 0
        driver.frame()
        #expect(driver.shown[LUID(3)]?.source == old)
        driver.workers = 2
        driver.rest()
        #expect(driver.shown[LUID(3)]?.source == record.thumbHash)
        #expect(driver.shown[LUID(3)]?.size == .s256)
    }

    @Test func cellsThatASmallThumbnailFillsNeverAskForMore() {
        var driver = PolicyDriver(
            TestTimeline.snapshot(events: [200]), width: 330, wantedCell: 64)
        driver.rest()
        driver.frame(moving: 30)
        driver.rest()
        #expect(driver.started.allSatisfy { $0.size == .s75 })
        #expect(driver.shown.values.allSatisfy { $0.size == .s75 })
    }

    @Test func anotherCellSizeIsDecodedAnewWhileTheOldPictureShows() {
        var driver = driver(events: [40])
        driver.rest()
        driver.started = []
        driver.layout.resize(width: 330, wantedCell: 160)
        driver.workers = 0
        driver.frame()
        #expect(driver.shown.values.allSatisfy { $0.size == .s256 })
        driver.workers = 2
        driver.rest()
        let side = driver.layout.grid.widestCell
        let inSight = Set(driver.shown.keys)
        let sides = driver.started.filter { inSight.contains($0.photo) }.map(\.side)
        #expect(!sides.isEmpty && sides.allSatisfy { $0 == side })
    }

    @Test func whileCellsChangeTheirSizeNothingIsDecodedAnew() {
        var driver = driver(events: [40])
        driver.rest()
        driver.started = []
        for width in stride(from: 330, through: 230, by: -5) {
            driver.layout.resize(width: width, wantedCell: 100)
            driver.frame()
            #expect(driver.shown.values.allSatisfy { $0.size == .s256 })
        }
        #expect(!driver.started.contains { driver.shown.keys.contains($0.photo) })
        #expect(driver.lastPlan?.isSettled == false)
        driver.rest()
        let side = driver.layout.grid.widestCell
        #expect(driver.started.count { $0.side == side } >= driver.screen)
    }

    @Test func devicePixelsDecideTheSide() {
        var driver = driver(events: [10])
        driver.viewport.scale = 2
        driver.rest()
        #expect(driver.started.allSatisfy { $0.side == driver.layout.grid.widestCell * 2 })
    }

    @Test func aSlowMachineFillsTheScreenOverSeveralFramesFromTheMiddle() throws {
        var driver = driver()
        // A decode of 4 ms: two or so fit into a frame.
        driver.policy.observeFrame(total: 42_000, decodes: 10, decoding: 40_000)
        let fits = driver.policy.budget.decodes
        #expect(fits < 4)
        driver.workers = 0
        driver.frame()
        #expect(driver.smallDecodes.count == fits)
        let waiting = try #require(driver.lastPlan?.waiting)
        #expect(waiting == driver.screen - fits)
        for _ in 0...(waiting / fits) {
            driver.frame()
        }
        #expect(driver.lastPlan?.waiting == 0)
        #expect(driver.shown.count == driver.screen)
    }

    @Test func memoryPressureKeepsWhatIsInSight() {
        var driver = driver()
        driver.rest()
        let before = driver.policy.cacheByteCount
        driver.frame()
        driver.policy.setCacheBudget(CacheBudget(smallBytes: 0, fullBytes: 0))
        #expect(driver.policy.cacheByteCount < before)
        driver.smallDecodes = []
        driver.frame()
        #expect(driver.shown.values.allSatisfy { $0.size == .s256 })
        #expect(driver.smallDecodes.isEmpty)
    }
}
