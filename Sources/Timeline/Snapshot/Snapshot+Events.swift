import Photos

extension Snapshot {
    /// - Precondition: the timeline has such an event.
    /// - Complexity: O(log n).
    public func event(at index: Int) -> EventSummary {
        reading { state in
            state.requireEvent(at: index)
            return state.summary(of: state.tree.event(index))
        }
    }

    /// The index of the event that holds the photo at a position.
    /// - Precondition: the timeline has a photo there.
    /// - Complexity: O(log n).
    public func eventIndex(ofPosition position: Int) -> Int {
        reading { state in
            state.requirePhoto(at: position)
            return state.tree.eventIndex(ofPosition: position)
        }
    }

    /// Calls `body` with each event of a range of event indexes, in order.
    /// - Precondition: the timeline has such events.
    /// - Complexity: O(log n + k), and the leaves of the events.
    public func forEachEvent(
        in events: Range<Int>, _ body: (_ index: Int, _ event: EventSummary) -> Void
    ) {
        if events.isEmpty { return }
        reading { state in
            state.requireEvent(at: events.lowerBound)
            state.requireEvent(at: events.upperBound - 1)
            let first = state.tree.eventStart(events.lowerBound).position
            let end = state.tree.event(events.upperBound - 1).positions.upperBound
            var open: (start: Int, id: Int64, firstKey: OrderKey)?
            var next = events.lowerBound
            var lastKey = OrderKey.last
            func close(at position: Int) {
                guard let event = open else { return }
                body(
                    next,
                    state.summary(
                        id: event.id, positions: event.start..<position, event.firstKey, lastKey))
                next += 1
            }
            state.tree.forEachLeaf(in: first..<end) { leaf, start, _ in
                for mark in 0..<leaf.eventCount {
                    let index = Int(leaf.starts[mark])
                    let position = start + index
                    if position < first || position >= end { continue }
                    if index > 0 { lastKey = leaf.photos[index - 1].key }
                    close(at: position)
                    open = (position, leaf.ids[mark], leaf.photos[index].key)
                }
                lastKey = leaf.photos[min(leaf.count, end - start) - 1].key
            }
            close(at: end)
        }
    }
}

extension Version {
    /// - Complexity: O(log n).
    func summary(of span: EventSpan) -> EventSummary {
        summary(
            id: span.id, positions: span.positions,
            tree.key(at: span.positions.lowerBound),
            tree.key(at: span.positions.upperBound - 1))
    }

    /// What is known of an event, by its first and its last key.
    /// - Complexity: O(1).
    func summary(
        id: Int64, positions: Range<Int>, _ firstKey: OrderKey, _ lastKey: OrderKey
    ) -> EventSummary {
        let (a, b) = (coding.timeCode(of: firstKey), coding.timeCode(of: lastKey))
        return EventSummary(
            id: EventID(id), firstPosition: positions.lowerBound, photoCount: positions.count,
            first: KeyCoding.time(min(a, b)), last: KeyCoding.time(max(a, b)))
    }
}
