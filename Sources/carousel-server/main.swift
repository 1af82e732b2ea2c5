import CommandLineKit
import Glibc

signal(SIGPIPE, SIG_IGN)
exit(await Program(ServerCommand.root, version: "0.1").run(CommandLine.words).rawValue)
