import Photos
import SQLite
import Store

/// One scenario on the crash disk: its states without a crash, and its lives
/// with one.
package struct ScriptedRun {
    let scenario: Scenario
    let directory: FilePath
    /// Before the store is opened, after that, and after each step.
    package let states: [StoredState]
    /// All that is written, from the opening to the last step.
    package let changes: Int

    package init(_ scenario: Scenario, at directory: FilePath) throws {
        self.scenario = scenario
        self.directory = directory
        CrashDisk.begin(at: directory)
        try scenario.prepare(directory)
        var states = [try StoredState(at: directory)]
        CrashDisk.fail(at: 0)
        let store = try Self.open(directory)
        states.append(try StoredState(at: directory))
        for step in scenario.steps {
            try Self.write(step, store)
            states.append(try StoredState(at: directory))
        }
        changes = CrashDisk.changes
        store.close()
        self.states = states
    }

    /// The disk knows one thread alone.
    private static func open(_ directory: FilePath) throws -> LibraryStore {
        try LibraryStore.openOneThreaded(at: directory) { _ in }
    }

    private static func write(_ step: Step, _ store: LibraryStore) throws {
        try store.write { transaction throws(StoreError) in try step.run(&transaction) }
    }

    /// What came of a crash.
    package enum Verdict: Hashable, Sendable {
        /// The script ended before.
        case noCrash
        /// All that was acknowledged is there, and nothing is half there.
        case kept
        /// A commit that was acknowledged is gone.
        case lost(acknowledged: Int, found: Int)
        /// The state is none of those that were committed.
        case torn
        /// The database cannot be opened, or does not go on as it should.
        case broken(String)
    }

    /// Lives until a change, crashes, and looks at what is left.
    /// - Parameter lies: whether the disk only says that it syncs.
    package func crash(at change: Int, _ crash: CrashDisk.Crash, lies: Bool = false) -> Verdict {
        CrashDisk.begin(at: directory)
        do {
            try scenario.prepare(directory)
            if lies { CrashDisk.lie() }
            CrashDisk.fail(at: change)
            let acknowledged = live()
            guard CrashDisk.hasFailed else { return .noCrash }
            CrashDisk.restart(after: crash)
            return try judge(acknowledged)
        } catch {
            return .broken("\(error)")
        }
    }

    /// Opens and makes the steps; how many states were acknowledged.
    private func live() -> Int {
        guard let store = try? Self.open(directory) else { return 0 }
        defer { store.close() }
        var acknowledged = 1
        for step in scenario.steps {
            guard (try? Self.write(step, store)) != nil else { break }
            acknowledged += 1
        }
        return acknowledged
    }

    private func judge(_ acknowledged: Int) throws -> Verdict {
        let left = try StoredState(at: directory)
        guard left.isSound else { return .torn }
        // Formats are made one after another, each in a commit of its own.
        let isBetween = left.format > states[0].format && left.format < states[1].format
        let found = states.lastIndex(of: left) ?? (acknowledged == 0 && isBetween ? 0 : -1)
        guard found >= 0 else { return .torn }
        guard found >= acknowledged else {
            return .lost(acknowledged: acknowledged, found: found)
        }
        // Life goes on as if nothing had been.
        let store = try Self.open(directory)
        for step in scenario.steps.dropFirst(max(0, found - 1)) { try Self.write(step, store) }
        store.close()
        return try StoredState(at: directory) == states.last ? .kept : .broken("another end")
    }
}
