import Photos
import Store
import Sync
import Synchronization

/// The sync desk of a linked library, as everybody who changes the library
/// uses it: what the machine wants done goes to the driver, in order.
final class SyncSeat: Sendable {
    private let desk: SyncDesk
    /// Held over a whole transaction and what follows from its failure, so
    /// that nobody meets a machine whose decisions were not committed.
    private let turns = Mutex(())
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private let deliver: @Sendable ([Action]) -> Void

    /// - Parameter deliver: told what is to be done after each commit; must
    ///   not block.
    init(_ desk: SyncDesk, deliver: @escaping @Sendable ([Action]) -> Void) {
        self.desk = desk
        self.deliver = deliver
        start = clock.now
    }

    /// The machine's monotonic time.
    var now: Instant {
        Instant(milliseconds: Int64((clock.now - start) / .milliseconds(1)))
    }

    /// Changes the library, tells the machine of it and looks at the outcome,
    /// all in one transaction.
    ///
    /// - Parameters:
    ///   - hashes: whether the caller sees to the hashes that are asked for.
    ///   - note: changes rows, and says what happened.
    ///   - conclude: reads and changes rows that follow from it.
    func write<Noted: Sendable, Value: Sendable>(
        _ context: LibraryRows.Context, hashes: Bool = false,
        _ note: @Sendable (inout WriteTransaction) throws(StoreError) -> (Noted, [Event]),
        then conclude:
            @Sendable (inout WriteTransaction, Noted, [Action]) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try turns.withLock { _ throws(StoreError) in
            let (value, actions) = try desk.write(at: now, context, note) {
                transaction, noted, actions throws(StoreError) in
                (try conclude(&transaction, noted, actions), actions)
            }
            deliver(hashes ? actions.filter { !$0.isHash } : actions)
            return value
        }
    }

    /// Changes the library and tells the machine of it.
    func tell(
        _ context: LibraryRows.Context,
        _ note: @Sendable (inout WriteTransaction) throws(StoreError) -> [Event]
    ) throws(StoreError) {
        try write(context) { transaction throws(StoreError) in
            ((), try note(&transaction))
        } then: { _, _, _ throws(StoreError) in
        }
    }

    /// From now on nothing is sent, or it is again with the next `online`.
    func setPaused(_ isPaused: Bool) { desk.setPaused(isPaused) }

    var isPaused: Bool { desk.isPaused }

    /// From now on no upload begins, or they do again with the next `online`.
    func setHoldingUploads(_ isHolding: Bool) { desk.setHoldingUploads(isHolding) }

    /// Whether a complete walk is to tell what became of deleted files.
    var holdsWishes: Bool { desk.holdsWishes }

    /// Whether nothing is under way but the wait for changes. All that was
    /// committed before has been delivered.
    var isQuiet: Bool { turns.withLock { _ in desk.isQuiet } }
}

extension Action {
    fileprivate var isHash: Bool {
        if case .hash = self { true } else { false }
    }
}

/// The seat of a library that is linked; nothing while it is not, and then it
/// costs no more than a look.
final class SyncLink: Sendable {
    private let linked = Mutex<SyncSeat?>(nil)

    var seat: SyncSeat? {
        get { linked.withLock { $0 } }
        set { linked.withLock { $0 = newValue } }
    }
}
