import CommandLineKit
import Glibc

signal(SIGPIPE, SIG_IGN)
// A limit on the size of files is an error of the write, not the end.
signal(SIGXFSZ, SIG_IGN)
exit(await Program(ServerCommand.root, version: "0.1").run(CommandLine.words).rawValue)
