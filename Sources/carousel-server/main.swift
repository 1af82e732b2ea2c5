import CommandLineKit
import CLinux
import Glibc

// Many threads, each with a heap of its own that keeps what it once had,
// would hold several times what the server needs.
carousel_limit_heaps(2)
// Databases, bytes and keys are for the server's own user alone.
umask(0o077)
signal(SIGPIPE, SIG_IGN)
// A limit on the size of files is an error of the write, not the end.
signal(SIGXFSZ, SIG_IGN)
exit(await Program(ServerCommand.root, version: "0.1").run(CommandLine.words).rawValue)
