/// Finds which events of two lists stand in another order.
enum MovedEvents {
    /// - Parameter common: Events that both trees have, by their old index.
    /// - Returns: the fewest that must move for the rest to be in order.
    /// - Complexity: O(k log k).
    static func find(
        in common: ContiguousArray<(old: DiffCursor.Mark, new: DiffCursor.Mark)>
    ) -> [SnapshotChanges.Move<Int>] {
        // An event that went over to another region passed shared events.
        let stays = common.map { $0.old.region == $0.new.region }
        let kept = longestAscent(common.indices.filter { stays[$0] }) { common[$0].new.event }
        var moved: [SnapshotChanges.Move<Int>] = []
        var next = 0
        for (place, pair) in common.enumerated() {
            if next < kept.count && kept[next] == place {
                next += 1
            } else {
                moved.append(.init(from: pair.old.event, to: pair.new.event))
            }
        }
        return moved
    }

    /// The longest subsequence whose values ascend (patience sorting).
    private static func longestAscent(
        _ places: [Int], value: (Int) -> Int
    ) -> [Int] {
        // Nearly always all of them.
        if zip(places, places.dropFirst()).allSatisfy({ value($0) < value($1) }) { return places }
        var tails: [Int] = []
        var before = [Int?](repeating: nil, count: places.count)
        for (rank, place) in places.enumerated() {
            var (low, high) = (0, tails.count)
            while low < high {
                let middle = (low + high) / 2
                if value(places[tails[middle]]) < value(place) {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            before[rank] = low > 0 ? tails[low - 1] : nil
            if low == tails.count { tails.append(rank) } else { tails[low] = rank }
        }
        var ascent: [Int] = []
        var rank = tails.last
        while let current = rank {
            ascent.append(places[current])
            rank = before[current]
        }
        return ascent.reversed()
    }
}
