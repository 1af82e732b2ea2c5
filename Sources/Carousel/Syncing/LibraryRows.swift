import Photos
import Store
import Sync

/// The rows of one transaction of the library, as the sync machine reads and
/// writes them.
///
/// The machine's calls do not throw. The first error is kept, reads answer
/// with nothing from then on, and `receive` throws it, so that the transaction
/// is rolled back and the machine's decision discarded.
package struct LibraryRows {
    /// Where and when the user acted, for acts that are made.
    package struct Context: Sendable {
        /// The name of the user's act; nil when there is none.
        package var act: OperationID?
        /// Milliseconds since 1970-01-01 UTC.
        package var nowMilliseconds: Int64
        /// Where the server keeps the photos of a page.
        package var paths: [ServerPhotoID: String]

        package init(
            act: OperationID? = nil, nowMilliseconds: Int64,
            paths: [ServerPhotoID: String] = [:]
        ) {
            self.act = act
            self.nowMilliseconds = nowMilliseconds
            self.paths = paths
        }
    }

    /// Shared by copies of the rows: there is one transaction.
    final class Open {
        private var transaction: WriteTransaction?
        private(set) var error: StoreError?

        init(_ transaction: consuming WriteTransaction) {
            self.transaction = consume transaction
        }

        func use(_ body: (inout WriteTransaction) throws(StoreError) -> Void) {
            guard error == nil, var held = transaction.take() else { return }
            do throws(StoreError) {
                try body(&held)
            } catch {
                self.error = error
            }
            transaction = consume held
        }

        /// Ends the use of these rows.
        func close() -> WriteTransaction? { transaction.take() }
    }

    let open: Open
    let context: Context

    func read<Value>(
        _ none: Value, _ body: (ReadTransaction) throws(StoreError) -> Value
    ) -> Value {
        var value = none
        open.use { transaction throws(StoreError) in value = try body(transaction.reading) }
        return value
    }

    /// Reads what the transaction may know without reading it again.
    func look<Value>(
        _ none: Value, _ body: (borrowing WriteTransaction) throws(StoreError) -> Value
    ) -> Value {
        var value = none
        open.use { transaction throws(StoreError) in value = try body(transaction) }
        return value
    }

    func write(_ body: (inout WriteTransaction) throws(StoreError) -> Void) {
        open.use(body)
    }
}

extension WriteTransaction {
    /// Hands events to the machine, with this transaction as its rows, and
    /// brings the timeline into step with what it decided.
    ///
    /// When this throws, or the commit fails, the machine's value is of no use
    /// any more: the driver makes a new one, which starts from the rows as
    /// after a crash.
    package mutating func receive(
        _ events: [Event], in machine: inout SyncMachine, at now: Instant,
        _ context: LibraryRows.Context
    ) throws(StoreError) -> [Action] {
        let (actions, error) = withRows(context) { rows in
            let actions = machine.receive(events, at: now, rows: &rows)
            for case .show(let luids) in actions { rows.show(luids, machine) }
            return actions
        }
        if let error { throw error }
        return actions
    }

    /// What the timeline shows of a photo.
    package mutating func view(
        of luid: LUID, in machine: SyncMachine
    ) throws(StoreError) -> PhotoView? {
        let (view, error) = withRows(LibraryRows.Context(nowMilliseconds: 0)) { rows in
            machine.view(of: luid, rows: rows)
        }
        if let error { throw error }
        return view
    }

    package mutating func withRows<Value>(
        _ context: LibraryRows.Context, _ body: (inout LibraryRows) -> Value
    ) -> (Value, StoreError?) {
        let open = LibraryRows.Open(self)
        var rows = LibraryRows(open: open, context: context)
        let value = body(&rows)
        // Nobody but `use` takes it, and only for a while.
        guard let transaction = open.close() else { fatalError("the rows were closed twice") }
        self = transaction
        return (value, open.error)
    }
}

extension LibraryRows {
    /// The library's own record of what is shown follows the machine's views.
    package mutating func show(_ luids: [LUID], _ machine: SyncMachine) {
        for luid in luids {
            let view = machine.view(of: luid, rows: self)
            let isDeleted = view == nil && isDeleted(luid, machine)
            let isBare = view.map { !$0.isLocal && $0.copies.isEmpty } ?? false
            write { transaction throws(StoreError) in
                var flags = try transaction.userFlags(of: luid) ?? []
                if let view {
                    flags = view.hidden ? .hidden : []
                    if view.favourite { flags.insert(.favourite) }
                }
                flags.subtract([.deleted, .returning])
                if isDeleted { flags.insert(.deleted) }
                if isBare { flags.insert(.returning) }
                try transaction.setShown(flags, of: luid)
            }
        }
    }

    /// Whether a photo that is not shown was deleted, by whomever.
    private func isDeleted(_ luid: LUID, _ machine: SyncMachine) -> Bool {
        if let content = content(of: luid), tombstone(of: content) != nil { return true }
        // Of bytes that were never hashed no tombstone can tell.
        if trashedFiles(of: luid).contains(where: { $0.state != .returning }) { return true }
        return machine.unfinished(of: luid).contains { part in
            if case .delete = part.work { true } else { false }
        }
    }
}
