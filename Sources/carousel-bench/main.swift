import Glibc

let benchmarks: [Benchmark] = [.timeline]

let arguments = Array(CommandLine.arguments.dropFirst())
guard let benchmark = benchmarks.first(where: { $0.name == arguments.first }) else {
    print("Usage:")
    for benchmark in benchmarks { print("  carousel-bench \(benchmark.usage)") }
    exit(arguments.first == "--help" ? 0 : 2)
}
do {
    try benchmark.run(Array(arguments.dropFirst()))
} catch {
    let message = (error as? UsageError)?.message ?? "\(error)"
    let line = Array("carousel-bench \(benchmark.name): \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(error is UsageError ? 2 : 1)
}
