import CarouselServer
import CommandLineKit

/// `carousel-server app …`: apps that prove themselves with a secret, or are
/// sent back to an address of the web. Others need no registration.
enum AppCommands {
    static let app = Command(
        "app", summary: "apps that are registered here",
        discussion: "An app with a proof key (PKCE) that runs on its user's machine needs no "
            + "registration.",
        subcommands: [add, list, remove])

    private static let key = Positional("KEY", .one, .text, help: "its client_id")

    private static let add: Command = {
        let secret = Flag("secret", help: "read its client_secret from standard input")
        let redirect = RepeatedOption(
            "redirect", "URL", .text, help: "an address it may be sent back to")
        return Command(
            "add", summary: "register an app", [key, ServerCommand.data, secret, redirect]
        ) { arguments in
            ServerCommand.report { () throws(ServerError) in
                let book = try ServerCommand.book(arguments)
                for key in arguments[key] {
                    try book.addApp(
                        key: key,
                        secret: arguments[secret] ? try PasswordPrompt.read("Secret: ") : nil,
                        redirects: arguments[redirect])
                }
            }
        }
    }()

    private static let list = Command(
        "list", summary: "list the apps", [ServerCommand.data, ServerCommand.json]
    ) { arguments in
        ServerCommand.report { () throws(ServerError) in
            for app in try ServerCommand.book(arguments).apps() {
                let redirects = app.redirects.joined(separator: " ")
                if arguments[ServerCommand.json] {
                    ServerCommand.say(
                        JSONLine([
                            ("key", .text(app.key)), ("redirects", .text(redirects)),
                            ("has_secret", .number(app.hasSecret ? 1 : 0)),
                        ]).text)
                } else {
                    ServerCommand.say(
                        "\(app.key)  \(app.hasSecret ? "with a secret" : "without a secret")  \(redirects)"
                    )
                }
            }
        }
    }

    private static let remove = Command(
        "remove", summary: "forget an app and end its tokens", [key, ServerCommand.data]
    ) { arguments in
        ServerCommand.report { () throws(ServerError) in
            let book = try ServerCommand.book(arguments)
            for key in arguments[key] { try book.removeApp(key) }
        }
    }
}
