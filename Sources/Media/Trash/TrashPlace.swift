public import Photos

/// A name in a trash, for one file and the note about it.
public struct TrashPlace: Hashable, Sendable {
    /// Where the file is, or will be: `<trash>/files/<name>`.
    public let file: FilePath

    /// The place of a file in a trash, as remembered; nil for a path that can
    /// be none.
    public init?(file: FilePath) {
        guard let files = file.folder, files.folder != nil, !file.name.isEmpty else { return nil }
        self.file = file
    }

    init(trash: FilePath, name: [UInt8]) {
        file = trash.appending("files").appending(name)
    }

    /// The note that says where the file was and when it was deleted.
    var note: FilePath {
        // Both folders exist by the checks above.
        let trash = file.folder?.folder ?? FilePath("/")
        return trash.appending("info").appending(Array(file.name) + Self.ending)
    }

    static let ending = Array(".trashinfo".utf8)
}
