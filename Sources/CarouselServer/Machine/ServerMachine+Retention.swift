import DropboxAPI

extension ServerMachine {
    /// What a round of tidying may do in one transaction.
    private static var purgedAtOnce: Int { 2000 }

    /// Forgets what is older than the rules keep: contents in the trash,
    /// idle sessions, results of jobs, deletions in the feed. The trash holds
    /// at most as much as the account's quota: beyond it the oldest goes.
    /// - Returns: whether there is more to forget.
    public mutating func tidy(
        _ account: AccountNumber, at now: Timestamp
    ) throws(ServerError) -> Bool {
        let limit = Self.purgedAtOnce
        var purged = try metadata.purgeRevisions(
            ceasedBefore: now.advanced(bySeconds: -rules.retention), limit: limit, of: account)
        var state = try view(of: account).state()
        let excess = try metadata.ceasedBytes(of: account) - state.quota
        if purged < limit, excess > 0 {
            purged = try metadata.purgeOldestRevisions(
                freeing: excess, limit: limit, of: account)
        }
        try forgetSessions(
            of: account, idleSince: now.advanced(bySeconds: -rules.sessionLifetime))
        try metadata.purgeJobs(
            finishedBefore: now.advanced(bySeconds: -rules.jobLifetime), of: account)
        let forgotten = try metadata.purgeGravestones(
            deletedBefore: now.advanced(bySeconds: -rules.feedMemory), of: account)
        let forgottenPhotos = try metadata.purgePhotos(
            buriedBefore: now.advanced(bySeconds: -rules.feedMemory), of: account)
        if forgotten != nil || forgottenPhotos != nil {
            state.horizon = max(state.horizon, forgotten ?? .start)
            state.photoHorizon = max(state.photoHorizon, forgottenPhotos ?? .start)
            try metadata.put(state, of: account)
        }
        try metadata.purgeSidecars(of: account)
        try metadata.purgeOperations(
            doneBefore: now.advanced(bySeconds: -rules.operationMemory), of: account)
        return purged == limit
    }

    /// Forgets sessions without activity since a time, with their bytes.
    mutating func forgetSessions(
        of account: AccountNumber, idleSince time: Timestamp
    ) throws(ServerError) {
        for session in try metadata.sessions(idleSince: time, of: account) {
            try metadata.removeBlocks(of: session.id, of: account)
            try metadata.removeSession(session.id, of: account)
            blobs.discard(session: session.id, of: account)
        }
    }

    /// Keeps the result of a job for those who poll it.
    public mutating func keep(
        _ job: StoredJob, of account: AccountNumber
    ) throws(ServerError) {
        try metadata.put(job, of: account)
    }
}
