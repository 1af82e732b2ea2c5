import DropboxAPI

extension FileRoutes {
    /// Puts the routes that change names on the router.
    func addChanges(to router: inout WireRouter) {
        add(Routes.delete, to: &router) { machine, argument, caller throws(ServerError) in
            MetadataResult(metadata: try machine.delete(argument, by: caller))
        }
        add(Routes.deleteFirst, to: &router) { machine, argument, caller throws(ServerError) in
            try machine.delete(argument, by: caller)
        }
        add(Routes.move, to: &router) { machine, argument, caller throws(ServerError) in
            MetadataResult(metadata: try machine.move(argument, by: caller))
        }
        add(Routes.moveFirst, to: &router) { machine, argument, caller throws(ServerError) in
            try machine.move(argument, by: caller)
        }
        add(Routes.copy, to: &router) { machine, argument, caller throws(ServerError) in
            MetadataResult(metadata: try machine.copy(argument, by: caller))
        }
        add(Routes.copyFirst, to: &router) { machine, argument, caller throws(ServerError) in
            try machine.copy(argument, by: caller)
        }
        add(Routes.createFolder, to: &router) { machine, argument, caller throws(ServerError) in
            FolderResult(metadata: try machine.createFolder(argument, by: caller))
        }
        add(Routes.createFolderFirst, to: &router) {
            machine, argument, caller throws(ServerError) in
            try machine.createFolder(argument, by: caller)
        }
    }

    private typealias Change<Argument, Value> =
        @Sendable (inout CommitQueue.Machine, Argument, Caller) throws(ServerError) -> Value

    /// A route whose change the client may name, to have it made once.
    private func add<Argument, Value, Failure>(
        _ route: Route<Named<Argument>, Marked<Value>, Failure>, to router: inout WireRouter,
        _ change: @escaping Change<Argument, Value>
    ) {
        let name = route.name
        router.rpc(route) { [store] named, call throws(ServerError) in
            try await store.once(for: call, name, named, change)
        }
    }
}
