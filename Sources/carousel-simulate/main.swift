import CommandLineKit
import Glibc

let program = Program(SimulateCommand.command, version: "0.1")
exit(await program.run(CommandLine.words).rawValue)
