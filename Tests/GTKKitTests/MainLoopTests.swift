import CGTK
import GTKKit
import Testing

extension DisplayTests {
    @Test func aTimeoutRunsUntilItAnswersFalse() async {
        var calls = 0
        MainLoop.after(milliseconds: 1) {
            calls += 1
            return calls < 3
        }
        #expect(await Self.wait { calls == 3 })
        while MainLoop.turn() {}
        #expect(calls == 3)
    }

    @Test func aCancelledTimeoutNeverRuns() async {
        var wasCalled = false
        var later = false
        MainLoop.after(milliseconds: 1) {
            wasCalled = true
            return false
        }.cancel()
        MainLoop.after(milliseconds: 5) {
            later = true
            return false
        }
        #expect(await Self.wait { later })
        #expect(!wasCalled)
    }

    @Test func idleWorkRunsOnce() async {
        var calls = 0
        MainLoop.whenIdle {
            calls += 1
            return false
        }
        #expect(await Self.wait { calls == 1 })
    }

    @Test func otherThreadsReachTheMainActorAndComeBack() async {
        let type = await Task.detached { await MainActor.run { gtk_widget_get_type() } }.value
        #expect(type == gtk_widget_get_type())
    }
}
