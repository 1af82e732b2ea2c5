/// Which server the devices of a world talk to.
public enum ServerKind: String, CaseIterable, Sendable {
    /// The deciding part of the server that is shipped.
    case machine
    /// The rules once more, plainly, for mistakes to be planted in.
    case model
}
