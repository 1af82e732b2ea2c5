import DropboxAPI
import HTTPServer

/// Shared links by their addresses: what they allow, and what they lead to,
/// also for those who do not own them.
struct LinkRoutes: Sendable {
    let store: FileStore
    let links: LinkMaker
    let passwords: PasswordDesk
    let door: LinkDoor

    /// Puts the routes on the router.
    func add(to router: inout WireRouter) {
        router.rpc(Routes.modifyLink) { [self] named, call throws(ServerError) in
            try await modify(named, call)
        }
        router.answering(Routes.linkMetadata) { [self] argument, call throws(ServerError) in
            switch try await follow(argument, call) {
            case .success(let followed): return WireAnswer.result(followed.link)
            case .failure(.error(let error)): throw .refused(error)
            case .failure(.wait(let seconds)): return Self.wait(seconds)
            }
        }
        router.download(Routes.linkFile) { [self] argument, call throws(ServerError) in
            switch try await follow(argument, call) {
            case .success(let followed): return try file(followed, call)
            case .failure(.error(let error)):
                throw .refused(SharedLinkFileError(rawValue: error.rawValue) ?? .other)
            case .failure(.wait(let seconds)): return Self.wait(seconds)
            }
        }
    }

    private func modify(
        _ named: Named<ModifyLinkArgument>, _ call: WireCall
    ) async throws(ServerError) -> Marked<SharedLink> {
        guard let id = LinkMaker.linkID(in: named.argument.url) else {
            throw .refused(ModifyLinkError.link(.notFound))
        }
        let base = links.base(for: call.request)
        var hash: String?
        if let password = named.argument.settings.password {
            hash = try await passwords.hash(password)
        }
        let marked: Marked<SharedLink> = try await store.once(
            for: call, Routes.modifyLink.name, named
        ) { [hash] machine, argument, caller throws(ServerError) in
            try machine.modifyLink(
                id, argument, passwordHash: hash, url: { LinkMaker.shared($0, $1, base) },
                by: caller)
        }
        return marked.withoutMark(unless: named.operation)
    }

    private struct Followed {
        var link: SharedLink
        /// Nil where the owner does not allow downloads.
        var file: FileMetadata?
    }

    private enum Refusal: Error {
        case error(SharedLinkError)
        case wait(Int64)
    }

    private func follow(
        _ argument: SharedLinkArgument, _ call: WireCall
    ) async throws(ServerError) -> Result<Followed, Refusal> {
        let (account, link): (AccountNumber, StoredLink)
        switch try door.find(LinkMaker.linkID(in: argument.url), for: call.request) {
        case .open(let owner, let found): (account, link) = (owner, found)
        case .missing: return .failure(.error(.notFound))
        case .wait(let seconds): return .failure(.wait(seconds))
        }
        // An app that asks in nobody's name owns none.
        let isOwn = account == call.grant?.user.account
        if let hash = link.passwordHash, !isOwn {
            guard let password = argument.password else {
                return .failure(.error(.accessDenied))
            }
            switch try await door.check(password, of: link, hash, for: call.request) {
            case .right: break
            case .wrong: return .failure(.error(.accessDenied))
            case .wait(let seconds): return .failure(.wait(seconds))
            }
        }
        let names = (argument.path ?? "").split(separator: "/").map(String.init)
        let base = links.base(for: call.request)
        let entry = try store.view(of: account) { view throws(ServerError) in
            try view.linked(link, names)
        }
        guard let entry else { return .failure(.error(.notFound)) }
        var shared = link.sharedLink(to: entry, of: account) { LinkMaker.shared($0, $1, base) }
        if !isOwn { shared = shared.forOthers }
        let file = entry.fileMetadata(in: account)
        return .success(Followed(link: shared, file: link.allowsDownload || isOwn ? file : nil))
    }

    private func file(
        _ followed: Followed, _ call: WireCall
    ) throws(ServerError) -> HTTPResponse {
        guard case .file = followed.link.target else {
            throw .refused(SharedLinkFileError.isDirectory)
        }
        guard let file = followed.file else { throw .refused(SharedLinkFileError.accessDenied) }
        return try FileAnswer(store: store).answer(
            file, contentType: "application/octet-stream",
            headers: ["Dropbox-API-Result": followed.link.headerText], for: call.request)
    }

    private static func wait(_ seconds: Int64) -> HTTPResponse {
        WireAnswer.tooMany(.tooManyRequests, retryAfter: Int(seconds))
    }
}

extension SharedLink {
    /// The link as those see it who do not own it: not where it lies.
    fileprivate var forOthers: SharedLink {
        var link = self
        link.isOwn = false
        switch target {
        case .file(var file):
            file.pathLower = nil
            link.target = .file(file)
        case .folder(var folder):
            folder.pathLower = nil
            link.target = .folder(folder)
        }
        return link
    }
}
