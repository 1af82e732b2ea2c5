import Photos

/// Compares two trees of one order: walks both at once, skips what they
/// share, and looks at photos one by one elsewhere.
struct SnapshotDiff {
    private let coding: KeyCoding
    private let limit: Int
    private var old: DiffCursor
    private var new: DiffCursor

    private var removed = ContiguousArray<Candidate>()
    private var inserted = ContiguousArray<Candidate>()
    private var changes = SnapshotChanges()
    /// Events with a photo changed, by their index in the old and in the new
    /// tree; may repeat.
    private var touchedOld = ContiguousArray<Int>()
    private var touchedNew = ContiguousArray<Int>()
    /// Such events of which both indexes are known.
    private var touched = ContiguousArray<SnapshotChanges.Move<Int>>()

    /// A photo that one tree has in a place where the other has it not: it
    /// may stand elsewhere.
    private struct Candidate {
        var luid: LUID
        var path: PhotoPath
        var isMoved = false
    }

    init(from old: Tree, to new: Tree, coding: KeyCoding, limit: Int) {
        self.coding = coding
        self.limit = limit
        self.old = DiffCursor(old)
        self.new = DiffCursor(new)
    }

    /// - Complexity: O(k log n) for k changes.
    mutating func run() -> SnapshotChanges {
        while !(old.isAtEnd && new.isAtEnd) {
            step()
            if isAboveLimit { return .notIncremental }
        }
        matchPhotos()
        matchEvents()
        return changes.count > limit ? .notIncremental : changes
    }

    /// A removed photo and an inserted one may turn out to be one that moved.
    private var isAboveLimit: Bool {
        (removed.count + inserted.count) / 2 + changes.updatedPhotos.count
            + changes.movedPhotos.count > limit
    }

    private mutating func step() {
        if old.subtree != nil && old.subtree == new.subtree && old.openID == new.openID {
            old.skip()
            new.skip()
            return
        }
        let (oldKey, newKey) = (
            old.isAtEnd ? OrderKey.last : old.key, new.isAtEnd ? OrderKey.last : new.key
        )
        if oldKey == newKey {
            let height = max(old.height, new.height)
            if height < 0 {
                compare()
            } else {
                if old.height == height { old.descend() }
                if new.height == height { new.descend() }
            }
        } else if oldKey < newKey {
            if old.subtree != nil { old.descend() } else { remove(oldKey) }
        } else {
            if new.subtree != nil { new.descend() } else { insert(newKey) }
        }
    }

    /// Both trees have the photo at hand, in the same place of the order.
    private mutating func compare() {
        if old.openID != new.openID {
            let move = SnapshotChanges.Move(from: old.photoPath(), to: new.photoPath())
            changes.movedPhotos.append(move)
            touchOld()
            touchNew()
        } else {
            let run = old.equalRun(with: new)
            if run > 0 {
                old.passPhotos(run)
                new.passPhotos(run)
                return
            }
            changes.updatedPhotos.append(new.photoPath())
            touchOld()
            touchNew()
        }
        old.passPhotos(1)
        new.passPhotos(1)
    }

    private mutating func remove(_ key: OrderKey) {
        removed.append(Candidate(luid: coding.luid(of: key), path: old.photoPath()))
        touchOld()
        old.passPhotos(1)
    }

    private mutating func insert(_ key: OrderKey) {
        inserted.append(Candidate(luid: coding.luid(of: key), path: new.photoPath()))
        touchNew()
        new.passPhotos(1)
    }

    private mutating func touchOld() {
        if old.events == old.sharedEvents {
            touchShared()
        } else if touchedOld.last != old.events - 1 {
            touchedOld.append(old.events - 1)
        }
    }

    private mutating func touchNew() {
        if new.events == new.sharedEvents {
            touchShared()
        } else if touchedNew.last != new.events - 1 {
            touchedNew.append(new.events - 1)
        }
    }

    /// The event that was open behind the last shared part is the same one in
    /// both trees.
    private mutating func touchShared() {
        let event = SnapshotChanges.Move(from: old.sharedEvents - 1, to: new.sharedEvents - 1)
        if touched.last != event { touched.append(event) }
    }
}

extension SnapshotDiff {
    /// Photos that left one place and came to another have moved.
    private mutating func matchPhotos() {
        if !removed.isEmpty && !inserted.isEmpty {
            let old = removed.indices.sorted { removed[$0].luid < removed[$1].luid }
            let new = inserted.indices.sorted { inserted[$0].luid < inserted[$1].luid }
            var (i, j) = (0, 0)
            while i < old.count && j < new.count {
                let (from, to) = (removed[old[i]], inserted[new[j]])
                if from.luid < to.luid {
                    i += 1
                } else if to.luid < from.luid {
                    j += 1
                } else {
                    changes.movedPhotos.append(.init(from: from.path, to: to.path))
                    removed[old[i]].isMoved = true
                    inserted[new[j]].isMoved = true
                    i += 1
                    j += 1
                }
            }
        }
        changes.movedPhotos.sort { $0.from < $1.from }
        changes.removedPhotos = removed.filter { !$0.isMoved }.map(\.path)
        changes.insertedPhotos = inserted.filter { !$0.isMoved }.map(\.path)
    }

    /// Events whose marks were passed one by one are matched by their ids.
    private mutating func matchEvents() {
        let old = old.marks.sorted { $0.id < $1.id }
        let new = new.marks.sorted { $0.id < $1.id }
        var common = ContiguousArray<(old: DiffCursor.Mark, new: DiffCursor.Mark)>()
        var (i, j) = (0, 0)
        while i < old.count || j < new.count {
            if j == new.count || (i < old.count && old[i].id < new[j].id) {
                changes.removedEvents.append(old[i].event)
                i += 1
            } else if i == old.count || new[j].id < old[i].id {
                changes.insertedEvents.append(new[j].event)
                j += 1
            } else {
                common.append((old[i], new[j]))
                i += 1
                j += 1
            }
        }
        changes.removedEvents.sort()
        changes.insertedEvents.sort()
        common.sort { $0.old.event < $1.old.event }
        changes.movedEvents = MovedEvents.find(in: common)
        let (oldEvents, newEvents) = (Set(touchedOld), Set(touchedNew))
        for (old, new) in common
        where oldEvents.contains(old.event) || newEvents.contains(new.event) {
            touched.append(.init(from: old.event, to: new.event))
        }
        touched.sort { $0.from < $1.from }
        changes.updatedEvents = touched.reduce(into: []) { events, event in
            if events.last != event { events.append(event) }
        }
    }
}

extension SnapshotChanges {
    fileprivate static var notIncremental: SnapshotChanges {
        var changes = SnapshotChanges()
        changes.isIncremental = false
        return changes
    }
}
