import DropboxAPI

extension ServerMachine {
    /// `sharing/create_shared_link_with_settings`.
    /// - Parameters:
    ///   - id: the unguessable part of the address, drawn anew for each call.
    ///   - passwordHash: of the password in the settings.
    ///   - url: spells the address of a link to an entry of that name.
    public mutating func createLink(
        _ argument: CreateLinkArgument, id: String, passwordHash: String?,
        url: (StoredLink, Entry) -> String, by caller: Caller
    ) throws(ServerError) -> SharedLink {
        let entry: Entry
        do throws(ServerError) {
            entry = try view(of: caller.account).entry(of: argument.path)
        } catch {
            throw error.within(CreateLinkError.path)
        }
        if let expires = argument.settings.expires, expires <= caller.now {
            throw .refused(CreateLinkError.settings(.invalidSettings))
        }
        let existing = try metadata.links(of: caller.account).first {
            $0.node == entry.node && !$0.isExpired(at: caller.now)
        }
        if let existing {
            throw .refused(
                CreateLinkError.alreadyExists(
                    existing.sharedLink(to: entry, of: caller.account, url: url)))
        }
        let link = StoredLink(
            id: id, node: entry.node, passwordHash: passwordHash,
            expires: argument.settings.expires,
            allowsDownload: argument.settings.allowDownload ?? true, created: caller.now)
        try metadata.put(link, of: caller.account)
        return link.sharedLink(to: entry, of: caller.account, url: url)
    }

    /// `sharing/modify_shared_link_settings`: of one's own links only.
    /// - Parameters:
    ///   - passwordHash: of the password in the settings.
    ///   - url: spells the address of a link to an entry of that name.
    public mutating func modifyLink(
        _ id: String, _ argument: ModifyLinkArgument, passwordHash: String?,
        url: (StoredLink, Entry) -> String, by caller: Caller
    ) throws(ServerError) -> SharedLink {
        guard let (owner, old) = try metadata.link(id), !old.isExpired(at: caller.now) else {
            throw .refused(ModifyLinkError.link(.notFound))
        }
        guard owner == caller.account else {
            throw .refused(ModifyLinkError.link(.accessDenied))
        }
        guard let entry = try metadata.entry(old.node, of: caller.account) else {
            throw .refused(ModifyLinkError.link(.notFound))
        }
        let settings = argument.settings
        let isNothing = settings.isPlain && !argument.removesExpiration
        let isContradiction = settings.expires != nil && argument.removesExpiration
        let isPast = settings.expires.map { $0 <= caller.now } ?? false
        guard !isNothing, !isContradiction, !isPast else {
            throw .refused(ModifyLinkError.settings(.invalidSettings))
        }
        var link = old
        if let passwordHash { link.passwordHash = passwordHash }
        if settings.removesPassword { link.passwordHash = nil }
        link.expires = argument.removesExpiration ? nil : settings.expires ?? old.expires
        link.allowsDownload = settings.allowDownload ?? old.allowsDownload
        try metadata.removeLink(id, of: caller.account)
        try metadata.put(link, of: caller.account)
        return link.sharedLink(to: entry, of: caller.account, url: url)
    }

    /// `sharing/revoke_shared_link`: of one's own links only.
    public mutating func revokeLink(_ id: String, by caller: Caller) throws(ServerError) {
        guard try metadata.links(of: caller.account).contains(where: { $0.id == id }) else {
            throw .refused(RevokeLinkError.notFound)
        }
        try metadata.removeLink(id, of: caller.account)
    }
}

extension AccountView {
    /// `sharing/list_shared_links`: those to an entry, and to the folders
    /// above it; all where no path is named.
    public func links(
        for argument: ListLinksArgument, now: Timestamp, url: (StoredLink, Entry) -> String
    ) throws(ServerError) -> ListLinksResult {
        guard argument.cursor == nil else {
            // Every page is the last: no cursor was ever given.
            throw .refused(ListLinksError.reset)
        }
        var wanted: Entry?
        if let path = argument.path {
            do throws(ServerError) {
                wanted = try entry(of: path)
            } catch {
                throw error.within(ListLinksError.path)
            }
        }
        var links: [SharedLink] = []
        for link in try metadata.links(of: account) where !link.isExpired(at: now) {
            guard let entry = try metadata.entry(link.node, of: account) else { continue }
            if let wanted, wanted.node != entry.node,
                argument.directOnly || !wanted.path.isBelow(entry.path)
            {
                continue
            }
            links.append(link.sharedLink(to: entry, of: account, url: url))
        }
        return ListLinksResult(links: links, hasMore: false)
    }

    /// What a visitor of a link sees.
    /// - Parameter names: components below the link's folder; none for the
    ///   linked entry itself.
    func linked(_ link: StoredLink, _ names: [String]) throws(ServerError) -> Entry? {
        guard let root = try metadata.entry(link.node, of: account) else { return nil }
        guard !names.isEmpty else { return root }
        let below = names.map { "/" + $0 }.joined()
        guard root.isFolder, let path = RemotePath(root.path.display + below) else { return nil }
        return try entry(at: path)
    }

    /// The entries of a folder that a link shows.
    func entriesShown(in folder: Entry) throws(ServerError) -> [Entry] {
        try metadata.entries(
            below: folder.path.key, recursively: false, after: nil, limit: 10_000, of: account)
    }
}

extension StoredLink {
    /// Whether the link is over by then.
    func isExpired(at now: Timestamp) -> Bool { expires.map { $0 <= now } ?? false }

    /// The link as the wire shows it.
    /// - Parameter entry: what it leads to.
    func sharedLink(
        to entry: Entry, of account: AccountNumber, url: (StoredLink, Entry) -> String
    ) -> SharedLink {
        SharedLink(
            url: url(self, entry),
            target: entry.fileMetadata(in: account).map { .file($0) }
                ?? .folder(entry.folderMetadata(in: account)),
            expires: expires, requiresPassword: passwordHash != nil,
            allowsDownload: allowsDownload)
    }
}
