import Carousel

/// What the window says of the library's work, and how far it is.
struct ProgressWords: Hashable {
    /// The line below the title; nil when there is nothing to say.
    let line: String?
    /// 0 to 1; nil when nobody knows how much there is.
    let fraction: Double?
    let isWorking: Bool

    init(_ progress: LibraryProgress) {
        switch progress.stage {
        case .idle:
            line = nil
            fraction = nil
            isWorking = false
        case .reading:
            let seen = EventWords.grouped(progress.filesSeen)
            line =
                progress.filesRead == 0
                ? "Looking for photos, \(seen) files so far"
                : "Reading photos, \(EventWords.grouped(progress.filesRead)) so far"
            fraction = nil
            isWorking = true
        case .finishing:
            let done = EventWords.grouped(progress.finished)
            line = "Making thumbnails, \(done) of \(EventWords.grouped(progress.toFinish))"
            fraction =
                progress.toFinish > 0
                ? Double(progress.finished) / Double(progress.toFinish) : nil
            isWorking = true
        }
    }
}
