import Photos
import Testing

@testable import Rendering

@Suite struct ConversationLayoutTests {
    private static func photos(_ count: Int, from first: Int = 1) -> [HotRecord] {
        (0..<count).map { HotRecord(luid: LUID(Int64(first + $0)), taken: nil) }
    }

    /// Messages of all kinds, by chance but the same each time.
    static func blocks(_ count: Int, seed: UInt64) -> [ConversationBlock] {
        var state = seed
        func next(_ bound: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % bound)
        }
        var photo = 1
        return (0..<count).map { _ in
            let photos = Self.photos(next(3) == 0 ? 0 : next(30), from: photo)
            photo += photos.count
            let hasText = photos.isEmpty || next(2) == 0
            return ConversationBlock(
                headingHeight: next(2) == 0 ? 24 : 0,
                textHeight: hasText ? Double(20 + next(90)) : 0, textWidth: Double(40 + next(300)),
                photos: photos, noteHeight: next(4) == 0 ? 18 : 0, isOwn: next(2) == 0)
        }
    }

    @Test(arguments: [1, 200, 400, 900, 3000])
    func messagesStandBelowEachOtherAndTheirPartsToo(width: Int) {
        let blocks = Self.blocks(200, seed: 1)
        let layout = ConversationLayout(blocks, width: width)
        var bottom = Double(ConversationLayout.margin)
        for index in blocks.indices {
            let parts = layout.parts(of: index)
            var y = bottom
            for part in [parts.heading, parts.text, parts.photos, parts.note]
            where part.height > 0 {
                #expect(part.y >= y)
                y = part.bottom
            }
            #expect(parts.bottom == y)
            bottom = y + 12
        }
        #expect(layout.height == bottom - 12 + Double(ConversationLayout.margin))
        #expect(layout.photoCount == blocks.reduce(0) { $0 + $1.photos.count })
    }

    @Test func ownMessagesStandAtTheRight() {
        let blocks = [true, false].map {
            ConversationBlock(
                textHeight: 20, textWidth: 100, photos: Self.photos(3), isOwn: $0)
        }
        let layout = ConversationLayout(blocks, width: 1000)
        let (own, other) = (layout.parts(of: 0), layout.parts(of: 1))
        #expect(own.text.x + own.text.width == 820)
        #expect(own.photos.x + own.photos.width == 820)
        #expect(other.text.x == 180 && other.photos.x == 180)
    }

    @Test func whatIsInSightIsWhatTouchesIt() {
        let blocks = Self.blocks(120, seed: 2)
        let layout = ConversationLayout(blocks, width: 500)
        let all = layout.cells(from: 0, to: layout.height)
        #expect(all.map(\.position) == Array(0..<layout.photoCount))
        for top in stride(from: -100, to: layout.height + 100, by: 61) {
            let bottom = top + 400
            let cells = layout.cells(from: top, to: bottom)
            #expect(cells == all.filter { $0.frame.y < bottom && $0.frame.bottom > top })
            #expect(cells.count <= layout.screenCapacity(height: 400))
            let indices = layout.blocks(from: top, to: bottom).map(\.index)
            let touching = blocks.indices.filter {
                let parts = layout.parts(of: $0)
                return min(parts.heading.y, parts.text.y) < bottom && parts.bottom > top
            }
            #expect(Set(indices).isSuperset(of: touching))
            #expect(indices.count <= touching.count + 1)
        }
    }

    @Test func everyPhotoIsFoundWhereItIs() throws {
        let blocks = Self.blocks(80, seed: 3)
        let layout = ConversationLayout(blocks, width: 700)
        for cell in layout.cells(from: 0, to: layout.height) {
            let (message, place) = layout.message(ofPosition: cell.position)
            #expect(blocks[message].photos[place] == cell.record)
            let middle = (cell.frame.x + cell.frame.width / 2, cell.frame.y + cell.frame.height / 2)
            let found = try #require(layout.photo(atX: middle.0, y: middle.1))
            #expect(found == (message, place))
            #expect(
                layout.photo(atX: cell.frame.x + cell.frame.width + 1, y: middle.1)?.message
                    ?? message == message)
        }
        #expect(layout.photo(atX: 1, y: 1) == nil)
    }

    @Test func anEmptyOneHasNothingInSight() {
        let layout = ConversationLayout(width: 500)
        #expect(layout.isEmpty && layout.photoCount == 0)
        #expect(layout.cells(from: 0, to: 500).isEmpty)
        #expect(layout.blocks(from: 0, to: 500).isEmpty)
        #expect(layout.photo(atX: 10, y: 10) == nil)
    }

    /// The renderer's own promises, in a conversation of 20,000 photos.
    @Test func aLongOneScrollsByTheSamePolicy() {
        var blocks = Self.blocks(900, seed: 4)
        blocks.append(ConversationBlock(photos: Self.photos(8_000, from: 100_000)))
        let layout = ConversationLayout(blocks, width: 700)
        #expect(layout.photoCount > 16_000)
        var policy = RenderPolicy<Int>()
        var viewport = Viewport(top: 0, height: 800)
        var time = 0
        func plan(_ distance: Double) -> FramePlan<Int> {
            viewport.top = min(max(0, viewport.top + distance), layout.height - viewport.height)
            time += 16_667
            let plan = policy.plan(layout, viewport, at: time)
            for view in plan.cells {
                if let job = view.decode { _ = policy.receive(job, 1, bytes: 75 * 75 * 4) }
            }
            return plan
        }
        // The first frames do not know yet that it moves.
        for _ in 0..<10 { _ = plan(800) }
        for _ in 0..<200 {
            let plan = plan(800)
            #expect(plan.visibleJobs.isEmpty)
            #expect(plan.aheadJobs.count <= plan.screen)
            #expect(plan.aheadJobs.allSatisfy { $0.size == .s75 })
        }
        var last = plan(0)
        for _ in 0..<120 {
            for job in last.visibleJobs + last.aheadJobs {
                _ = policy.receive(job, 1, bytes: job.side * job.side * 4)
            }
            last = plan(0)
        }
        #expect(last.isSettled)
        #expect(last.cells.count > 3)
        #expect(last.cells.allSatisfy { $0.picture?.rung == .full })
        // Each is decoded for its own square.
        #expect(Set(last.cells.map(\.cell.side)).count > 1)
    }
}
