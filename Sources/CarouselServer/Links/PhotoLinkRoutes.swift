import DropboxAPI
import HTTPServer

/// Making, listing and revoking links to photos.
struct PhotoLinkRoutes: Sendable {
    let store: FileStore
    let links: LinkMaker
    let passwords: PasswordDesk

    /// Puts the routes on the router.
    func add(to router: inout WireRouter) {
        router.batch(Routes.createPhotoLink) {
            [self] argument, call throws(ServerError) in
            try await create(argument, call)
        }
        router.rpc(Routes.listPhotoLinks) { [self] argument, call throws(ServerError) in
            let base = links.base(for: call.request)
            return try store.view(of: call.account) { view throws(ServerError) in
                try view.photoLinks(argument, base: base, now: call.now)
            }
        }
        router.rpc(Routes.revokePhotoLink) { [self] argument, call throws(ServerError) in
            guard let id = LinkMaker.photoLinkID(in: argument.url) else {
                throw .refused(RevokeLinkError.malformed)
            }
            let result: Result<Marked<MarkResult>, Never> = try await store.once(
                for: call, argument.operation, Routes.revokePhotoLink.name, argument
            ) { machine, caller throws(ServerError) in
                .success(try machine.revokePhotoLink(id, by: caller))
            }
            let marked = result.get()
            return marked.mark.map { MarkResult(mark: $0) } ?? marked.value
        }
    }

    private func create(
        _ argument: CreatePhotoLinkArgument, _ call: WireCall
    ) async throws(ServerError) -> CreatePhotoLinkResult {
        let id = store.surroundings.randomName()
        let base = links.base(for: call.request)
        var hash: String?
        if let password = argument.settings.password { hash = try await passwords.hash(password) }
        let result = try await store.once(
            for: call, argument.operation, Routes.createPhotoLink.name, argument
        ) { [hash] machine, caller throws(ServerError) in
            try machine.createPhotoLink(
                argument, id: id, passwordHash: hash, base: base, by: caller)
        }
        let marked = try FileRoutes.value(of: result)
        var created = marked.value
        if let mark = marked.mark { created.mark = mark }
        return created
    }
}

extension LinkMaker {
    /// The id in the address of a link to photos; nil for other addresses.
    static func photoLinkID(in url: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: url.hasPrefix) else { return nil }
        let parts = url.dropFirst(scheme.count).prefix { $0 != "?" && $0 != "#" }
            .split(separator: "/")
        guard parts.count == 3, parts[1] == "p" else { return nil }
        return String(parts[2])
    }
}
