import Photos

/// What the accumulator's lock guards.
struct AccumulatorState: ~Copyable {
    private(set) var current: Version
    private var editor: TreeEditor
    private var names: EventNames
    /// While loading: the LUIDs that others than the loader have edited. At
    /// most one for each photo edited meanwhile.
    private var touched: Set<LUID>? = []

    init(_ first: Version, grouping: EventGrouping, lastEventID: EventID) {
        current = first
        editor = TreeEditor(coding: first.coding, grouping: grouping)
        names = EventNames(above: lastEventID)
    }

    var isLoading: Bool { touched != nil }

    /// Ends the loading.
    /// - Complexity: O(LUIDs touched meanwhile).
    mutating func finishLoading() {
        touched = nil
        names.finishLoading()
    }

    /// Applies a batch and makes the version that has it the current one.
    /// - Returns: the version before, to be released outside the lock.
    /// - Complexity: O(k log n) for k edits.
    mutating func commit(_ batch: inout EditBatch) -> Version {
        let old = current
        precondition(isLoading || !batch.isLoader, "a loader commits after finishLoading()")
        editor.begin(birth: old.number + 1)
        var index = old.index
        let edits = resolve(&batch, old, &index)
        for id in batch.removedEvents { names.remove(id.rawValue) }
        let restored = names.add(batch.storedEvents) {
            old.tree.event(withID: $0) != nil
        }
        var tree = old.tree
        if !edits.isEmpty {
            tree = edits.withUnsafeBufferPointer { editor.apply($0, to: old.tree) }
        }
        let traces = editor.builder.traces
        if !traces.isEmpty || !restored.isEmpty || !batch.removedEvents.isEmpty {
            var naming = EventNaming(from: old.tree, to: tree, coding: old.coding)
            naming.run(
                traces, givenUp: batch.removedEvents, restored: restored, &names,
                &editor.ledger)
            tree = naming.new
        }
        if tree != old.tree || index != old.index {
            current = old.successor(tree: tree, index: index, editor.ledger)
        }
        return old
    }

    /// Looks up what the batch's edits mean for the tree, and notes in the
    /// index where the photos are to stand.
    /// - Returns: edits by ascending key.
    private mutating func resolve(
        _ batch: inout EditBatch, _ old: Version, _ index: inout LUIDIndex
    ) -> ContiguousArray<TreeEdit> {
        skipTouched(&batch, old.coding)
        var removed = ContiguousArray<OrderKey>()
        for luid in batch.removals {
            let known = index[luid]
            if known.isAbsent { continue }
            removed.append(old.coding.key(known, luid: luid))
            index.set(.absent, for: luid, &editor.ledger)
        }
        for place in batch.additions.indices {
            let key = batch.additions[place].key
            let luid = old.coding.luid(of: key)
            let known = index[luid]
            var isInPlace = known == IndexedKey(key)
            if !isInPlace {
                if !known.isAbsent {
                    leave(
                        old.coding.key(known, luid: luid), luid, old,
                        &batch.additions, before: place, &removed)
                    isInPlace = old.index[luid] == IndexedKey(key)
                    // It left its place earlier in the batch, and is back.
                    if isInPlace { removed.removeAll { $0 == key } }
                }
                index.set(IndexedKey(key), for: luid, &editor.ledger)
            }
            if isInPlace && isUnchanged(batch.additions[place], old.tree) {
                batch.additions[place].isRemoval = true
            }
        }
        batch.additions.removeAll { $0.isRemoval }
        return merge(removed, into: batch.additions)
    }

    /// A photo leaves the place that it has by now, in the tree or by an
    /// addition before it in the batch, or both; that addition is void.
    private func leave(
        _ key: OrderKey, _ luid: LUID, _ old: Version,
        _ additions: inout ContiguousArray<TreeEdit>, before end: Int,
        _ removed: inout ContiguousArray<OrderKey>
    ) {
        if old.index[luid] == IndexedKey(key) { removed.append(key) }
        var low = 0
        var high = end
        while low < high {
            let middle = low + (high - low) / 2
            if additions[middle].key < key {
                low = middle + 1
            } else {
                high = middle
            }
        }
        if low < end && additions[low].key == key { additions[low].isRemoval = true }
    }

    private func isUnchanged(_ edit: TreeEdit, _ tree: Tree) -> Bool {
        guard let leaf = tree.leaf(ofKey: edit.key) else { return false }
        let place = leaf.lowerBound(edit.key)
        if place == leaf.count { return false }
        return withUnsafePointer(to: edit.photo) {
            PackedPhoto.areSame($0, leaf.photos + place)
        }
    }

    private mutating func skipTouched(_ batch: inout EditBatch, _ coding: KeyCoding) {
        guard let touched else { return }
        if !batch.isLoader {
            for luid in batch.removals { self.touched?.insert(luid) }
            for edit in batch.additions { self.touched?.insert(coding.luid(of: edit.key)) }
        } else if !touched.isEmpty {
            batch.removals.removeAll { touched.contains($0) }
            batch.additions.removeAll { touched.contains(coding.luid(of: $0.key)) }
        }
    }

    /// - Precondition: no key is both removed and added.
    private func merge(
        _ removed: consuming ContiguousArray<OrderKey>, into additions: ContiguousArray<TreeEdit>
    ) -> ContiguousArray<TreeEdit> {
        if removed.isEmpty { return additions }
        removed.sort()
        var edits = ContiguousArray<TreeEdit>()
        edits.reserveCapacity(removed.count + additions.count)
        var place = 0
        for key in removed {
            while place < additions.count && additions[place].key < key {
                edits.append(additions[place])
                place += 1
            }
            edits.append(TreeEdit(photo: PackedPhoto(key), isRemoval: true))
        }
        edits.append(contentsOf: additions[place...])
        return edits
    }
}
