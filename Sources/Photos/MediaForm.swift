/// What a file's content is to an item of several files.
public enum MediaForm: UInt8, Sendable {
    /// A picture that any viewer shows.
    case still
    /// What a camera's sensor saw, not developed.
    case raw
    case film
}

/// A film within a picture's file: the moving part of a motion photo.
public struct MotionPart: Hashable, Sendable {
    /// Where in the file the film begins, in bytes.
    public let offset: Int64
    /// Bytes of the film.
    public let length: Int64

    /// Nil when there is no byte of it or it begins before the file.
    public init?(offset: Int64, length: Int64) {
        guard offset >= 0, length > 0 else { return nil }
        self.offset = offset
        self.length = length
    }
}

/// What a file's content says besides what its photo shows: what joins
/// files to one item, and whether they move.
public struct FileTraits: Hashable, Sendable {
    public var form: MediaForm
    /// A picture of several frames; the first one stands for it.
    public var isAnimated: Bool
    public var motion: MotionPart?
    /// Apple's identifier, the same in both files of a Live Photo.
    public var contentIdentifier: String?

    public init(
        form: MediaForm = .still, isAnimated: Bool = false, motion: MotionPart? = nil,
        contentIdentifier: String? = nil
    ) {
        self.form = form
        self.isAnimated = isAnimated
        self.motion = motion
        self.contentIdentifier = contentIdentifier
    }
}
