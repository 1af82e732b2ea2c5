import Carousel
import CommandLineKit
import Photos

/// `--library DIR`, which every command about a library takes.
enum LibraryOption {
    static let option = Option(
        "library", "DIR", .path,
        help: "the library's directory (default: carousel in your data directory)")

    static func directory(_ arguments: Arguments) -> LibraryDirectory {
        arguments[option].map { LibraryDirectory(.absolute($0)) } ?? .standard
    }
}

/// `--json`, which every command that lists takes.
let jsonFlag = Flag("json", help: "one JSON object a line, for scripts")
