import DropboxAPI
import Photos

/// Batches are done before they are answered. A job is made only where the
/// caller insists on one; its result is kept for a day.
extension FileRoutes {
    /// Puts the routes of batches and jobs on the router.
    func addBatches(to router: inout WireRouter) {
        add(Routes.deleteBatch, to: &router) { machine, argument, caller throws(ServerError) in
            try machine.delete(argument, by: caller)
        }
        add(Routes.moveBatch, to: &router) { machine, argument, caller throws(ServerError) in
            try machine.move(argument, by: caller)
        }
        add(Routes.copyBatch, to: &router) { machine, argument, caller throws(ServerError) in
            try machine.copy(argument, by: caller)
        }
        add(Routes.sessionFinishBatchLaunch, to: &router) {
            machine, argument, caller throws(ServerError) in
            try machine.finishSessions(argument, by: caller)
        }
        router.batch(Routes.sessionFinishBatch) { [store] named, call throws(ServerError) in
            try await store.once(for: call, Routes.sessionFinishBatch.name, named) {
                machine, argument, caller throws(ServerError) in
                try machine.finishSessions(argument, by: caller)
            }
        }
        router.batch(Routes.createFolderBatch) { [self] named, call throws(ServerError) in
            let job = named.argument.forceAsync ? try newJobID() : nil
            let result: Marked<Launch<BatchResult<CreateFolderBatchEntry>>> = try await store.once(
                for: call, Routes.createFolderBatch.name, named
            ) {
                machine, argument, caller throws(ServerError) in
                let result = try machine.createFolders(argument, by: caller)
                try Self.keep(result, as: job, of: Routes.createFolderBatchCheck, &machine, caller)
                return job.map { .job($0) } ?? .complete(result)
            }
            return result.withoutMark(unless: named.operation)
        }
        addChecks(to: &router)
    }

    /// A batch that the client may name, to have it done once.
    private func add<Argument, Value, Failure>(
        _ route: Route<Named<Argument>, Marked<Launch<Value>>, Failure>,
        to router: inout WireRouter,
        _ change:
            @escaping @Sendable (inout CommitQueue.Machine, Argument, Caller)
            throws(ServerError) -> Value
    ) {
        let name = route.name
        router.batch(route) { [store] named, call throws(ServerError) in
            let result: Marked<Launch<Value>> = try await store.once(for: call, name, named) {
                machine, argument, caller throws(ServerError) in
                .complete(try change(&machine, argument, caller))
            }
            return result.withoutMark(unless: named.operation)
        }
    }

    private func addChecks(to router: inout WireRouter) {
        addCheck(Routes.deleteBatchCheck, to: &router)
        addCheck(Routes.moveBatchCheck, to: &router)
        addCheck(Routes.copyBatchCheck, to: &router)
        addCheck(Routes.sessionFinishBatchCheck, to: &router)
        addCheck(Routes.createFolderBatchCheck, to: &router)
    }

    /// A route that tells how far a job is.
    func addCheck<Value>(
        _ route: Route<PollArgument, JobStatus<Value>, PollError>, to router: inout WireRouter
    ) {
        let name = route.name
        // What is kept may be a list too.
        router.rpc(route, on: .concurrent) { [store] argument, call throws(ServerError) in
            let stored = try store.view(of: call.account) { view throws(ServerError) in
                try view.metadata.job(argument.jobID, of: call.account)
            }
            guard let stored, stored.route == name else {
                throw .refused(PollError.invalidAsyncJobID)
            }
            do throws(WireError) {
                return try JobStatus<Value>(
                    jsonBytes: stored.result, strictness: .tolerant, limits: .answer)
            } catch {
                throw .damaged("a job's result cannot be read: \(error)")
            }
        }
    }

    /// An id nobody can guess.
    func newJobID() throws(ServerError) -> AsyncJobID {
        guard let id = AsyncJobID(store.surroundings.randomName()) else {
            throw .failed("a random name was none")
        }
        return id
    }

    /// Keeps a result for those who poll the job, where there is one.
    static func keep<Value>(
        _ result: Value, as job: AsyncJobID?,
        of route: Route<PollArgument, JobStatus<Value>, PollError>,
        _ machine: inout CommitQueue.Machine, _ caller: Caller
    ) throws(ServerError) {
        guard let job else { return }
        try machine.keep(
            StoredJob(
                id: job, route: route.name, result: JobStatus.complete(result).jsonBytes(),
                finished: caller.now), of: caller.account)
    }
}

extension Marked {
    /// Who names no operation may be a client of the public service, and these
    /// refuse fields beside a job.
    func withoutMark(unless operation: OperationID?) -> Marked {
        operation == nil ? Marked(value, mark: nil) : self
    }
}
