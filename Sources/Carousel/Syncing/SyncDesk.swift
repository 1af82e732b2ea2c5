import Photos
import Store
import Sync
import Synchronization

/// Where events meet the sync machine: each batch of them is decided and
/// committed in one transaction of the library, one batch after another.
///
/// The machine is never copied, for its queue may be long: when a transaction
/// fails, what the machine made of it is thrown away with the machine, and a
/// new one starts from the rows, as after a crash.
package final class SyncDesk: Sendable {
    private struct State: ~Copyable {
        var machine: SyncMachine
        /// Whether the machine has read its rows.
        var hasStarted = false
    }

    private let store: LibraryStore
    private let state: Mutex<State>

    /// - Parameter chance: entropy for jitter and for names of operations.
    package init(store: LibraryStore, chance: Chance) {
        self.store = store
        state = Mutex(State(machine: SyncMachine(chance: chance)))
    }

    /// Hands in events that came together.
    ///
    /// - Parameter prepare: writes to the same transaction, before: what the
    ///   scanner has found or a page has brought along.
    /// - Returns: what to do now that all of it is on disk, in order. Actions
    ///   of a start come with the first events.
    package func receive(
        _ events: [Event], at now: Instant, _ context: LibraryRows.Context,
        preparing prepare:
            @Sendable (inout WriteTransaction) throws(StoreError) -> Void = { _ in }
    ) throws(StoreError) -> [Action] {
        do throws(StoreError) {
            return try store.write { transaction throws(StoreError) in
                try prepare(&transaction)
                return try state.withLock { state throws(StoreError) in
                    let events = state.hasStarted ? events : [.started] + events
                    state.hasStarted = true
                    return try transaction.receive(events, in: &state.machine, at: now, context)
                }
            }
        } catch {
            state.withLock { state in
                state.machine = SyncMachine(succeeding: state.machine)
                state.hasStarted = false
            }
            throw error
        }
    }

    /// The unfinished parts, in order.
    package var unfinished: [Part] { state.withLock { $0.machine.unfinished } }
}
