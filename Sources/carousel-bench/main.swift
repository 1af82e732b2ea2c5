import CommandLineKit
import Glibc

let program = Program(
    Command(
        "carousel-bench", summary: "Benchmarks, each against a baseline of the same run",
        subcommands: [
            HTTPBenchmark.command, MediaBenchmark.command, ScanBenchmark.command,
            StartBenchmark.command, StoreBenchmark.command, TimelineBenchmark.command,
            ServerBenchmark.command,
        ]),
    version: "0.1")
exit(await program.run(CommandLine.words).rawValue)
