import Photos

/// What can go wrong with the databases of a library.
public enum StoreError: Error, Hashable, Sendable {
    /// The directory cannot be made, or nothing can be written there.
    case notWritable(directory: FilePath, cause: String)
    /// There is no library there, and a reader does not make one.
    case noLibrary(directory: FilePath)
    /// The database belongs to a newer version; nothing was changed.
    case newerVersion(file: FilePath, found: Int, known: Int)
    /// The database has an older format, which a reader does not change.
    case olderVersion(file: FilePath, found: Int, known: Int)
    /// The file is no SQLite database, or one of another program.
    case notALibrary(file: FilePath, cause: String)
    /// The database is damaged.
    case damaged(file: FilePath, cause: String)
    /// The disk has no room for the change; the change was undone.
    case diskFull(file: FilePath)
    /// The store was opened for reading only.
    case readOnly(file: FilePath)
    /// Another process held the database for longer than the time-out.
    case busy(file: FilePath)
    /// Bytes that were to be stored as a thumbnail are none of that size.
    case notAThumbnail(LUID, ThumbnailSize)
    /// The store was closed.
    case closed(file: FilePath)
    /// Anything else that the database or the disk reports.
    case failed(file: FilePath, cause: String)

    /// Whether the same call may succeed later without anybody's doing.
    public var isRetryable: Bool {
        switch self {
        case .busy: true
        default: false
        }
    }
}

extension StoreError: CustomStringConvertible {
    /// One or two plain sentences: what happened and what to do.
    public var description: String {
        switch self {
        case .notWritable(let directory, let cause):
            "The library directory \(directory) cannot be written (\(cause)). "
                + "Choose another one or give yourself the right to write there."
        case .noLibrary(let directory):
            "There is no library in \(directory). Scan a folder first to make one."
        case .newerVersion(let file, let found, let known):
            "\(file) was written by a newer version (format \(found), this program knows "
                + "\(known)). Use the newer program; nothing was changed."
        case .olderVersion(let file, let found, let known):
            "\(file) has an older format (\(found), this program writes \(known)). It is brought "
                + "up to date when it is opened by somebody who may write it."
        case .notALibrary(let file, let cause):
            "\(file) is not a library of this program (\(cause)). Move it away and scan again."
        case .damaged(let file, let cause):
            "\(file) is damaged (\(cause)). Move it away and scan again; your photos are not "
                + "affected."
        case .diskFull(let file):
            "The disk that holds \(file) is full. Make room and try again."
        case .readOnly(let file):
            "\(file) is open for reading only."
        case .busy(let file):
            "Another program is using \(file). Try again."
        case .notAThumbnail(let luid, let size):
            "The thumbnail made of photo \(luid) is no JPEG of \(size.pixels) × \(size.pixels) "
                + "pixels."
        case .closed(let file):
            "\(file) was closed."
        case .failed(let file, let cause):
            "\(file) could not be read or written (\(cause))."
        }
    }
}
