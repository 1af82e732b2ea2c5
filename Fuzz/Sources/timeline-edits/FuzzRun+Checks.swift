import Photos
import Timeline

extension FuzzRun {
    /// Compares a new snapshot with the records, and all that is derived of
    /// it with what it is derived from.
    mutating func check(_ snapshot: Snapshot) {
        snapshot.checkInvariants()
        precondition(snapshot.photoCount == records.count, "photos are missing")
        for (luid, record) in records {
            var record = record
            if let taken = record.taken, !(1826...9000).contains(taken.date.year) {
                record.taken = nil
            }
            precondition(snapshot.record(of: luid) == record, "a record differs")
        }
        var events = 0
        snapshot.forEachEvent(in: 0..<snapshot.eventCount) { index, event in
            precondition(snapshot.event(at: index) == event, "an event differs")
            events += event.photoCount
        }
        precondition(events == snapshot.photoCount, "events do not cover the photos")
        checkDiffs(to: snapshot)
        checkRows(snapshot)
    }

    private func checkDiffs(to snapshot: Snapshot) {
        for (old, photos) in kept {
            precondition(self.photos(of: old) == photos, "an old snapshot changed")
            let changes = snapshot.changes(from: old)
            precondition(changes.isIncremental, "too many changes for such an input")
            var luids = Set(photos.map(\.luid))
            for path in changes.removedPhotos {
                precondition(luids.remove(old[old.position(of: path)].luid) != nil)
            }
            for path in changes.insertedPhotos {
                precondition(luids.insert(snapshot[snapshot.position(of: path)].luid).inserted)
            }
            precondition(luids == Set(records.keys), "a diff leads elsewhere")
            let back = old.changes(from: snapshot)
            precondition(back.removedPhotos == changes.insertedPhotos)
            precondition(back.insertedPhotos == changes.removedPhotos)
            precondition(back.movedPhotos.count == changes.movedPhotos.count)
        }
    }

    private mutating func checkRows(_ snapshot: Snapshot) {
        layout.update(to: snapshot)
        var top = 0.0
        var shown = 0
        for index in 0..<layout.rowCount {
            let row = layout.row(at: index)
            precondition(row.index == index && row.top == top, "a row is in the wrong place")
            if case .photos(_, let positions) = row.content {
                precondition(positions.lowerBound == shown, "a row shows other photos")
                shown = positions.upperBound
            }
            top = row.bottom
        }
        precondition(top == layout.height && shown == snapshot.photoCount)
        precondition(layout.rows(from: 0, height: top).count == layout.rowCount)
    }

    func photos(of snapshot: Snapshot) -> [HotRecord] {
        var photos: [HotRecord] = []
        snapshot.forEachPhoto(in: 0..<snapshot.photoCount) { _, photo in photos.append(photo) }
        return photos
    }
}
