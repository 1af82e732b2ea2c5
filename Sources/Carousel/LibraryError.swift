import Photos

/// What can go wrong with a library as a whole. A single file that cannot be
/// read is no error: it is listed in `problems`.
public enum LibraryError: Error, Equatable, Sendable, Codable {
    /// The library's directory cannot be made or written.
    case notWritable(directory: String, cause: String)
    /// There is no library there, and one may not be made by a reader.
    case noLibrary(directory: String)
    /// The library was written by a newer version of the program.
    case newerVersion(directory: String, found: Int, known: Int)
    /// The library was written by an older version of the program, and cannot
    /// be brought up to date while another process has it.
    case olderVersion(directory: String)
    /// The database is damaged or is no library of ours.
    case damaged(file: String, cause: String)
    /// The database could not be read or written just now.
    case storage(cause: String, isRetryable: Bool)
    /// The folder to add or scan is not there or is no folder.
    case noSuchFolder(String)
    /// The folder is none of the library's.
    case notAFolderOfTheLibrary(String)
    /// A pattern of what to leave out has a line feed.
    case badPattern(String)
    /// The folder lies within the library's own directory.
    case folderIsTheLibrary(String)
    /// No photo has that id.
    case noSuchPhoto(LUID)
    /// None of the photo's files can be read now.
    case unreachable(LUID, cause: String)
    /// The photo's picture cannot be decoded.
    case undecodable(LUID, reason: ProblemReason, detail: String)
    /// A sample folder could not be filled.
    case sample(cause: String)
    /// The decoder program is missing or does not start.
    case decoder(cause: String)
    /// Another process owns the library and did not answer as it should.
    case owner(cause: String)
    /// Another process owns the library, and only the owner can do that.
    case notTheOwner
    /// What was to be said or shared in a conversation cannot be.
    case conversation(ConversationProblem)
    /// The server, or the way to it.
    case server(ServerProblem)
    /// The library was closed.
    case closed
    /// The work was cancelled; what was done stays done.
    case cancelled

    /// Whether the same call may succeed later without anybody's doing.
    public var isRetryable: Bool {
        switch self {
        case .storage(_, let isRetryable): isRetryable
        case .unreachable, .owner: true
        case .server(let problem): problem.isRetryable
        default: false
        }
    }
}

extension LibraryError: CustomStringConvertible {
    /// One or two plain sentences: what happened and what to do.
    public var description: String {
        switch self {
        case .notWritable(let directory, let cause):
            "The library directory \(directory) cannot be written (\(cause)). "
                + "Choose another one or give yourself the right to write there."
        case .noLibrary(let directory):
            "There is no library in \(directory). Scan a folder first to make one."
        case .newerVersion(let directory, let found, let known):
            "The library in \(directory) was written by a newer version (format \(found), this "
                + "program knows \(known)). Use the newer program; nothing was changed."
        case .olderVersion(let directory):
            "The library in \(directory) is of an older version, and the program that has it "
                + "open is too. Close that program and try again; nothing was changed."
        case .damaged(let file, let cause):
            "\(file) is damaged or is not a Carousel library (\(cause)). Move it away and scan "
                + "again; your photos are not affected."
        case .storage(let cause, let isRetryable):
            "The library could not be read or written (\(cause))."
                + (isRetryable ? " Try again." : "")
        case .noSuchFolder(let path):
            "\(path) is not a folder that can be opened."
        case .notAFolderOfTheLibrary(let path):
            "\(path) is no folder of this library; 'carousel folders list' shows which are."
        case .badPattern(let pattern):
            "The pattern \"\(pattern)\" has a line feed, which no pattern may have."
        case .folderIsTheLibrary(let path):
            "\(path) belongs to the library itself. Choose a folder with photos."
        case .noSuchPhoto(let luid):
            "There is no photo \(luid) in this library."
        case .unreachable(let luid, let cause):
            "No file of photo \(luid) can be read now (\(cause)). Is its drive connected?"
        case .undecodable(let luid, let reason, let detail):
            "The picture of photo \(luid) cannot be shown (\(reason.rawValue): \(detail))."
        case .sample(let cause):
            "The sample folder could not be made: \(cause)"
        case .decoder(let cause):
            "The program carousel-decoder does not start (\(cause)). Install it beside this "
                + "program or name it in CAROUSEL_DECODER."
        case .owner(let cause):
            "Another program has this library open and did not answer (\(cause)). Try again, "
                + "or close it."
        case .notTheOwner:
            "Another program has this library open; only that one can keep up with its folders."
        case .conversation(let problem): problem.description
        case .server(let problem): problem.description
        case .closed:
            "The library was closed."
        case .cancelled:
            "Cancelled. What was done so far is kept."
        }
    }
}
