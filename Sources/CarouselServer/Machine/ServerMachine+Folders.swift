import DropboxAPI

extension ServerMachine {
    /// `files/create_folder_v2`.
    public mutating func createFolder(
        _ argument: CreateFolderArgument, by caller: Caller
    ) throws(ServerError) -> FolderMetadata {
        var work = try begin(caller)
        let folder = try createFolder(argument, &work)
        try finish(&work)
        return folder
    }

    /// `files/create_folder_batch`.
    public mutating func createFolders(
        _ argument: CreateFolderBatchArgument, by caller: Caller
    ) throws(ServerError) -> BatchResult<CreateFolderBatchEntry> {
        var work = try begin(caller)
        var entries: [CreateFolderBatchEntry] = []
        for path in argument.paths {
            do throws(ServerError) {
                let one = CreateFolderArgument(path: path, autorename: argument.autorename)
                entries.append(CreateFolderBatchEntry(.success(try createFolder(one, &work))))
            } catch {
                guard let failure = error.failure as? CreateFolderError else { throw error }
                entries.append(CreateFolderBatchEntry(.failure(failure)))
            }
        }
        try finish(&work)
        return BatchResult(entries: entries)
    }

    private mutating func createFolder(
        _ argument: CreateFolderArgument, _ work: inout Work
    ) throws(ServerError) -> FolderMetadata {
        do throws(ServerError) {
            guard work.touched < rules.madeFolders else {
                throw ServerError.refused(WriteError.tooManyWriteOperations)
            }
            var place = try destination(argument.path, work)
            if let present = try metadata.entry(at: place.key, of: work.account) {
                guard argument.autorename else {
                    throw ServerError.refused(
                        WriteError.conflict(present.isFolder ? .folder : .file))
                }
                place = try freePlace(beside: place, .number, work)
            }
            try makeFolders(above: place, &work)
            return try putFolder(at: place, node: nil, isShared: false, &work)
                .folderMetadata(in: work.account)
        } catch {
            throw error.within(CreateFolderError.path)
        }
    }

    /// `sharing/share_folder`: a folder that has a namespace of its own. It
    /// is made where it is missing.
    public mutating func shareFolder(
        _ argument: ShareFolderArgument, previewURL: String, by caller: Caller
    ) throws(ServerError) -> SharedFolder {
        var work = try begin(caller)
        let place: RemotePath
        do throws(ServerError) {
            place = try destination(argument.path, work)
        } catch {
            guard error.failure != nil else { throw error }
            throw .refused(ShareFolderError.badPath(.invalidPath))
        }
        for ancestor in place.ancestors
        where try metadata.entry(at: ancestor.key, of: work.account)?.isShared == true {
            throw .refused(ShareFolderError.badPath(.insideSharedFolder))
        }
        var folder: Entry
        if let present = try metadata.entry(at: place.key, of: work.account) {
            guard present.isFolder else {
                throw .refused(ShareFolderError.badPath(.isFile))
            }
            guard !present.isShared else {
                throw .refused(ShareFolderError.badPath(.alreadyShared))
            }
            folder = present
        } else {
            try makeFolders(above: place, &work)
            folder = try putFolder(at: place, node: nil, isShared: false, &work)
        }
        folder.isShared = true
        folder.sequence = work.nextSequence()
        try metadata.put(folder, of: work.account)
        try finish(&work)
        return SharedFolder(
            id: folder.node.namespace, name: folder.path.name, pathLower: folder.path.key,
            pathDisplay: folder.path.display, previewURL: previewURL, timeInvited: work.now)
    }
}
