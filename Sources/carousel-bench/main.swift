import CommandLineKit
import GTKKit
import Glibc

let program = Program(
    Command(
        "carousel-bench", summary: "Benchmarks, each against a baseline of the same run",
        subcommands: [
            HTTPBenchmark.command, MediaBenchmark.command, PhotosBenchmark.command,
            RenderBenchmark.command,
            ScanBenchmark.command, ServerBenchmark.command, StartBenchmark.command,
            StoreBenchmark.command, SyncBenchmark.command, TimelineBenchmark.command,
        ]),
    version: "0.1")
// A window cannot be driven from within an `await`: it runs after the words
// are understood, in the loop of the main thread.
MainLoop.attachMainActor()
var outcome: ExitCode?
Task { outcome = await program.run(CommandLine.words) }
while outcome == nil {
    MainLoop.turn(mayBlock: true)
}
if outcome == .succeeded { outcome = RenderBenchmark.runWhatWasAsked() }
exit((outcome ?? .failed).rawValue)
