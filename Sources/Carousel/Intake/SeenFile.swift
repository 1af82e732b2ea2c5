import Photos
import Store

/// A known file whose first bytes were looked at.
struct SeenFile: Sendable {
    var file: FileToRead
    var beginning: FileBeginning
    /// What the file was meanwhile.
    var stamp: FileStamp
}

/// Of files that were read, those that share their size, and the known files
/// that share it with them and were never looked at.
struct FilesOfOneSize: Sendable {
    /// Where they are among the files.
    var read: [Int] = []
    var known: [FileToRead] = []
}
