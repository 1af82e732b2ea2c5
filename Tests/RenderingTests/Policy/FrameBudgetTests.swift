import Rendering
import Testing

struct FrameBudgetTests {
    @Test func beforeTheFirstMeasurementThereIsNoLimit() {
        #expect(FrameBudget().decodes == .max)
    }

    @Test func aFastMachineFitsMoreThanASlowOne() {
        func decodes(_ cost: Double) -> Int {
            var budget = FrameBudget()
            for _ in 0..<50 {
                budget.observe(total: 2_000 + 40 * cost, decodes: 40, decoding: 40 * cost)
            }
            return budget.decodes
        }
        #expect(decodes(40) > 150)
        #expect(decodes(400) < decodes(40) / 5)
        #expect(decodes(400) > 10)
    }

    @Test func howeverSlowOneDecodeAFrameIsMade() {
        var budget = FrameBudget()
        budget.observe(total: 200_000, decodes: 1, decoding: 100_000)
        #expect(budget.decodes == 1)
    }

    @Test func slowDrawingLeavesLessForDecodes() {
        func decodes(drawing: Double) -> Int {
            var budget = FrameBudget()
            for _ in 0..<60 {
                budget.observe(total: drawing + 1_000, decodes: 10, decoding: 1_000)
            }
            return budget.decodes
        }
        #expect(decodes(drawing: 8_000) < decodes(drawing: 2_000))
    }

    @Test func framesWithoutDecodesDoNotChangeWhatADecodeCosts() {
        var budget = FrameBudget()
        budget.observe(total: 5_000, decodes: 10, decoding: 1_000)
        for _ in 0..<100 {
            budget.observe(total: 4_000, decodes: 0, decoding: 0)
        }
        #expect((55...65).contains(budget.decodes))
    }
}
