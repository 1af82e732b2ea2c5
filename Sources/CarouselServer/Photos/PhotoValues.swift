import DropboxAPI
import Photos

/// What a user set on a content: on all files of it, and on those to come.
public struct PhotoFlags: Hashable, Sendable {
    public var hidden = false
    public var favourite = false

    public init(hidden: Bool = false, favourite: Bool = false) {
        self.hidden = hidden
        self.favourite = favourite
    }
}

/// How an account lost a content. It is remembered for good, so that a device
/// with old files does not bring the content back.
public enum ContentEnd: Int64, Hashable, Sendable {
    /// By the user's wish.
    case deleted = 1
    /// A newer content took its place.
    case superseded = 2
}

/// What was read from a content, whoever has it.
public struct StoredFacts: Hashable, Sendable {
    /// The decoder's message; empty when it could read nothing.
    public var message: [UInt8]
    /// Empty without thumbnails.
    public var thumbHash: ThumbHash
    /// Nil when both thumbnails were made.
    public var problem: PhotoProblem?

    public init(message: [UInt8], thumbHash: ThumbHash, problem: PhotoProblem?) {
        self.message = message
        self.thumbHash = thumbHash
        self.problem = problem
    }
}

/// What was done under the name that a client gave.
public struct StoredOperation: Hashable, Sendable {
    /// Tells whether a repeat asks for the same.
    public var fingerprint: ContentHash
    /// The answer as it was spelt; nil when the operation was called off
    /// before it came.
    public var answer: [UInt8]?
    /// Of the photo feed after it was done.
    public var sequence: Sequence
    public var done: Timestamp

    public init(
        fingerprint: ContentHash, answer: [UInt8]?, sequence: Sequence, done: Timestamp
    ) {
        self.fingerprint = fingerprint
        self.answer = answer
        self.sequence = sequence
        self.done = done
    }
}

/// How far an account's photo of a content is.
public enum PhotoStanding: String, Sendable {
    case ready, pending, failed
    case notFound = "not_found"
}
