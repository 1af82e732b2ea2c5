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
    func residentBytes() throws -> Int { try status("VmRSS:") }

    /// The most memory that was in use since the last reset, in bytes.
    func peakBytes() throws -> Int { try status("VmHWM:") }

    /// Lets the peak begin again at what is in use now.
    func resetPeak() throws {
        try Data("5".utf8).write(
            to: URL(fileURLWithPath: "/proc/\(process)/clear_refs"))
    }

    private func status(_ name: String) throws -> Int {
        let text = try String(
            contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        for line in text.split(separator: "\n") where line.hasPrefix(name) {
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.count > 1, let kilobytes = Int(words[1]) { return kilobytes << 10 }
        }
        throw BenchmarkError("the server has ended")
    }
}
