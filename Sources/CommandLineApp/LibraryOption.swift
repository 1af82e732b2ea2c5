import Carousel
import CommandLineKit
import Photos
import SecretService

/// `--library DIR`, which every command about a library takes.
enum LibraryOption {
    static let option = Option(
        "library", "DIR", .path,
        help: "the library's directory (default: carousel in your data directory)")

    static func directory(_ arguments: Arguments) -> LibraryDirectory {
        arguments[option].map { LibraryDirectory(.absolute($0)) } ?? .standard
    }

    /// For commands that must not make a library where there is none.
    static func existing(
        _ arguments: Arguments
    ) throws(LibraryError) -> LibraryDirectory {
        let directory = directory(arguments)
        guard directory.hasLibrary else {
            throw .noLibrary(directory: directory.path.display)
        }
        return directory
    }
}

extension PhotoLibrary {
    /// Opens a library to change it, or to have its owner change it. Tokens go
    /// to the Secret Service where there is one.
    static func open(toChange directory: LibraryDirectory) async throws(LibraryError)
        -> PhotoLibrary
    {
        try await open(directory, secrets: SecretService())
    }
}

/// `--json`, which every command that lists takes.
let jsonFlag = Flag("json", help: "one JSON object a line, for scripts")
