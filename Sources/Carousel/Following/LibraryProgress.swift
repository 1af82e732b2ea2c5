/// What a library is doing, for a progress line.
public struct LibraryProgress: Hashable, Sendable, Codable {
    public enum Stage: String, Sendable, Codable {
        /// Nothing to do.
        case idle
        /// Walking the folders and reading the metadata of what is new.
        case reading
        /// Making thumbnails and hashing.
        case finishing
    }

    public var stage: Stage
    /// Files the walk has seen.
    public var filesSeen: Int
    /// New or changed files whose metadata has been read.
    public var filesRead: Int
    /// Files whose thumbnails or hashes are made, of `toFinish`.
    public var finished: Int
    public var toFinish: Int

    public init(
        stage: Stage = .idle, filesSeen: Int = 0, filesRead: Int = 0, finished: Int = 0,
        toFinish: Int = 0
    ) {
        self.stage = stage
        self.filesSeen = filesSeen
        self.filesRead = filesRead
        self.finished = finished
        self.toFinish = toFinish
    }

    public static let idle = LibraryProgress()
}
