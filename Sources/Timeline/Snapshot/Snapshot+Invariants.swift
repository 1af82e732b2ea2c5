extension Snapshot {
    /// Traps when something is wrong inside: for tests and fuzzing.
    /// - Parameter grouping: That of the accumulator.
    /// - Complexity: O(n).
    package func checkInvariants(grouping: EventGrouping = .standard) {
        reading { state in
            state.tree.checkInvariants(coding: state.coding, grouping: grouping)
            state.index.checkInvariants(state.tree, coding: state.coding)
        }
    }
}
