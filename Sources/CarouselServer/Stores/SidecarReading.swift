import Photos

/// The rows of files beside photos, for reading. All of them can be made anew
/// from the file plane.
public protocol SidecarReading {
    /// The sidecars in a folder, in the order of their names.
    func sidecars(
        in folder: String, of account: AccountNumber, limit: Int
    ) throws(ServerError) -> [StoredSidecar]

    /// Whether there are any.
    func hasSidecars(in folder: String, of account: AccountNumber) throws(ServerError) -> Bool

    /// The sidecars that were found to belong to a file, the best first.
    func sidecars(
        of node: NodeNumber, of account: AccountNumber
    ) throws(ServerError) -> [SidecarContent]

    /// What these say, in their order.
    func sidecarFacts(
        of node: NodeNumber, of account: AccountNumber
    ) throws(ServerError) -> [StoredSidecarFacts]

    /// Whether a sidecar's bytes were read.
    func isRead(_ sidecar: SidecarContent) throws(ServerError) -> Bool

    /// The first folder behind a number in which files may belong together
    /// otherwise than is noted.
    func unmatchedFolder(after number: Int64) throws(ServerError) -> UnmatchedFolder?
}

/// The same, and changing them.
public protocol SidecarStore: SidecarReading {
    /// Puts a sidecar into a folder, in place of one with the same name.
    mutating func put(
        _ sidecar: StoredSidecar, in folder: String, of account: AccountNumber
    ) throws(ServerError)
    /// Takes a sidecar out of a folder, where there is one.
    mutating func removeSidecar(
        named name: String, in folder: String, of account: AccountNumber
    ) throws(ServerError)

    /// Notes which sidecars belong to a file, the best first.
    mutating func setSidecars(
        _ sidecars: [SidecarContent], of node: NodeNumber, of account: AccountNumber
    ) throws(ServerError)
    /// Forgets the sidecars of files that no path has.
    mutating func purgeSidecars(of account: AccountNumber) throws(ServerError)

    /// Keeps what was read from a sidecar's bytes.
    mutating func put(
        _ facts: StoredSidecarFacts, of sidecar: SidecarContent
    ) throws(ServerError)

    /// Notes that a folder is to be looked at.
    mutating func addUnmatched(
        _ folder: String, of account: AccountNumber
    ) throws(ServerError)
    /// Notes that a folder was looked at, unless it changed meanwhile.
    mutating func removeUnmatched(_ folder: UnmatchedFolder) throws(ServerError)
}
