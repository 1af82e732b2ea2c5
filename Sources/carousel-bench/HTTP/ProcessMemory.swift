import Foundation

/// The memory of another process.
struct ProcessMemory {
    private let process: Int32

    init(_ process: Int32) {
        self.process = process
    }

    /// Memory in use, in bytes.
    func residentBytes() throws -> Int { try status("VmRSS:") }

    /// The most memory that was in use since the last reset, in bytes.
    func peakBytes() throws -> Int { try status("VmHWM:") }

    /// Lets the peak begin again at what is in use now.
    func resetPeak() throws {
        try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/\(process)/clear_refs"))
    }

    private func status(_ name: String) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        for line in text.split(separator: "\n") where line.hasPrefix(name) {
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.count > 1, let kilobytes = Int(words[1]) { return kilobytes << 10 }
        }
        throw BenchmarkError("the server has ended")
    }
}
