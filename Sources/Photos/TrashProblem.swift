/// Why a file could not be moved into the trash or back out of it. The file is
/// where it was, but for `caught`.
public enum TrashProblem: String, Hashable, Sendable, Codable, CaseIterable {
    /// Its drive has no trash, and none can be made there.
    case noTrash = "no_trash"
    /// The file or its folder may not be changed.
    case denied
    /// The drive cannot be written.
    case readOnly = "read_only"
    /// No room to note the file in the trash.
    case full
    /// Other bytes lie at its path than those that were to be deleted.
    case changed
    /// Other bytes took its place in the moment of the move, and are in the
    /// trash; they could not be put back.
    case caught
    /// There is no file at its path now.
    case absent
    /// Something else lies where the file was.
    case occupied
    /// The file is not in the trash any more.
    case emptied
    /// The folder the file was in cannot be reached or made again.
    case noFolder = "no_folder"
    /// Anything else the system reports.
    case failed
}

extension TrashProblem {
    /// A clause for a person: what happened and what to do.
    public var sentence: String {
        switch self {
        case .noTrash:
            "its drive has no trash; delete it with a file manager if you are sure"
        case .denied:
            "you may not change its folder; give yourself the right to write there"
        case .readOnly: "its drive is write-protected"
        case .full: "its drive has no room left to note it in the trash"
        case .changed: "the file was changed since; look at it before you delete it"
        case .caught:
            "what was saved in the moment of the delete is in the trash; bring it back from there"
        case .absent: "the file is not there"
        case .occupied: "something else lies at its old place; move that away and try again"
        case .emptied: "the file is not in the trash any more"
        case .noFolder: "its old folder cannot be reached; is its drive connected?"
        case .failed: "the system refused"
        }
    }
}
