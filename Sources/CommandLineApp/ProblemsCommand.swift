import Carousel
import CommandLineKit
import Photos

/// `carousel problems`
enum ProblemsCommand {
    static let command = Command(
        "problems", summary: "List the files that were seen and are not shown in full",
        discussion: """
            A file whose metadata can be read and whose picture cannot stands in the timeline \
            as well.
            """,
        [LibraryOption.option, jsonFlag]
    ) { arguments in
        await reporting { () throws(LibraryError) in
            let library = try await PhotoLibrary.open(
                LibraryOption.directory(arguments), as: .reader)
            let problems = try library.problems()
            await library.close()
            for problem in problems {
                let text = arguments[jsonFlag] ? json(problem) : plain(problem)
                guard Terminal.standardOutput.write(text + "\n") else { return .failed }
            }
            return .succeeded
        }
    }

    private static func json(_ problem: Problem) -> String {
        var members = [("path", JSONText.string(problem.path.display))]
        if !problem.path.isUTF8 {
            members.append(("path_bytes", .string(problem.path.base64)))
        }
        members.append(("reason", .string(problem.reason.rawValue)))
        members.append(("detail", .string(problem.detail)))
        return JSONText.object(members).line
    }

    private static func plain(_ problem: Problem) -> String {
        "\(problem.path.display)\n    \(problem.reason.words): \(problem.detail)"
    }
}

extension ProblemReason {
    /// For a person.
    fileprivate var words: String {
        switch self {
        case .unreadable: "cannot be read"
        case .denied: "may not be opened"
        case .notAPhoto: "is no photo or video"
        case .empty: "is empty"
        case .tooLarge: "has too many pixels"
        case .truncated: "ends too early"
        case .corrupt: "is damaged"
        case .overLimit: "took too long or too much memory"
        case .decoderFailed: "made the decoder fail"
        case .unsupported: "is of a kind that cannot be shown yet"
        case .vanished: "went away"
        case .beingWritten: "is being written"
        case .brokenLink: "is a link that leads nowhere"
        }
    }
}
