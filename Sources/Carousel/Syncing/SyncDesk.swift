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
        try write(at: now, context) { transaction throws(StoreError) in
            try prepare(&transaction)
            return ((), events)
        } then: { _, _, actions throws(StoreError) in
            actions
        }
    }

    /// Changes rows, hands in what happened and looks at what follows from
    /// it, all in one transaction.
    ///
    /// - Parameters:
    ///   - note: changes rows, and says what happened.
    ///   - conclude: is given what the machine wants done, and changes rows
    ///     that follow from what it decided.
    package func write<Noted: Sendable, Value: Sendable>(
        at now: Instant, _ context: LibraryRows.Context,
        _ note: @Sendable (inout WriteTransaction) throws(StoreError) -> (Noted, [Event]),
        then conclude:
            @Sendable (inout WriteTransaction, Noted, [Action]) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        do throws(StoreError) {
            return try store.write { transaction throws(StoreError) in
                let (noted, events) = try note(&transaction)
                let actions = try state.withLock { state throws(StoreError) in
                    let events = state.hasStarted ? events : [.started] + events
                    state.hasStarted = true
                    return try transaction.receive(events, in: &state.machine, at: now, context)
                }
                let value = try conclude(&transaction, noted, actions)
                try transaction.pairFiles()
                return value
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

    /// Whether nothing is sent or asked.
    var isPaused: Bool { state.withLock { $0.machine.isPaused } }

    /// Whether uploads wait. To be followed by `online` when it is taken back.
    func setHoldingUploads(_ isHolding: Bool) {
        state.withLock { $0.machine.holdsUploads = isHolding }
    }

    /// To be followed by `online` when it is taken back.
    func setPaused(_ isPaused: Bool) {
        state.withLock { $0.machine.isPaused = isPaused }
    }

    /// Whether a complete walk is to tell what became of deleted files.
    var holdsWishes: Bool { state.withLock { $0.machine.holdsWishes } }

    /// Whether nothing is under way but the wait for changes.
    var isQuiet: Bool { state.withLock { $0.machine.isQuiet } }
}
