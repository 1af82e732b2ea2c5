import Photos

extension Snapshot {
    /// What turns `old` into this snapshot.
    ///
    /// Both may be of any age, and even of different accumulators (then
    /// nothing is shared and the work is that of reading both); in different
    /// orders the answer is not incremental.
    /// - Parameter limit: With more changed photos and events than that, the
    ///   answer is not incremental: reload everything.
    /// - Complexity: O(k log n) for k changes; parts that the two share are
    ///   skipped.
    public func changes(
        from old: Snapshot, limit: Int = SnapshotChanges.standardLimit
    ) -> SnapshotChanges {
        withExtendedLifetime((old.state, state)) {
            if old.isEmpty && isEmpty { return SnapshotChanges() }
            let coding = isEmpty ? old.state.coding : state.coding
            let isComparable = old.isEmpty || old.state.coding.mask == coding.mask
            var diff = SnapshotDiff(
                from: old.state.tree, to: state.tree, coding: coding,
                limit: isComparable ? limit : -1)
            return diff.run()
        }
    }
}
