import CommandLineKit
import Glibc

// A reader that has had enough (`carousel timeline | head`) is no reason to
// die of a signal: writing reports it.
signal(SIGPIPE, SIG_IGN)

let program = Program(
    Command(
        "carousel", summary: "A photo library that never makes you wait",
        subcommands: [
            ScanCommand.command, TimelineCommand.command, ProblemsCommand.command,
            FoldersCommand.command,
        ] + ActionCommand.commands + ConversationCommand.commands + [
            LinkCommand.link, LinkCommand.unlink, SyncCommand.sync, SyncCommand.pause,
            SyncCommand.resume, SyncCommand.status, SyncCommand.operations, SampleCommand.command,
        ]),
    version: "0.1")
exit(await program.run(CommandLine.words).rawValue)
