import DropboxAPI
import HTTPServer

/// The file plane: what each route does.
struct FileRoutes: Sendable {
    let store: FileStore
    let faults: FaultPlan
    let links: LinkMaker

    /// Puts all routes of the file plane on the router.
    func add(to router: inout WireRouter) {
        addListing(to: &router)
        addReading(to: &router)
        addUploads(to: &router)
        addSessions(to: &router)
        addChanges(to: &router)
        addBatches(to: &router)
    }

    private func addListing(to router: inout WireRouter) {
        router.rpc(Routes.listFolder, on: .concurrent) {
            [self] argument, call throws(ServerError) in
            let argument = faults.limited(argument)
            return try store.view(of: call.account) { view throws(ServerError) in
                try view.list(argument)
            }
        }
        router.rpc(Routes.listFolderContinue, on: .concurrent) {
            [self] argument, call throws(ServerError) in
            if faults.strikes(.reset) { throw .refused(ListFolderContinueError.reset) }
            return try store.view(of: call.account) { view throws(ServerError) in
                try view.continueList(argument.cursor)
            }
        }
        router.rpc(Routes.latestCursor) { [self] argument, call throws(ServerError) in
            try store.view(of: call.account) { view throws(ServerError) in
                try view.latestCursor(faults.limited(argument))
            }
        }
    }

    private func addReading(to router: inout WireRouter) {
        router.rpc(Routes.getMetadata) { [self] argument, call throws(ServerError) in
            try store.view(of: call.account) { view throws(ServerError) in
                try view.metadata(for: argument)
            }
        }
        router.rpc(Routes.listRevisions) { [self] argument, call throws(ServerError) in
            try store.view(of: call.account) { view throws(ServerError) in
                try view.revisions(for: argument)
            }
        }
        router.rpc(Routes.restore) { [self] named, call throws(ServerError) in
            try await store.once(for: call, Routes.restore.name, named) {
                machine, argument, caller throws(ServerError) in
                try machine.restore(argument, by: caller)
            }
        }
        router.download(Routes.download) { [self] argument, call throws(ServerError) in
            let file = try store.view(of: call.account) { view throws(ServerError) in
                try view.file(for: argument)
            }
            return try FileAnswer(store: store).answer(file, for: call.request)
        }
        router.rpc(Routes.temporaryLink) { [self] argument, call throws(ServerError) in
            do throws(ServerError) {
                let file = try store.view(of: call.account) { view throws(ServerError) in
                    try view.file(at: argument.path)
                }
                return TemporaryLink(
                    metadata: file,
                    link: links.temporary(
                        to: file, of: call.account, for: call.request, now: call.now))
            } catch {
                throw error.within(GetTemporaryLinkError.path)
            }
        }
    }
}
