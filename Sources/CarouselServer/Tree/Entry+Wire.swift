import DropboxAPI

extension Entry {
    /// The entry as the wire shows it.
    func metadata(in account: AccountNumber) -> Metadata {
        if let file = fileMetadata(in: account) { return .file(file) }
        return .folder(folderMetadata(in: account))
    }

    /// Nil for a folder.
    func fileMetadata(in account: AccountNumber) -> FileMetadata? {
        content.map { $0.metadata(path: path, node: node, in: account) }
    }

    /// A folder as the wire shows it.
    func folderMetadata(in account: AccountNumber) -> FolderMetadata {
        FolderMetadata(
            name: path.name, id: node.fileID(in: account), pathLower: path.key,
            pathDisplay: path.display, sharedFolderID: isShared ? node.namespace : nil)
    }
}

extension Content {
    /// The content as the wire shows it, at a path.
    func metadata(
        path: RemotePath, node: NodeNumber, in account: AccountNumber
    ) -> FileMetadata {
        FileMetadata(
            name: path.name, id: node.fileID(in: account), clientModified: clientModified,
            serverModified: serverModified, revision: revision.revision, size: size,
            pathLower: path.key, pathDisplay: path.display, contentHash: hash)
    }
}

extension Gravestone {
    /// The gravestone as the wire shows it.
    /// - Parameter isRestorable: nil where nobody asked.
    func metadata(isRestorable: Bool? = nil) -> Metadata {
        .deleted(
            DeletedMetadata(
                name: path.name, pathLower: path.key, pathDisplay: path.display,
                isRestorable: isRestorable))
    }
}
