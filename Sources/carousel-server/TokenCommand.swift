import CarouselServer
import CommandLineKit

/// `carousel-server token`: a token by hand, for scripts and tests.
enum TokenCommand {
    static let token: Command = {
        let login = Positional("NAME", .one, .text, help: "whose files it opens")
        let app = Option("app", "KEY", .text, help: "the app it is for (else command-line)")
        let refresh = Flag("refresh", help: "give a refresh token too; the access token lives 4 h")
        let days = Option(
            "days", "N", .integer(in: 1...3650), help: "how long it lives (else for ever)")
        let scopes = Option(
            "scopes", "WORDS", .text, help: "what it allows, as 'files.metadata.read' (else all)")
        return Command(
            "token", summary: "give a token; it is shown once and kept nowhere",
            [login, ServerCommand.data, app, refresh, days, scopes, ServerCommand.json]
        ) { arguments in
            ServerCommand.report { () throws(ServerError) in
                guard let allowed = ScopeList(arguments[scopes]) else {
                    throw .badRequest("'\(arguments[scopes] ?? "")' has a word that is no scope")
                }
                let seconds =
                    arguments[refresh] ? 14_400 : arguments[days].map { Int64($0) * 86_400 }
                let issued = try ServerCommand.book(arguments).issueToken(
                    for: arguments[login].first ?? "", app: arguments[app] ?? "command-line",
                    scopes: allowed, lifetime: seconds, withRefresh: arguments[refresh])
                guard !arguments[ServerCommand.json] else {
                    return ServerCommand.say(
                        JSONLine([
                            ("access_token", .text(issued.access)),
                            ("refresh_token", issued.refresh.map { .text($0) } ?? .null),
                            ("expires_in", issued.expiresIn.map { .number($0) } ?? .null),
                        ]).text)
                }
                ServerCommand.say(issued.access)
                if let refresh = issued.refresh { ServerCommand.say(refresh) }
            }
        }
    }()
}
