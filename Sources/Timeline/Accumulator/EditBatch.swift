import Photos

/// The edits of a transaction, put in order outside the lock.
struct EditBatch: Sendable {
    /// Photos added or replaced, by ascending key.
    var additions: ContiguousArray<TreeEdit>
    var removals: ContiguousArray<LUID>
    var storedEvents: ContiguousArray<StoredEvent>
    var removedEvents: ContiguousArray<EventID>
    let isLoader: Bool

    var isEmpty: Bool {
        additions.isEmpty && removals.isEmpty && storedEvents.isEmpty && removedEvents.isEmpty
    }
}

extension EditBatch {
    /// Sorts the edits of a transaction.
    ///
    /// - Parameter edits: In the order of their making; of a removal only the
    ///   LUID in its key counts.
    /// - Complexity: O(k log k), O(k) for additions that are in order already.
    init(
        _ edits: consuming ContiguousArray<TreeEdit>, coding: KeyCoding,
        storedEvents: ContiguousArray<StoredEvent>, removedEvents: ContiguousArray<EventID>,
        isLoader: Bool
    ) {
        self.storedEvents = storedEvents
        self.removedEvents = removedEvents
        self.isLoader = isLoader
        removals = []
        additions = edits
        if Self.areAdditionsInOrder(additions) { return }
        if additions.count > 1 { Self.keepLast(&additions, coding) }
        removals.reserveCapacity(additions.count)
        additions.removeAll { edit in
            if edit.isRemoval { removals.append(coding.luid(of: edit.key)) }
            return edit.isRemoval
        }
        additions.sort { $0.key < $1.key }
    }

    private static func areAdditionsInOrder(_ edits: ContiguousArray<TreeEdit>) -> Bool {
        var previous: OrderKey?
        for edit in edits {
            if edit.isRemoval { return false }
            if let previous, previous >= edit.key { return false }
            previous = edit.key
        }
        return true
    }

    /// Of several edits of one LUID the last one counts.
    private static func keepLast(
        _ edits: inout ContiguousArray<TreeEdit>, _ coding: KeyCoding
    ) {
        var order = ContiguousArray<(luid: LUID, place: Int)>()
        order.reserveCapacity(edits.count)
        for (place, edit) in edits.enumerated() {
            order.append((coding.luid(of: edit.key), place))
        }
        order.sort { ($0.luid, $0.place) < ($1.luid, $1.place) }
        var last = ContiguousArray<Int>()
        last.reserveCapacity(order.count)
        for (rank, entry) in order.enumerated()
        where rank + 1 == order.count || order[rank + 1].luid != entry.luid {
            last.append(entry.place)
        }
        if last.count < edits.count {
            edits = ContiguousArray(last.map { edits[$0] })
        }
    }
}
