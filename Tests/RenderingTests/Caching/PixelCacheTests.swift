import Photos
import Rendering
import TestSupport
import Testing

struct PixelCacheTests {
    @Test func leastRecentlyUsedGoesFirst() {
        var cache = PixelCache<String>(byteBudget: 3)
        for number in 1...3 {
            cache.insert("\(number)", bytes: 1, for: LUID(Int64(number)), pinned: false)
        }
        cache.beginFrame()
        #expect(cache.use(LUID(1)) == "1")
        cache.beginFrame()
        cache.insert("4", bytes: 1, for: LUID(4), pinned: false)
        #expect(cache.peek(LUID(2)) == nil)
        #expect(cache.peek(LUID(1)) == "1")
        #expect(cache.byteCount == 3)
    }

    @Test func whatIsInSightStaysEvenOverTheBudget() {
        var cache = PixelCache<Int>(byteBudget: 2)
        cache.beginFrame()
        for number in 1...5 {
            cache.insert(number, bytes: 1, for: LUID(Int64(number)), pinned: true)
        }
        #expect(cache.count == 5)
        cache.beginFrame()
        for number in 2...3 {
            #expect(cache.use(LUID(Int64(number))) == number)
        }
        cache.insert(6, bytes: 1, for: LUID(6), pinned: false)
        #expect(Set([2, 3].map { cache.peek(LUID($0)) }) == [2, 3])
        #expect(cache.peek(LUID(1)) == nil)
        #expect(cache.peek(LUID(6)) == nil, "what is not in sight gives way to what is")
    }

    @Test func aPictureReplacedInSightStaysPinned() {
        var cache = PixelCache<Int>(byteBudget: 1)
        cache.beginFrame()
        cache.insert(1, bytes: 1, for: LUID(1), pinned: true)
        cache.insert(2, bytes: 1, for: LUID(1), pinned: false)
        cache.insert(3, bytes: 1, for: LUID(3), pinned: false)
        #expect(cache.peek(LUID(1)) == 2)
    }

    @Test func peekingChangesNothing() {
        var cache = PixelCache<Int>(byteBudget: 2)
        cache.insert(1, bytes: 1, for: LUID(1), pinned: false)
        cache.insert(2, bytes: 1, for: LUID(2), pinned: false)
        cache.beginFrame()
        #expect(cache.peek(LUID(1)) == 1)
        cache.insert(3, bytes: 1, for: LUID(3), pinned: false)
        #expect(cache.peek(LUID(1)) == nil)
    }

    @Test func aSmallerBudgetEvictsAtOnce() {
        var cache = PixelCache<Int>(byteBudget: 10)
        for number in 1...10 {
            cache.insert(number, bytes: 1, for: LUID(Int64(number)), pinned: false)
        }
        cache.beginFrame()
        cache.setByteBudget(4)
        #expect(cache.byteCount == 4)
        #expect((1...10).filter { cache.peek(LUID($0)) != nil } == [7, 8, 9, 10])
    }

    /// Keeps an ordered list and does everything by search.
    private struct NaiveCache {
        struct Entry {
            var photo: LUID
            var value: Int
            var bytes: Int
            var frame: Int
        }

        var budget: Int
        var frame = 0
        /// Oldest first.
        var entries: [Entry] = []

        mutating func use(_ photo: LUID) -> Int? {
            guard let index = entries.firstIndex(where: { $0.photo == photo }) else { return nil }
            var entry = entries.remove(at: index)
            entry.frame = frame
            entries.append(entry)
            return entry.value
        }

        mutating func insert(_ value: Int, _ bytes: Int, _ photo: LUID, pinned: Bool) {
            var stamp = pinned ? frame : -1
            if let index = entries.firstIndex(where: { $0.photo == photo }) {
                if entries[index].frame == frame { stamp = frame }
                entries.remove(at: index)
            }
            entries.append(Entry(photo: photo, value: value, bytes: bytes, frame: stamp))
            evict()
        }

        mutating func evict() {
            var index = 0
            while entries.reduce(0, { $0 + $1.bytes }) > budget, index < entries.count {
                if entries[index].frame == frame {
                    index += 1
                } else {
                    entries.remove(at: index)
                }
            }
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func agreesWithANaiveCacheOnRandomUse(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var cache = PixelCache<Int>(byteBudget: 40)
        var naive = NaiveCache(budget: 40)
        cache.beginFrame()
        naive.frame += 1
        for step in 0..<2000 {
            let photo = LUID(Int64.random(in: 1...30, using: &random))
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                cache.beginFrame()
                naive.frame += 1
            case 1...3:
                #expect(cache.use(photo) == naive.use(photo))
            case 4:
                cache.remove(photo)
                naive.entries.removeAll { $0.photo == photo }
            case 5:
                let budget = Int.random(in: 10...60, using: &random)
                cache.setByteBudget(budget)
                naive.budget = budget
                naive.evict()
            default:
                let bytes = Int.random(in: 1...9, using: &random)
                let pinned = Bool.random(using: &random)
                cache.insert(step, bytes: bytes, for: photo, pinned: pinned)
                naive.insert(step, bytes, photo, pinned: pinned)
            }
            #expect(cache.byteCount == naive.entries.reduce(0) { $0 + $1.bytes })
            #expect(cache.count == naive.entries.count)
        }
        for entry in naive.entries {
            #expect(cache.peek(entry.photo) == entry.value)
        }
    }
}
