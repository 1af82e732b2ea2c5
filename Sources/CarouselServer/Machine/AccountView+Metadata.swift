import DropboxAPI

extension AccountView {
    /// `files/get_metadata`.
    public func metadata(
        for argument: GetMetadataArgument
    ) throws(ServerError) -> DropboxAPI.Metadata {
        do throws(ServerError) {
            switch try locate(argument.path) {
            case .revision(let revision):
                let file = try metadata(of: revision)
                return .file(argument.includeMediaInfo ? try withMediaInfo(file) : file)
            case .path(let path):
                guard !path.isRoot else { throw Self.rootIsUnsupported }
                if let entry = try entry(at: path)?.metadata(in: account) {
                    return argument.includeMediaInfo ? try withMediaInfo(entry) : entry
                }
                guard argument.includeDeleted,
                    let gravestone = try metadata.gravestone(at: path.key, of: account)
                else { throw ServerError.refused(LookupError.notFound) }
                return gravestone.metadata()
            }
        } catch {
            throw error.within(GetMetadataError.path)
        }
    }

    /// The file that `files/download` sends.
    public func file(for argument: DownloadArgument) throws(ServerError) -> FileMetadata {
        let path = argument.revision.map { PathArgument("rev:" + $0.text) } ?? argument.path
        do throws(ServerError) {
            return try file(at: path)
        } catch {
            throw error.within(DownloadError.path)
        }
    }

    /// The file that an argument leads to; a folder is `notFile`.
    /// - Throws: `LookupError`.
    public func file(at argument: PathArgument) throws(ServerError) -> FileMetadata {
        switch try locate(argument) {
        case .revision(let revision): return try metadata(of: revision)
        case .path(let path):
            guard !path.isRoot else { throw .refused(LookupError.notFile) }
            guard let entry = try entry(at: path) else { throw .refused(LookupError.notFound) }
            guard let file = entry.fileMetadata(in: account) else {
                throw .refused(LookupError.notFile)
            }
            return file
        }
    }

    /// A revision as metadata: under the path its file has now, or the last
    /// one it had.
    func metadata(of revision: StoredRevision) throws(ServerError) -> FileMetadata {
        var path = try metadata.entry(revision.node, of: account)?.path
        if path == nil {
            path = try metadata.lastPlacement(of: revision.content.revision, of: account)?.path
        }
        guard let path else { throw .refused(LookupError.notFound) }
        return revision.content.metadata(path: path, node: revision.node, in: account)
    }

    /// `users/get_space_usage`.
    public func spaceUsage() throws(ServerError) -> SpaceUsage {
        let state = try state()
        return SpaceUsage(used: state.used, allocated: state.quota)
    }
}
