import CarouselServer
import CommandLineKit
import Glibc

/// The program and what its commands share.
enum ServerCommand {
    static let root = Command(
        "carousel-server", summary: "a server for files and photos on a folder of your own",
        discussion: """
            It speaks the public Dropbox API v2. Begin with:

            carousel-server init /srv/photos
            carousel-server user add ada --data /srv/photos
            carousel-server serve --data /srv/photos --self-signed --listen 0.0.0.0:8443
            """,
        subcommands: [
            initialize, ServeCommand.serve, UserCommands.user, AppCommands.app,
            TokenCommand.token, UpkeepCommands.check, UpkeepCommands.backup,
            UpkeepCommands.stats,
        ])

    /// Where the server's folder is.
    static let data = Option(
        "data", "DIR", .text,
        help: "the server's folder (else $CAROUSEL_SERVER_DATA, /var/lib/carousel-server)")

    static let json = Flag("json", help: "print JSON, one object a line")

    private static let initialize: Command = {
        let folder = Positional("DIR", .one, .text, help: "a new or empty folder")
        return Command("init", summary: "make a server's folder", [folder]) { arguments in
            report { () throws(ServerError) in
                for path in arguments[folder] {
                    try ServerFolder.create(at: path)
                    say("Made \(path). Next: carousel-server user add NAME --data \(path)")
                }
            }
        }
    }()

    /// The server's folder that a command is about.
    static func folder(_ arguments: Arguments) -> String {
        arguments[data] ?? getenv("CAROUSEL_SERVER_DATA").map { String(cString: $0) }
            ?? "/var/lib/carousel-server"
    }

    /// The time and chance of this machine.
    static let surroundings = Surroundings(
        secondsSince1970: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Int64(time.tv_sec)
        },
        randomBytes: { count in
            var random = SystemRandomNumberGenerator()
            return (0..<count).map { _ in random.next() }
        },
        tick: {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
            return time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
        })

    /// Its users and tokens.
    static func book(_ arguments: Arguments) throws(ServerError) -> AccountBook {
        try AccountBook(directory: folder(arguments), surroundings: surroundings)
    }

    /// Runs a command and says what went wrong in plain words.
    static func report(_ body: () throws(ServerError) -> Void) -> ExitCode {
        do throws(ServerError) {
            try body()
            return .succeeded
        } catch {
            complain("\(error)")
            return .failed
        }
    }

    /// Prints a line.
    static func say(_ line: String) { Terminal.standardOutput.write(line + "\n") }

    /// Says what went wrong, on standard error.
    static func complain(_ words: String) {
        Terminal.standardError.write("carousel-server: \(words)\n")
    }
}
