import DropboxAPI
import HTTPServer

/// Shared links and shared folders.
struct SharingRoutes: Sendable {
    let store: FileStore
    let links: LinkMaker
    let passwords: PasswordDesk

    /// Puts the routes on the router.
    func add(to router: inout WireRouter, _ files: FileRoutes) {
        router.rpc(Routes.createLink) { [self] named, call throws(ServerError) in
            try await createLink(named, call)
        }
        router.rpc(Routes.listLinks) { [self] argument, call throws(ServerError) in
            let base = links.base(for: call.request)
            return try store.view(of: call.account) { view throws(ServerError) in
                try view.links(for: argument, now: call.now) { LinkMaker.shared($0, $1, base) }
            }
        }
        router.rpc(Routes.revokeLink) { [self] named, call throws(ServerError) in
            guard let id = LinkMaker.linkID(in: named.argument.url) else {
                throw .refused(RevokeLinkError.malformed)
            }
            let marked: Marked<Nothing> = try await store.once(
                for: call, Routes.revokeLink.name, named
            ) { machine, _, caller throws(ServerError) in
                try machine.revokeLink(id, by: caller)
                return Nothing()
            }
            return marked.withoutMark(unless: named.operation)
        }
        router.rpc(Routes.shareFolder) { [self] named, call throws(ServerError) in
            let job = named.argument.forceAsync ? try files.newJobID() : nil
            let preview = links.base(for: call.request) + "/"
            let marked: Marked<Launch<SharedFolder>> = try await store.once(
                for: call, Routes.shareFolder.name, named
            ) { machine, argument, caller throws(ServerError) in
                let folder = try machine.shareFolder(argument, previewURL: preview, by: caller)
                try FileRoutes.keep(folder, as: job, of: Routes.shareFolderCheck, &machine, caller)
                return job.map { .job($0) } ?? .complete(folder)
            }
            return marked.withoutMark(unless: named.operation)
        }
        files.addCheck(Routes.shareFolderCheck, to: &router)
    }

    private func createLink(
        _ named: Named<CreateLinkArgument>, _ call: WireCall
    ) async throws(ServerError) -> Marked<SharedLink> {
        let id = store.surroundings.randomName()
        let base = links.base(for: call.request)
        var hash: String?
        if let password = named.argument.settings.password {
            hash = try await passwords.hash(password)
        }
        let marked: Marked<SharedLink> = try await store.once(
            for: call, Routes.createLink.name, named
        ) { [hash] machine, argument, caller throws(ServerError) in
            try machine.createLink(
                argument, id: id, passwordHash: hash, url: { LinkMaker.shared($0, $1, base) },
                by: caller)
        }
        return marked.withoutMark(unless: named.operation)
    }
}

extension LinkMaker {
    /// The address of a shared link.
    static func shared(_ link: StoredLink, _ entry: Entry, _ base: String) -> String {
        base + "/s/" + link.id + "/" + escaped(entry.path.name) + "?dl=0"
    }

    /// The id in the address of a shared link; nil for other addresses.
    static func linkID(in url: String) -> String? {
        guard let text = ["https://", "http://"].compactMap({ url.dropping(prefix: $0) }).first
        else { return nil }
        let parts = text.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
        guard parts.count >= 3, ["s", "sh", "scl"].contains(parts[1]) else { return nil }
        return String(parts[2])
    }
}

extension String {
    fileprivate func dropping(prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
