import DropboxAPI
import Photos

/// The photo feed and what is done to photos.
struct PhotoRoutes: Sendable {
    let store: FileStore
    let faults: FaultPlan

    /// Puts the routes on the router.
    func add(to router: inout WireRouter) {
        router.rpc(Routes.capabilities) { _, _ throws(ServerError) in .current }
        addFeed(to: &router)
        addActs(to: &router)
    }

    private func addFeed(to router: inout WireRouter) {
        router.spelling(Routes.listPhotos) { [self] argument, call throws(ServerError) in
            let argument = faults.limited(argument)
            return try store.view(of: call.account) { view throws(ServerError) in
                try view.listPhotos(argument).spelt
            }
        }
        router.spelling(Routes.listPhotosContinue) { [self] argument, call throws(ServerError) in
            if faults.strikes(.reset) { throw .refused(ListPhotosError.reset) }
            return try store.view(of: call.account) { view throws(ServerError) in
                try view.continuePhotos(argument.cursor).spelt
            }
        }
        router.batch(Routes.have) { [store] argument, call throws(ServerError) in
            try store.view(of: call.account) { view throws(ServerError) in
                try view.have(argument)
            }
        }
    }

    private func addActs(to router: inout WireRouter) {
        router.batch(Routes.setFlags) { [self] argument, call throws(ServerError) in
            try await act(call, argument.operation, Routes.setFlags.name, argument) {
                machine, caller throws(ServerError) in
                try machine.setFlags(argument, by: caller)
            }
        }
        router.batch(Routes.deletePhotos) {
            [self] argument, call throws(ServerError) in
            try await act(call, argument.operation, Routes.deletePhotos.name, argument) {
                machine, caller throws(ServerError) in
                try machine.deletePhotos(argument, by: caller)
            }
        }
        router.batch(Routes.restorePhotos) {
            [self] argument, call throws(ServerError) in
            try await act(call, argument.operation, Routes.restorePhotos.name, argument) {
                machine, caller throws(ServerError) in
                try machine.restorePhotos(argument, by: caller)
            }
        }
    }

    private func act(
        _ call: WireCall, _ operation: OperationID, _ route: String,
        _ argument: some WireEncodable,
        _ body:
            @escaping @Sendable (inout CommitQueue.Machine, Caller) throws(ServerError) ->
            PhotoResults
    ) async throws(ServerError) -> PhotoResults {
        let result: Result<Marked<PhotoResults>, Never> = try await store.once(
            for: call, operation, route, argument
        ) { machine, caller throws(ServerError) in .success(try body(&machine, caller)) }
        switch result {
        case .success(let marked):
            var results = marked.value
            if let mark = marked.mark { results.mark = mark }
            return results
        }
    }
}
