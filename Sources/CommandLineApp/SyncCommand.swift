import Carousel
import CommandLineKit
import Photos

/// `carousel sync`, `carousel status` and `carousel operations`
enum SyncCommand {
    private static let watch = Flag(
        "watch", help: "go on, and take in what changes in the folders, until Ctrl+C")
    private static let once = Flag("once", help: "end when all is in step (as without --watch)")

    private static let patience = Option(
        "patience", "SECONDS", .integer(in: 0...3600),
        help: "how long a server is tried that cannot be reached (default: 20)")

    static let sync = Command(
        "sync", summary: "Bring the library and its server into step",
        discussion: """
            Looks through the folders of the library, sends what is new and what you have \
            done, and takes in what the server has. What cannot be sent now is kept. The exit \
            code is 1 when the server could not be reached or does not let this device in, or \
            syncing is paused.
            """,
        [once, watch, patience, LibraryOption.option, jsonFlag]
    ) { arguments in
        await cancelledByInterrupt {
            await reporting { () throws(LibraryError) in
                let library = try await PhotoLibrary.open(
                    toChange: LibraryOption.existing(arguments))
                let outcome = await run(library, arguments)
                await library.close()
                let status = try outcome.get()
                show(status, asJSON: arguments[jsonFlag])
                return status.state == .upToDate ? .succeeded : .failed
            }
        }
    }

    private static func run(
        _ library: PhotoLibrary, _ arguments: Arguments
    ) async -> Result<SyncStatus, LibraryError> {
        do throws(LibraryError) {
            if try await library.syncStatus().state == .unlinked { throw .server(.notLinked) }
            let patience = Duration.seconds(arguments[patience] ?? 20)
            // The program that has the library open watches it already.
            guard library.isOwner else {
                return .success(try await library.syncOnce(patience: patience))
            }
            guard arguments[watch] else {
                _ = try await library.scan()
                return .success(try await library.syncOnce(patience: patience))
            }
            try await library.startSync()
            let telling = Task {
                for await status in library.syncStatuses where status.state != .unlinked {
                    Terminal.standardError.write("carousel: \(status)\n")
                }
            }
            defer { telling.cancel() }
            try await library.watch()
            throw .cancelled
        } catch {
            return .failure(error)
        }
    }

    static let pause = Command(
        "pause", summary: "Send and take in nothing until 'carousel resume'",
        discussion: """
            Holds for every program that opens the library, the window included. What you do \
            meanwhile is kept and sent then.
            """,
        [LibraryOption.option]
    ) { arguments in
        await changing(arguments) { library throws(LibraryError) in try await library.pauseSync() }
    }

    static let resume = Command(
        "resume", summary: "Go on after 'carousel pause'", [LibraryOption.option]
    ) { arguments in
        await changing(arguments) { library throws(LibraryError) in
            try await library.resumeSync()
        }
    }

    static let status = Command(
        "status", summary: "Tell how the library and its server stand",
        discussion: """
            With --json {"state":"…","server":"…","account":"…","problem":"…","to_upload":n,\
            "to_send":n,"on_server":n,"failed":n,"paused":bool,"hold":"…"}. The state is \
            unlinked, paused (no program is syncing, or you have paused it, as paused tells), \
            up_to_date, working, offline or needs_attention; hold tells why uploads wait: \
            metered_network, battery or null.
            """,
        [LibraryOption.option, jsonFlag]
    ) { arguments in
        await reporting { () throws(LibraryError) in
            let library = try await PhotoLibrary.open(toChange: LibraryOption.existing(arguments))
            var outcome: Result<SyncStatus, LibraryError>
            do throws(LibraryError) {
                outcome = .success(try await library.syncStatus())
            } catch {
                outcome = .failure(error)
            }
            await library.close()
            show(try outcome.get(), asJSON: arguments[jsonFlag])
            return .succeeded
        }
    }

    static let operations = Command(
        "operations", summary: "List what the server does not know yet",
        discussion: """
            With --json one object each: id, kind (upload, hide, unhide, favourite, \
            unfavourite, delete, restore, share), photos, state (waiting, sent, answered, \
            failed), reason.
            """,
        [LibraryOption.option, jsonFlag]
    ) { arguments in
        await reporting { () throws(LibraryError) in
            let library = try await PhotoLibrary.open(
                LibraryOption.existing(arguments), as: .reader)
            let operations = try library.operations()
            await library.close()
            for operation in operations {
                let text = arguments[jsonFlag] ? json(operation) : plain(operation)
                guard Terminal.standardOutput.write(text + "\n") else { return .failed }
            }
            return .succeeded
        }
    }

    private static func show(_ status: SyncStatus, asJSON: Bool) {
        guard asJSON else {
            Terminal.standardOutput.write("\(status)\n")
            if let problem = status.problem, status.state != .needsAttention {
                Terminal.standardOutput.write("\(problem)\n")
            }
            return
        }
        let line = JSONText.object([
            ("state", .string(status.state.rawValue)), ("server", .string(status.server)),
            ("account", .string(status.account)), ("problem", .string(status.problem)),
            ("to_upload", .integer(status.toUpload)), ("to_send", .integer(status.toSend)),
            ("on_server", .integer(status.onServer)), ("failed", .integer(status.failed)),
            ("paused", .bool(status.isPausedByUser)), ("hold", .string(status.hold?.rawValue)),
        ])
        Terminal.standardOutput.write(line.line + "\n")
    }

    private static func json(_ operation: QueuedOperation) -> String {
        JSONText.object([
            ("id", .string(operation.id.description)),
            ("kind", .string(operation.kind.rawValue)),
            ("photos", .array(operation.photos.map { .integer($0.rawValue) })),
            ("state", .string(operation.state.rawValue)),
            ("reason", .string(operation.reason)),
        ]).line
    }

    private static func plain(_ operation: QueuedOperation) -> String {
        let photos = operation.photos.map { "#\($0)" }.joined(separator: " ")
        let reason = operation.reason.map { ": \($0)" } ?? ""
        return "\(operation.kind.rawValue) \(photos)  \(operation.state.rawValue)\(reason)"
    }
}
