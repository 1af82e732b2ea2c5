/// Files of the corpus where our answer and the manifest's differ for a
/// reason that was looked into.
enum CorpusExceptions {
    /// The reason for a fault that is none; nil when it is one.
    static func reason(_ path: String, _ fault: String) -> String? {
        reasons.first { path.hasPrefix($0.path) && fault.contains($0.fault) }?.reason
    }

    private static let reasons: [(path: String, fault: String, reason: String)] = []
}
