/// The versions of HTTP spoken here; any other answers 505.
public enum HTTPVersion: Sendable, Hashable {
    /// Closes after each answer unless asked to stay; knows no chunks.
    case http10
    case http11
}
