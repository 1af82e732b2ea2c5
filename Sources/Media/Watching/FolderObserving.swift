public import Photos

/// Somebody who is told of each folder before a walk lists it, so that no
/// change between the listing and the observation goes unnoticed.
public protocol FolderObserving: Sendable {
    /// - Parameter isWanted: the walk was asked for this folder itself.
    /// - Returns: whether the folder is to be listed.
    func willList(_ folder: FilePath, _ identity: FileIdentity, isWanted: Bool) -> Bool
}
