/// How a part ended. What is not `done` is shown to the user with its reason.
public enum Outcome: Hashable, Sendable {
    case done
    /// The user took it back before it was sent.
    case undone
    /// A later act of the user made it void.
    case void
    /// The content reached the server another way.
    case claimed
    /// The bytes to upload are not there any more.
    case sourceGone
    /// Deleted elsewhere; the files stay where they are.
    case deletedElsewhere
    /// All files of the photo are gone by another's hand.
    case photoGone
    /// A share of which nothing was left.
    case nothingLeft
    /// The server has nothing to restore, nor has this disk.
    case nothingToRestore
    /// The server refused it.
    case refused(String)

    /// Whether the user is told.
    public var isVisible: Bool {
        switch self {
        case .done, .undone, .void, .claimed, .sourceGone: false
        case .deletedElsewhere, .photoGone, .nothingLeft, .nothingToRestore, .refused:
            true
        }
    }
}
