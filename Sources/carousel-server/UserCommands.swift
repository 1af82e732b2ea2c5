import CarouselServer
import CommandLineKit
import Glibc

/// `carousel-server user …`.
enum UserCommands {
    static let user = Command(
        "user", summary: "the people who have accounts",
        subcommands: [add, list, passwd, quota, remove])

    private static let login = Positional("NAME", .one, .text, help: "what they log in with")
    private static let size = ValueKind<Int64> { word throws(ValueProblem) in
        guard let bytes = ByteSize.parse(String(decoding: word, as: UTF8.self)) else {
            throw ValueProblem("is no size like 500G or 2T")
        }
        return bytes
    }

    private static let add: Command = {
        let name = Option("name", "TEXT", .text, help: "their name as others see it")
        let quota = Option("quota", "SIZE", size, help: "what their files may hold (else 1T)")
        return Command(
            "add", summary: "add a user; the password is read from standard input",
            [login, ServerCommand.data, name, quota]
        ) { arguments in
            ServerCommand.report { () throws(ServerError) in
                let book = try ServerCommand.book(arguments)
                for login in arguments[login] {
                    try book.addUser(
                        login: login, displayName: arguments[name],
                        password: try PasswordPrompt.read("Password for \(login): "),
                        quota: arguments[quota] ?? 1 << 40)
                }
            }
        }
    }()

    private static let list = Command(
        "list", summary: "list the users", [ServerCommand.data, ServerCommand.json]
    ) { arguments in
        ServerCommand.report { () throws(ServerError) in
            for user in try ServerCommand.book(arguments).users() {
                if arguments[ServerCommand.json] {
                    ServerCommand.say(
                        JSONLine([
                            ("account", .number(user.account.rawValue)),
                            ("login", .text(user.login)), ("name", .text(user.displayName)),
                            ("quota", .number(user.quota)),
                            ("created", .text("\(user.created)")),
                        ]).text)
                } else {
                    ServerCommand.say(
                        "\(user.login)  \(user.displayName)  \(ByteSize.text(user.quota))")
                }
            }
        }
    }

    private static let passwd = Command(
        "passwd", summary: "set a password; it ends all sessions of the user",
        [login, ServerCommand.data]
    ) { arguments in
        ServerCommand.report { () throws(ServerError) in
            let book = try ServerCommand.book(arguments)
            for login in arguments[login] {
                try book.setPassword(
                    try PasswordPrompt.read("New password for \(login): "), of: login)
            }
        }
    }

    private static let quota: Command = {
        let bytes = Positional("SIZE", .one, size, help: "as 500G or 2T")
        return Command(
            "quota", summary: "set what a user's files may hold",
            [login, bytes, ServerCommand.data]
        ) { arguments in
            ServerCommand.report { () throws(ServerError) in
                let book = try ServerCommand.book(arguments)
                for login in arguments[login] {
                    try book.setQuota(arguments[bytes].first ?? 0, of: login)
                }
            }
        }
    }()

    private static let remove: Command = {
        let sure = Flag("yes", help: "do not ask")
        return Command(
            "remove", summary: "remove a user with all their files",
            discussion: "They are out at once. A running server removes the files in the next "
                + "minutes, one that is not running when it starts.",
            [login, ServerCommand.data, sure]
        ) { arguments in
            ServerCommand.report { () throws(ServerError) in
                let book = try ServerCommand.book(arguments)
                for login in arguments[login] {
                    guard
                        arguments[sure] || confirmed("Remove \(login) and all their files? [y/N] ")
                    else { throw .failed("nothing was removed") }
                    try book.removeUser(login)
                }
            }
        }
    }()

    private static func confirmed(_ question: String) -> Bool {
        Terminal.standardError.write(question)
        return ["y", "yes"].contains((readLine() ?? "").lowercased())
    }
}
