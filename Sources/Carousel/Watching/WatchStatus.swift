public import Media

/// How well the library keeps up with its folders by itself.
public struct WatchStatus: Equatable, Sendable, Codable {
    /// Whether it does at all.
    public var isWatching = false
    public var coverage = WatchCoverage()
    /// How often folders that do not report their changes are looked through.
    public var sweepSeconds = 0
    /// What keeps it from doing so for the moment; it is tried again.
    public var failure: LibraryError?

    public init() {}
}

extension WatchStatus: CustomStringConvertible {
    /// One sentence for a person, or two.
    public var description: String {
        if let failure { return "Changes in folders are taken in later. \(failure)" }
        guard isWatching else { return "Changes are found by the next scan." }
        var text = "Watching \(coverage.watched) folders."
        let minutes = max(1, sweepSeconds / 60)
        if coverage.onNetwork > 0 {
            text +=
                " \(coverage.onNetwork) on network drives are looked through every "
                + "\(minutes) minutes."
        }
        if coverage.overBudget > 0 {
            text +=
                " \(coverage.overBudget) more than can be watched are looked through every "
                + "\(minutes) minutes; the system's limit is fs.inotify.max_user_watches."
        }
        return text
    }
}
