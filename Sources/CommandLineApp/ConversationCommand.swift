import Carousel
import CommandLineKit
import Photos

/// `carousel share`, `conversations`, `conversation`, `say`, `like`, `save` and
/// `leave`
enum ConversationCommand {
    private static let photos = Positional(
        "LUID", .atLeastOne, .luid, help: "a photo, by its luid in 'carousel timeline --json'")
    private static let people = RepeatedOption(
        "to", "NAME", .text, help: "somebody with an account on the server")
    private static let guests = RepeatedOption(
        "guest", "NAME", .text, help: "somebody without one, who gets a page to look at")
    private static let existing = Option(
        "conversation", "ID", .conversation, help: "shares to a conversation that there is")
    private static let message = Option(
        "message", "TEXT", .text, help: "what to say about the photos")
    private static let title = Option(
        "title", "TEXT", .text, help: "what the new conversation is called")
    private static let id = Positional(
        "ID", .one, .conversation, help: "a conversation, by its id in 'carousel conversations'")
    private static let text = Positional("TEXT", .one, .text, help: "what to say")
    private static let item = Positional(
        "ITEM", .one, .item, help: "a message's id, or with ':' and a number one of its photos")
    private static let items = Positional(
        "ITEM", .atLeastOne, .item, help: "a photo: its message's id, ':' and its number")
    private static let off = Flag("off", help: "take it back")

    static let commands = [share, list, show, say, like, save, leave]

    private static let share = Command(
        "share", summary: "Share photos with people, or in a conversation",
        discussion: """
            It is in the conversation at once and goes to the server when it can be reached; \
            photos that are not there yet are uploaded first, ahead of others, and the message \
            arrives whole. With --json the result is {"conversation":"…","message":"…"}.
            """,
        [photos, people, guests, existing, message, title, LibraryOption.option, jsonFlag]
    ) { arguments in
        let destination: ShareDestination
        if let existing = arguments[existing] {
            guard arguments[people].isEmpty, arguments[guests].isEmpty,
                arguments[title] == nil
            else {
                Terminal.standardError.write(
                    "carousel: --conversation goes without --to, --guest and --title.\n")
                return .failed
            }
            destination = .conversation(existing)
        } else {
            destination = .people(
                arguments[people], guests: arguments[guests], title: arguments[title])
        }
        return await changing(arguments) { library throws(LibraryError) in
            let shared = try await library.share(
                arguments[photos], to: destination, message: arguments[message])
            Terminal.standardOutput.write(
                arguments[jsonFlag]
                    ? JSONText.object([
                        ("conversation", .string(shared.conversation.description)),
                        ("message", .string(shared.message.description)),
                    ]).line + "\n"
                    : "Shared in conversation \(shared.conversation)\n")
        }
    }

    private static let say = Command(
        "say", summary: "Send a message to a conversation", [id, text, LibraryOption.option]
    ) { arguments in
        await changing(arguments) { library throws(LibraryError) in
            _ = try await library.say(arguments[text][0], in: arguments[id][0])
        }
    }

    private static let like = Command(
        "like", summary: "Like a message or a shared photo",
        [id, item, off, LibraryOption.option]
    ) { arguments in
        await changing(arguments) { library throws(LibraryError) in
            let item = arguments[item][0]
            try await library.like(
                item.message, place: item.place, in: arguments[id][0], !arguments[off])
        }
    }

    private static let save = Command(
        "save", summary: "Take shared photos into the own library",
        discussion: "Those that are in it already are not copied.",
        [id, items, LibraryOption.option]
    ) { arguments in
        var messages: [MessageID] = []
        var places: [MessageID: [Int]] = [:]
        for item in arguments[items] {
            guard let place = item.place else {
                Terminal.standardError.write(
                    "carousel: Name the photos of message \(item.message): its id, ':' and a "
                        + "number each.\n")
                return .failed
            }
            if places[item.message] == nil { messages.append(item.message) }
            places[item.message, default: []].append(place)
        }
        return await changing(arguments) { [messages, places] library throws(LibraryError) in
            for message in messages {
                try await library.save(
                    places[message] ?? [], of: message, in: arguments[id][0])
            }
        }
    }

    private static let leave = Command(
        "leave", summary: "Leave a conversation", [id, LibraryOption.option]
    ) { arguments in
        await changing(arguments) { library throws(LibraryError) in
            try await library.leave(arguments[id][0])
        }
    }

    private static let list = Command(
        "conversations", summary: "List the conversations, the newest first",
        discussion: """
            With --json one object each: id, title, people [{"name":"…","standing":"member, \
            left, removed, guest or invited","url":"… of a guest's page"}], unread, photos, \
            standing (your own), pending, failure.
            """,
        [LibraryOption.option, jsonFlag]
    ) { arguments in
        await reading(arguments) { library throws(LibraryError) in
            try library.conversations().map {
                arguments[jsonFlag] ? json($0).line : plain($0)
            }
        }
    }

    private static let show = Command(
        "conversation", summary: "Show the messages of a conversation",
        discussion: """
            With --json one object a message: id, author, own, sent_ms, text, items \
            [{"item":"…","luid":1,"content_hash":"…","name":"…","width":1,"height":1,\
            "gone":bool,"pending":bool,"thumbnail":bool}], likes [{"name":"…","place":n}], left_out, state (sent, \
            pending, failed), uploaded, reason.
            """,
        [id, LibraryOption.option, jsonFlag]
    ) { arguments in
        await reading(arguments) { library throws(LibraryError) in
            guard let view = try library.conversation(arguments[id][0]) else {
                throw .conversation(.noSuchConversation)
            }
            return view.messages.map { message in
                guard arguments[jsonFlag] else { return plain(message) }
                let thumbnails = library.thumbnails(of: message.items, .s256).map { $0 != nil }
                return json(message, thumbnails).line
            }
        }
    }

    private static func changing(
        _ arguments: Arguments, _ change: (PhotoLibrary) async throws(LibraryError) -> Void
    ) async -> ExitCode {
        await reporting { () throws(LibraryError) in
            let library = try await PhotoLibrary.open(toChange: LibraryOption.existing(arguments))
            var failure: LibraryError?
            do throws(LibraryError) {
                try await change(library)
            } catch {
                failure = error
            }
            await library.close()
            if let failure { throw failure }
            return .succeeded
        }
    }

    private static func reading(
        _ arguments: Arguments, _ lines: (PhotoLibrary) throws(LibraryError) -> [String]
    ) async -> ExitCode {
        await reporting { () throws(LibraryError) in
            let library = try await PhotoLibrary.open(
                LibraryOption.existing(arguments), as: .reader)
            let found: Result<[String], LibraryError>
            do throws(LibraryError) {
                found = .success(try lines(library))
            } catch {
                found = .failure(error)
            }
            await library.close()
            for line in try found.get() {
                guard Terminal.standardOutput.write(line + "\n") else { return .failed }
            }
            return .succeeded
        }
    }
}
