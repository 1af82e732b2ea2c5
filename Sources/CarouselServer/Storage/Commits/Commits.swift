import SQLite

/// Runs changes in transactions, on the writer's thread.
struct Commits {
    let connection: Connection
    var machine: CommitQueue.Machine
    /// Called when changes are durable, before anybody is told.
    let onDurable: @Sendable () -> Void

    /// Makes all changes and commits them together; each is told how it ended.
    /// - Returns: accounts that were changed, each as it is now.
    mutating func run(_ jobs: [CommitJob]) -> [(AccountNumber, AccountState)] {
        let together = jobs.filter { !$0.isAlone }
        let changed = together.isEmpty ? [] : runTogether(together)
        for job in jobs where job.isAlone {
            _ = job.run(&machine)
            connection.rollback()
            onDurable()
            job.end(nil)
        }
        return changed.compactMap { account in
            // Whoever waits looks for itself when this cannot be read.
            (try? machine.metadata.state(of: account)).flatMap { $0.map { (account, $0) } }
        }
    }

    private mutating func runTogether(_ jobs: [CommitJob]) -> [AccountNumber] {
        do throws(ServerError) {
            let kept = try transact(jobs)
            onDurable()
            for job in jobs { job.end(nil) }
            return kept
        } catch {
            connection.rollback()
            machine.blobs.forgetDiscarded(since: 0)
            // One of many may have filled the disk or met a bad page: by
            // themselves the others can still succeed.
            guard jobs.count > 1 else {
                jobs.first?.end(error)
                return []
            }
            return jobs.flatMap { runTogether([$0]) }
        }
    }

    private mutating func transact(
        _ jobs: [CommitJob]
    ) throws(ServerError) -> [AccountNumber] {
        try step { () throws(SQLiteError) in try connection.begin(.writing) }
        var changed: [AccountNumber] = []
        for job in jobs {
            machine.woken = []
            guard try isKept(job, alone: jobs.count == 1) else { continue }
            for account in [job.account].compactMap({ $0 }) + machine.woken
            where !changed.contains(account) {
                changed.append(account)
            }
        }
        try machine.blobs.sync()
        try step { () throws(SQLiteError) in try connection.commit() }
        machine.blobs.removeDiscarded()
        return changed
    }

    /// Makes one change; what is refused is undone by itself.
    private mutating func isKept(_ job: CommitJob, alone: Bool) throws(ServerError) -> Bool {
        let database = machine.metadata.database
        let discarded = machine.blobs.discarded.count
        if !alone { try database.run("SAVEPOINT change") }
        let isKept = job.run(&machine)
        // A full disk has SQLite end the whole transaction by itself.
        guard connection.isInTransaction else { throw .diskFull }
        if !isKept {
            machine.blobs.forgetDiscarded(since: discarded)
            if alone {
                connection.rollback()
                try step { () throws(SQLiteError) in try connection.begin(.writing) }
            } else {
                try database.run("ROLLBACK TO change")
            }
        }
        if !alone { try database.run("RELEASE change") }
        return isKept
    }

    private func step(_ body: () throws(SQLiteError) -> Void) throws(ServerError) {
        do throws(SQLiteError) { try body() } catch { throw ServerError(error) }
    }
}
