import Carousel
import CommandLineKit
import Photos

/// `carousel hide|unhide|delete|restore|favourite LUID…`
enum ActionCommand {
    private static let photos = Positional(
        "LUID", .atLeastOne, .luid, help: "a photo, by its luid in 'carousel timeline --json'")
    private static let off = Flag("off", help: "take the mark away")

    static let commands = [
        command(
            "hide", summary: "Take photos out of the timeline",
            discussion: """
                Nothing happens to their files. 'carousel timeline --hidden' lists them.
                """
        ) { _ in .hide },
        command("unhide", summary: "Bring hidden photos back into the timeline") { _ in .unhide },
        command(
            "favourite", summary: "Mark photos as favourites", [off]
        ) { $0[off] ? .unfavourite : .favourite },
        command(
            "delete", summary: "Delete photos: their files go to the desktop's trash",
            discussion: """
                All files of a photo are moved, wherever they lie. A file that cannot go to a \
                trash stays where it is, and so does its photo; nothing is ever removed for \
                good. 'carousel timeline --deleted' lists what was deleted, and 'carousel \
                restore' brings it back.
                """
        ) { _ in .delete },
        command(
            "restore", summary: "Bring deleted photos back, with their files"
        ) { _ in .restore },
    ]

    private static func command(
        _ name: String, summary: String, discussion: String = "",
        _ parameters: [any Parameter] = [],
        _ action: @escaping @Sendable (Arguments) -> PhotoAction
    ) -> Command {
        Command(
            name, summary: summary,
            discussion: discussion + (discussion.isEmpty ? "" : "\n") + """
                With --json the result is {"operation":"…","photos":[…],"waiting":[…],\
                "failed":[{"luid":1,"path":"…","reason":"…"}]}: the photos that were changed, \
                those with files on a drive that is not connected, and the files that could \
                not be moved, for which the exit code is 1.
                """,
            [photos] + parameters + [LibraryOption.option, jsonFlag]
        ) { arguments in
            await reporting { () throws(LibraryError) in
                let library = try await PhotoLibrary.open(
                    toChange: LibraryOption.existing(arguments))
                let result = await run(action(arguments), arguments[photos], in: library)
                await library.close()
                let (performed, outcome) = try result.get()
                show(performed, outcome, asJSON: arguments[jsonFlag])
                return outcome.failures.isEmpty ? .succeeded : .failed
            }
        }
    }

    private static func run(
        _ action: PhotoAction, _ photos: [LUID], in library: PhotoLibrary
    ) async -> Result<(PerformedAction, ActionOutcome), LibraryError> {
        do throws(LibraryError) {
            let performed = try await library.perform(action, on: photos)
            return .success((performed, try await library.outcome(of: performed.operation)))
        } catch {
            return .failure(error)
        }
    }

    private static func show(
        _ performed: PerformedAction, _ outcome: ActionOutcome, asJSON: Bool
    ) {
        if asJSON {
            let failed = outcome.failures.map { failure in
                var members: [(String, JSONText)] = [
                    ("luid", .integer(failure.photo.rawValue)),
                    ("path", .string(failure.path.display)),
                ]
                if !failure.path.isUTF8 {
                    members.append(("path_bytes", .string(failure.path.base64)))
                }
                members.append(("reason", .string(failure.problem.rawValue)))
                return JSONText.object(members)
            }
            let line = JSONText.object([
                ("operation", .string(performed.operation.description)),
                ("photos", .array(performed.photos.map { .integer($0.rawValue) })),
                ("waiting", .array(outcome.waiting.map { .integer($0.rawValue) })),
                ("failed", .array(failed)),
            ])
            Terminal.standardOutput.write(line.line + "\n")
            return
        }
        let count = performed.photos.count - outcome.failures.count
        Terminal.standardOutput.write(count == 1 ? "1 photo\n" : "\(max(0, count)) photos\n")
        if !outcome.waiting.isEmpty {
            Terminal.standardOutput.write(
                "\(outcome.waiting.count) have files on a drive that is not connected; they are "
                    + "moved when it is\n")
        }
        for failure in outcome.failures {
            Terminal.standardError.write("carousel: \(failure)\n")
        }
    }
}

extension ValueKind where Value == LUID {
    /// A photo's id.
    static var luid: ValueKind {
        ValueKind { word throws(ValueProblem) in
            guard let text = String(validating: word, as: UTF8.self), let number = Int64(text),
                number > 0, text.utf8.first != UInt8(ascii: "+")
            else { throw ValueProblem("is no photo's luid, which is a whole number above 0") }
            return LUID(number)
        }
    }
}
