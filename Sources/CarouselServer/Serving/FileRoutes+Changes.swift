import DropboxAPI

extension FileRoutes {
    /// Puts the routes that change names on the router.
    func addChanges(to router: inout WireRouter) {
        router.rpc(Routes.delete) { [store] named, call throws(ServerError) in
            try await store.once(for: call, Routes.delete.name, named) {
                machine, argument, caller throws(ServerError) in
                MetadataResult(metadata: try machine.delete(argument, by: caller))
            }
        }
        router.rpc(Routes.deleteFirst) { [store] argument, call throws(ServerError) in
            try await store.change(for: call) { machine, caller throws(ServerError) in
                try machine.delete(argument, by: caller)
            }
        }
        router.rpc(Routes.move) { [store] named, call throws(ServerError) in
            try await store.once(for: call, Routes.move.name, named) {
                machine, argument, caller throws(ServerError) in
                MetadataResult(metadata: try machine.move(argument, by: caller))
            }
        }
        router.rpc(Routes.moveFirst) { [store] argument, call throws(ServerError) in
            try await store.change(for: call) { machine, caller throws(ServerError) in
                try machine.move(argument, by: caller)
            }
        }
        router.rpc(Routes.copy) { [store] named, call throws(ServerError) in
            try await store.once(for: call, Routes.copy.name, named) {
                machine, argument, caller throws(ServerError) in
                MetadataResult(metadata: try machine.copy(argument, by: caller))
            }
        }
        router.rpc(Routes.copyFirst) { [store] argument, call throws(ServerError) in
            try await store.change(for: call) { machine, caller throws(ServerError) in
                try machine.copy(argument, by: caller)
            }
        }
        router.rpc(Routes.createFolder) { [store] named, call throws(ServerError) in
            try await store.once(for: call, Routes.createFolder.name, named) {
                machine, argument, caller throws(ServerError) in
                FolderResult(metadata: try machine.createFolder(argument, by: caller))
            }
        }
        router.rpc(Routes.createFolderFirst) { [store] argument, call throws(ServerError) in
            try await store.change(for: call) { machine, caller throws(ServerError) in
                try machine.createFolder(argument, by: caller)
            }
        }
    }
}
