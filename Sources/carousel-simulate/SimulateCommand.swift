import CommandLineKit
import Simulation

/// `carousel-simulate`
enum SimulateCommand {
    private static let seed = Option(
        "seed", "N", .number, help: "run this seed alone")
    private static let seeds = Option(
        "seeds", "A..B", .seedRange, help: "run all seeds from A to B (default 1..500)")
    private static let operations = Option(
        "ops", "M", .integer(in: 1...100_000), help: "acts in each world (default 200)")
    private static let log = Flag("log", help: "with --seed: print all that happens")
    private static let shrink = Flag(
        "shrink", help: "make each failing world as small as it gets")
    private static let first = Flag("first", help: "stop at the first failing seed")
    private static let sqliteEvery = Option(
        "sqlite-every", "N", .integer(in: 1...1_000_000),
        help: "keep the devices of every Nth seed in real databases, on a disk that crashes")
    private static let probes = Flag("probes", help: "print how often rare paths were reached")
    private static let server = Option(
        "server", "KIND", .oneOf(ServerKind.allCases.map(\.rawValue)),
        help: "which server: machine, the one that is shipped, or model; "
            + "bugs are planted in worlds with the model")
    private static let bug = Option(
        "bug", "NAME", .oneOf(PlantedBug.allCases.map(\.rawValue)),
        help: "plant a mistake, to see it caught")

    private static let crashes = Option(
        "crashes", "N", .integer(in: 1...100_000),
        help: "no worlds: end scripted lives of a library at each of their writes, "
            + "in N ways, a kill and losses of power")

    static let command = Command(
        "carousel-simulate", summary: "Lead sync through seeded lives of three devices",
        discussion: """
            Each seed is a world: devices, a server, users and faults. Equal seeds give equal \
            traces, in every process. A failing seed is printed with the invariant it broke. \
            The last line is a summary; the exit code is 0 when every seed passed.
            """,
        [seed, seeds, operations, server, sqliteEvery, log, shrink, first, probes, bug, crashes]
    ) { arguments in
        if let ways = arguments[crashes] { return CrashRun.run(ways) ? .succeeded : .failed }
        var range = arguments[seeds] ?? 1...500
        if let seed = arguments[seed] { range = seed...seed }
        let planted = arguments[bug].flatMap(PlantedBug.init(rawValue:))
        let kind = arguments[server].flatMap(ServerKind.init(rawValue:)) ?? .machine
        var run = SeedRun(
            operations: arguments[operations] ?? 200, server: planted == nil ? kind : .model,
            bug: planted, shrinks: arguments[shrink], sqliteEvery: arguments[sqliteEvery],
            logs: arguments[log])
        defer { run.removeLibraries() }
        for seed in range where !arguments[first] || run.failures == 0 { run.run(seed) }
        run.summarise(withProbes: arguments[probes])
        return run.failures == 0 ? .succeeded : .failed
    }
}

extension ValueKind where Value == ClosedRange<UInt64> {
    /// `A..B`, both included.
    static var seedRange: ValueKind {
        ValueKind { word throws(ValueProblem) in
            let ends = String(decoding: word, as: UTF8.self).split(
                separator: ".", omittingEmptySubsequences: true)
            guard ends.count == 2, let first = UInt64(ends[0]), let last = UInt64(ends[1]),
                first <= last
            else { throw ValueProblem("is not a range of seeds like 1..500") }
            return first...last
        }
    }
}
