import Foundation
import Glibc
import Photos
import Store

/// The directory of a library and the names in it.
public struct LibraryDirectory: Hashable, Sendable {
    public let path: FilePath

    public init(_ path: FilePath) {
        self.path = path
    }

    /// `$XDG_DATA_HOME/carousel`, else `~/.local/share/carousel`.
    public static var standard: LibraryDirectory {
        let environment = ProcessInfo.processInfo.environment
        let data =
            environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? NSHomeDirectory() + "/.local/share"
        return LibraryDirectory(FilePath(data).appending("carousel"))
    }

    /// Whether there is a library in the directory.
    public var hasLibrary: Bool {
        path.appending(LibraryStore.fileName).withCString { access($0, F_OK) } == 0
    }

    /// Makes the directory where it is missing, for its owner alone.
    func make() throws(LibraryError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path.display, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .notWritable(
                directory: path.display, cause: (error as NSError).localizedDescription)
        }
    }

    /// Whose lock the owning process holds.
    var lockFile: FilePath { path.appending("library.lock") }
    /// Where the owning process listens.
    var socket: FilePath { path.appending("library.socket") }
}
