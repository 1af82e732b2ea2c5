import Testing

@testable import CarouselServer

@Suite struct ChangeHubTests {
    private let ada = AccountNumber(1)
    private let bob = AccountNumber(2)

    @Test func whoeverWaitsIsWokenByALaterChangeOfTheirAccount() async {
        let hub = ChangeHub()
        hub.wake(ada, upTo: Sequence(5))
        // Known already: no wait at all.
        await hub.wait(for: ada, after: Sequence(4))
        async let waited: Void = hub.wait(for: ada, after: Sequence(5))
        while hub.count == 0 { await Task.yield() }
        hub.wake(bob, upTo: Sequence(9))
        hub.wake(ada, upTo: Sequence(5))
        #expect(hub.count == 1)
        hub.wake(ada, upTo: Sequence(6))
        await waited
        #expect(hub.count == 0 && hub.hasChange(of: ada, after: Sequence(5)))
        #expect(!hub.hasChange(of: ada, after: Sequence(6)))
    }

    @Test func aCancelledWaitEndsAndLeavesNothing() async {
        let hub = ChangeHub()
        let task = Task { await hub.wait(for: ada, after: .start) }
        while hub.count == 0 { await Task.yield() }
        task.cancel()
        await task.value
        #expect(hub.count == 0)
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            await hub.wait(for: ada, after: .start)
        }
        late.cancel()
        await late.value
    }

    @Test func aClosedHubKeepsNobody() async {
        let hub = ChangeHub()
        async let waited: Void = hub.wait(for: ada, after: .start)
        while hub.count == 0 { await Task.yield() }
        hub.close()
        await waited
        await hub.wait(for: ada, after: .start)
        #expect(hub.isClosed)
    }

    @Test func aThousandWaitersAreAllWoken() async {
        let hub = ChangeHub()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 { group.addTask { await hub.wait(for: ada, after: .start) } }
            while hub.count < 1000 { await Task.yield() }
            hub.wake(ada, upTo: Sequence(1))
        }
        #expect(hub.count == 0)
    }
}
