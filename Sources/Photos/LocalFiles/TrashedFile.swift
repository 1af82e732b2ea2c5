/// A file that the user's own delete moves to the desktop's trash, or an undo
/// brings back. The row is written first, then the file is moved; both steps
/// can be repeated.
public struct TrashedFile: Hashable, Sendable {
    public enum State: UInt8, Hashable, Sendable {
        /// Still in its folder, perhaps on a disk that is absent.
        case leaving
        case inTrash
        /// On its way back to its folder.
        case returning
    }

    /// The part that deletes it.
    public var deletedBy: OperationID
    public var file: LocalFile
    public var luid: LUID
    public var state: State

    public init(deletedBy: OperationID, file: LocalFile, luid: LUID, state: State) {
        self.deletedBy = deletedBy
        self.file = file
        self.luid = luid
        self.state = state
    }
}
