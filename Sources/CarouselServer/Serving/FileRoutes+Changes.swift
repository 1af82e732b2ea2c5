import DropboxAPI

extension FileRoutes {
    /// Puts the routes that change names on the router.
    func addChanges(to router: inout WireRouter) {
        router.rpc(Routes.delete) { [self] argument, call throws(ServerError) in
            MetadataResult(metadata: try await delete(argument, call))
        }
        router.rpc(Routes.deleteFirst) { [self] argument, call throws(ServerError) in
            try await delete(argument, call)
        }
        router.rpc(Routes.move) { [self] argument, call throws(ServerError) in
            MetadataResult(metadata: try await move(argument, call))
        }
        router.rpc(Routes.moveFirst) { [self] argument, call throws(ServerError) in
            try await move(argument, call)
        }
        router.rpc(Routes.copy) { [self] argument, call throws(ServerError) in
            MetadataResult(metadata: try await copy(argument, call))
        }
        router.rpc(Routes.copyFirst) { [self] argument, call throws(ServerError) in
            try await copy(argument, call)
        }
        router.rpc(Routes.createFolder) { [self] argument, call throws(ServerError) in
            FolderResult(metadata: try await createFolder(argument, call))
        }
        router.rpc(Routes.createFolderFirst) { [self] argument, call throws(ServerError) in
            try await createFolder(argument, call)
        }
    }

    private func delete(
        _ argument: DeleteArgument, _ call: WireCall
    ) async throws(ServerError) -> Metadata {
        try await store.change(for: call) { machine, caller throws(ServerError) in
            try machine.delete(argument, by: caller)
        }
    }

    private func move(
        _ argument: RelocationArgument, _ call: WireCall
    ) async throws(ServerError) -> Metadata {
        try await store.change(for: call) { machine, caller throws(ServerError) in
            try machine.move(argument, by: caller)
        }
    }

    private func copy(
        _ argument: RelocationArgument, _ call: WireCall
    ) async throws(ServerError) -> Metadata {
        try await store.change(for: call) { machine, caller throws(ServerError) in
            try machine.copy(argument, by: caller)
        }
    }

    private func createFolder(
        _ argument: CreateFolderArgument, _ call: WireCall
    ) async throws(ServerError) -> FolderMetadata {
        try await store.change(for: call) { machine, caller throws(ServerError) in
            try machine.createFolder(argument, by: caller)
        }
    }
}
