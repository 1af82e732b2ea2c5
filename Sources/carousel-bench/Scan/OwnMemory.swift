import Foundation

/// What the kernel says of this process.
enum OwnMemory {
    /// Begins to measure the peak anew.
    /// - Returns: resident megabytes now.
    static func resetPeak() -> Double {
        // Only the peak's mark is set back; it is a figure of a benchmark.
        try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        return megabytes("VmRSS:", in: "/proc/self/status")
    }

    /// Most resident megabytes since.
    static var peak: Double { megabytes("VmHWM:", in: "/proc/self/status") }

    /// Bytes that this process has read by system calls, from files, sockets
    /// and pipes.
    static var bytesRead: Int { Int(number("rchar:", in: "/proc/self/io")) }

    /// Bytes that it has written, likewise, and by how many calls.
    static var bytesWritten: Int { Int(number("wchar:", in: "/proc/self/io")) }
    static var writes: Int { Int(number("syscw:", in: "/proc/self/io")) }

    private static func megabytes(_ key: String, in file: String) -> Double {
        number(key, in: file) / 1024
    }

    private static func number(_ key: String, in file: String) -> Double {
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        for line in text.split(separator: "\n") where line.hasPrefix(key) {
            let digits = line.dropFirst(key.count).drop { $0 == " " || $0 == "\t" }
            return Double(digits.prefix { $0.isNumber }) ?? 0
        }
        return 0
    }
}
