@testable import Sync
import Testing

struct SendingOrderTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func theHeapGivesEachElementOnceInOrder(seed: UInt64) {
        var chance = Chance(seed, seed)
        var heap = MinimumHeap<Int64>()
        var model: Set<Int64> = []
        for _ in 0..<200 {
            if chance.next() % 3 == 0 {
                let least = model.min()
                #expect(heap.first == least)
                #expect(heap.popFirst() == least)
                if let least { model.remove(least) }
            } else {
                let number = Int64(chance.next() % 50)
                heap.insert(number)
                model.insert(number)
            }
            #expect(heap.count == model.count)
        }
    }
}
