/// Where an event lies in the tree.
struct EventSpan: Equatable {
    /// Its index among the events.
    var index: Int
    var id: Int64
    /// The positions of its photos.
    var positions: Range<Int>
}

extension Tree {
    /// The index of the event that holds the photo at a position.
    /// - Precondition: there is such a photo.
    /// - Complexity: O(log n).
    func eventIndex(ofPosition position: Int) -> Int {
        var rest = Int32(truncatingIfNeeded: position)
        var node = root.unsafelyUnwrapped
        var before = 0
        while node.height > 0 {
            let branch = Branch(node)
            let child = branch.child(ofPosition: rest)
            rest &-= Int32(truncatingIfNeeded: branch.photoStart(child))
            before &+= branch.eventStart(child)
            node = branch.children[child]
        }
        return before + Leaf(node).eventStarts(through: Int(rest)) - 1
    }

    /// The id of an event and the position of its first photo.
    /// - Precondition: there is such an event.
    /// - Complexity: O(log n).
    func eventStart(_ index: Int) -> (position: Int, id: Int64) {
        var rest = Int32(truncatingIfNeeded: index)
        var node = root.unsafelyUnwrapped
        var before = 0
        while node.height > 0 {
            let branch = Branch(node)
            let child = branch.child(ofEvent: rest)
            rest &-= Int32(truncatingIfNeeded: branch.eventStart(child))
            before &+= branch.photoStart(child)
            node = branch.children[child]
        }
        let leaf = Leaf(node)
        return (before + Int(leaf.starts[Int(rest)]), leaf.ids[Int(rest)])
    }

    /// - Precondition: there is such an event.
    /// - Complexity: O(log n).
    func event(_ index: Int) -> EventSpan {
        let start = eventStart(index)
        let end = index + 1 < eventCount ? eventStart(index + 1).position : photoCount
        return EventSpan(index: index, id: start.id, positions: start.position..<end)
    }

    /// The event that holds the photo at a position.
    /// - Precondition: there is such a photo.
    /// - Complexity: O(log n).
    func event(ofPosition position: Int) -> EventSpan {
        event(eventIndex(ofPosition: position))
    }
}
