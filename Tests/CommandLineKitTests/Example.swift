import CommandLineKit
import Synchronization

/// A program with one parameter of each kind, which remembers how it was
/// called.
final class Example: Sendable {
    static let library = Option("library", "DIR", .path, help: "where the library is")
    static let json = Flag("json", short: "j", help: "one JSON object a line")
    static let count = Option(
        "photos", short: "n", "N", .integer(in: 1...1_000_000), help: "how many")
    static let size = Option("size", "WxH", .extent(in: 1...16_384), help: "of the window")
    static let seed = Option("seed", "S", .number, help: "makes runs equal")
    static let mode = Option("mode", "MODE", .oneOf(["fast", "slow"]), help: "how")
    static let exclude = RepeatedOption("exclude", "GLOB", .text, help: "what to leave out")
    static let folders = Positional("FOLDER", .atLeastOne, .path, help: "what to take in")
    static let target = Positional("DIR", .one, .path, help: "where")
    static let source = Positional("SOURCE", .optional, .path, help: "from where")

    private let calls = Mutex<[Arguments]>([])

    var program: Program {
        Program(
            Command(
                "carousel", summary: "A photo library",
                subcommands: [
                    scan, sample, Command("folders", summary: "Folders", subcommands: [list]),
                ]),
            version: "1.2.3")
    }

    /// The arguments of the one call there was.
    var arguments: Arguments? {
        calls.withLock { $0.count == 1 ? $0[0] : nil }
    }

    private var scan: Command {
        Command(
            "scan", summary: "Take in folders",
            discussion: "Reads what is new and leaves the rest.",
            [Self.library, Self.json, Self.exclude, Self.size, Self.mode, Self.folders],
            action: remember)
    }

    private var sample: Command {
        Command(
            "sample", summary: "Make a folder",
            [Self.count, Self.seed, Self.target, Self.source], action: remember)
    }

    private var list: Command {
        Command("list", summary: "List folders", action: remember)
    }

    private var remember: Command.Action {
        { [self] arguments in
            calls.withLock { $0.append(arguments) }
            return .succeeded
        }
    }
}
