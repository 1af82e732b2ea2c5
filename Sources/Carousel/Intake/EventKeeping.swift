import Photos
import Store
import Timeline

/// Keeps the stored events in step with the live ones, so that an event has
/// its id again after a restart.
actor EventKeeping {
    private let queue = SerialQueueExecutor(label: "carousel.events")
    private let store: LibraryStore
    /// What the store holds; nil until the first comparison.
    private var stored: Snapshot?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    init(store: LibraryStore) {
        self.store = store
    }

    /// Stores the events of a snapshot. To be called once everything stored
    /// has been loaded.
    func keep(_ snapshot: Snapshot) throws(StoreError) {
        guard snapshot.version != stored?.version else { return }
        let changes = stored.map { snapshot.changes(from: $0) }
        if let changes, changes.isIncremental, let stored {
            try keep(changes, from: stored, to: snapshot)
        } else {
            try keepAll(of: snapshot)
        }
        stored = snapshot
    }

    private func keep(
        _ changes: SnapshotChanges, from old: Snapshot, to new: Snapshot
    ) throws(StoreError) {
        let removed = changes.removedEvents.map { old.event(at: $0).id }
        let changed = (changes.insertedEvents + changes.updatedEvents.map(\.to))
            .map { EventRow(new.event(at: $0)) }
        guard !removed.isEmpty || !changed.isEmpty else { return }
        try store.write { transaction throws(StoreError) in
            try transaction.removeEvents(removed)
            try transaction.putEvents(changed)
        }
    }

    private func keepAll(of snapshot: Snapshot) throws(StoreError) {
        var live: [EventID: EventRow] = [:]
        snapshot.forEachEvent(in: 0..<snapshot.eventCount) { _, event in
            live[event.id] = EventRow(event)
        }
        let before = try store.read { transaction throws(StoreError) in
            try transaction.events()
        }
        let stale = before.filter { live[$0.id] == nil }.map(\.id)
        let known = Set(before)
        let changed = live.values.filter { !known.contains($0) }.sorted { $0.id < $1.id }
        guard !stale.isEmpty || !changed.isEmpty else { return }
        try store.write { transaction throws(StoreError) in
            try transaction.removeEvents(stale)
            try transaction.putEvents(changed)
        }
    }
}

extension EventRow {
    init(_ event: EventSummary) {
        self.init(id: event.id, first: event.first, last: event.last)
    }
}
