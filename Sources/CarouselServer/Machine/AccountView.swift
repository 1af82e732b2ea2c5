import DropboxAPI

/// One account's rows, for reading: everything that answers a question
/// without changing anything.
public struct AccountView<Metadata: MetadataReading> {
    let metadata: Metadata
    let account: AccountNumber
    let rules: ServerRules

    public init(_ metadata: Metadata, account: AccountNumber, rules: ServerRules) {
        self.metadata = metadata
        self.account = account
        self.rules = rules
    }

    /// - Throws: when the account was never opened in this store.
    func state() throws(ServerError) -> AccountState {
        guard let state = try metadata.state(of: account) else {
            throw .failed("account \(account.rawValue) has no files here")
        }
        return state
    }
}

/// What a path argument leads to.
enum Located: Hashable {
    /// A place, whether or not something stands there.
    case path(RemotePath)
    case revision(StoredRevision)
}

extension AccountView {
    /// What an argument refers to; ids and namespaces become paths.
    /// - Throws: `LookupError`, here and below.
    func locate(_ argument: PathArgument) throws(ServerError) -> Located {
        guard let reference = argument.reference else {
            throw .refused(LookupError.malformedPath)
        }
        switch reference {
        case .path(let path):
            return .path(path)
        case .id(let id, let below):
            guard let node = NodeNumber(id, in: account),
                let entry = try metadata.entry(node, of: account)
            else { throw .refused(LookupError.notFound) }
            return .path(try joined(entry.path, below))
        case .namespace(let number, let below):
            return .path(try joined(try folder(ofNamespace: number), below))
        case .revision(let revision):
            guard let number = RevisionNumber(revision),
                let stored = try metadata.revision(number, of: account)
            else { throw .refused(LookupError.notFound) }
            return .revision(stored)
        }
    }

    /// The place that an argument refers to; a revision is none.
    func path(of argument: PathArgument) throws(ServerError) -> RemotePath {
        guard case .path(let path) = try locate(argument) else {
            throw .refused(LookupError.notFound)
        }
        return path
    }

    /// What stands where an argument leads.
    func entry(of argument: PathArgument) throws(ServerError) -> Entry {
        let path = try path(of: argument)
        guard !path.isRoot else { throw Self.rootIsUnsupported }
        guard let entry = try entry(at: path) else { throw .refused(LookupError.notFound) }
        return entry
    }

    /// What stands at a place; nil also for the root, which is no entry.
    func entry(at path: RemotePath) throws(ServerError) -> Entry? {
        try metadata.entry(at: path.key, of: account)
    }

    static var rootIsUnsupported: ServerError {
        .badRequest("path: The root folder is unsupported.")
    }

    private func folder(ofNamespace number: String) throws(ServerError) -> RemotePath {
        if number == account.namespace { return .root }
        guard let node = NodeNumber(namespace: number),
            let entry = try metadata.entry(node, of: account), entry.isShared
        else { throw .refused(LookupError.notFound) }
        return entry.path
    }

    private func joined(
        _ folder: RemotePath, _ below: RemotePath
    ) throws(ServerError) -> RemotePath {
        guard !below.isRoot else { return folder }
        guard let path = RemotePath(folder.display + below.display) else {
            throw .refused(LookupError.malformedPath)
        }
        return path
    }
}
