import Foundation

/// The measured server as a child.
final class ServerProcess {
    let port: UInt16
    let securePort: UInt16
    private let child: Process
    private let input: Pipe

    init(serving folder: String) throws {
        child = Process()
        child.executableURL = URL(
            fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/exe"))
        child.arguments = ["http", "--serve", folder]
        input = Pipe()
        let output = Pipe()
        child.standardInput = input
        child.standardOutput = output
        try child.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let byte = output.fileHandleForReading.readData(ofLength: 1)
            guard !byte.isEmpty else { throw BenchmarkError("the server does not start") }
            line += byte
        }
        let ports = String(decoding: line.dropLast(), as: UTF8.self).split(separator: " ")
            .compactMap { UInt16($0) }
        guard ports.count == 2 else { throw BenchmarkError("the server names no ports") }
        (port, securePort) = (ports[0], ports[1])
    }

    var process: Int32 { child.processIdentifier }

    func stop() {
        input.fileHandleForWriting.closeFile()
        child.waitUntilExit()
    }

    /// Memory in use, in bytes.
    func residentBytes() throws -> Int { try ProcessMemory(process).residentBytes() }

    /// The most memory that was in use since the last reset, in bytes.
    func peakBytes() throws -> Int { try ProcessMemory(process).peakBytes() }

    /// Lets the peak begin again at what is in use now.
    func resetPeak() throws { try ProcessMemory(process).resetPeak() }
}
