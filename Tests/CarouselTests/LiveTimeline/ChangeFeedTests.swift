import Photos
import Store
import Testing

@testable import Carousel

@Suite struct ChangeFeedTests {
    @Test func aFollowerGetsEveryChangeUntilTheEnd() async throws {
        let feed = ChangeFeed()
        let changes = try #require(feed.follow())
        feed.send([.remove(LUID(1))])
        feed.send([.remove(LUID(2))])
        feed.finish()
        var heard: [[TimelineChange]] = []
        for await batch in changes { heard.append(batch) }
        #expect(heard == [[.remove(LUID(1))], [.remove(LUID(2))]])
    }

    /// Whoever comes while the library is being closed would wait for ever.
    @Test func nobodyFollowsAFeedThatHasEnded() {
        let feed = ChangeFeed()
        feed.finish()
        #expect(feed.follow() == nil)
    }

    @Test func aFollowerThatLagsIsDropped() async throws {
        let feed = ChangeFeed()
        let changes = try #require(feed.follow())
        for number in 1...300 { feed.send([.remove(LUID(Int64(number)))]) }
        var count = 0
        for await _ in changes { count += 1 }
        #expect(count == 256)
    }
}
