import Photos
import Store
public import Timeline

/// Photos that the user has taken out of the timeline: each collection is a
/// timeline of its own, from where they can be brought back.
public enum PhotoCollection: String, CaseIterable, Sendable {
    case hidden, deleted
}

extension PhotoLibrary {
    /// The photos of a collection now and whenever they have changed; values
    /// in between may be skipped. Costs nothing once nobody follows; ends when
    /// the library is closed.
    public func snapshots(of collection: PhotoCollection) -> AsyncStream<Snapshot> {
        let feed = CollectionFeed(collection, of: opened.store, following: opened.timeline)
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task.detached {
                await feed.run { continuation.yield($0) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// Keeps the timeline of a collection in step with the library's.
private struct CollectionFeed: Sendable {
    private let collection: PhotoCollection
    private let store: LibraryStore
    private let library: LiveTimeline
    private let accumulator: Accumulator

    init(
        _ collection: PhotoCollection, of store: LibraryStore, following library: LiveTimeline
    ) {
        self.collection = collection
        self.store = store
        self.library = library
        accumulator = Accumulator(filter: collection == .hidden ? .hidden : .all)
        accumulator.finishLoading()
    }

    /// Returns when the library is closed or the task is cancelled.
    func run(_ show: (Snapshot) -> Void) async {
        do throws(StoreError) {
            // Again when this one lagged and was dropped.
            while !Task.isCancelled, let changes = library.changes.follow() {
                show(apply(try everything()))
                for await batch in changes {
                    show(apply(try self.changes(by: batch)))
                }
            }
        } catch .closed {
            // So is this.
        } catch {
            Log.shared.warning("\(collection.rawValue) photos: \(error)")
        }
    }

    private func apply(_ changes: [TimelineChange]) -> Snapshot {
        var transaction = accumulator.transaction()
        for change in changes {
            switch change {
            case .put(let record): transaction.addPhoto(record)
            case .remove(let luid): transaction.removePhoto(luid)
            }
        }
        return transaction.commit()
    }

    /// What makes the timeline what the store says, whatever it was.
    private func everything() throws(StoreError) -> [TimelineChange] {
        var records: [HotRecord] = []
        switch collection {
        case .hidden:
            var batches = store.timelineBatches()
            while let batch = try batches.next() {
                records += batch.filter { $0.flags.contains(.hidden) }
            }
        case .deleted:
            records = try store.read { transaction throws(StoreError) in
                var records: [HotRecord] = []
                for luid in try transaction.deletedLUIDs() {
                    if let record = try transaction.deletedRecord(of: luid) {
                        records.append(record)
                    }
                }
                return records
            }
        }
        let found = Set(records.map(\.luid))
        var changes: [TimelineChange] = records.map { .put($0) }
        let before = accumulator.snapshot
        before.forEachPhoto(in: 0..<before.photoCount) { _, record in
            if !found.contains(record.luid) { changes.append(.remove(record.luid)) }
        }
        return changes
    }

    /// What a change of the library's timeline means for this one.
    private func changes(by batch: [TimelineChange]) throws(StoreError) -> [TimelineChange] {
        guard collection == .deleted else { return batch }
        return try store.read { transaction throws(StoreError) in
            var changes: [TimelineChange] = []
            for change in batch {
                let luid =
                    switch change {
                    case .put(let record): record.luid
                    case .remove(let luid): luid
                    }
                let record = try transaction.deletedRecord(of: luid)
                changes.append(record.map { .put($0) } ?? .remove(luid))
            }
            return changes
        }
    }
}
