import Glibc

/// One of the process's standard streams.
public struct Terminal: Sendable {
    let descriptor: Int32

    public static let standardOutput = Terminal(descriptor: STDOUT_FILENO)
    public static let standardError = Terminal(descriptor: STDERR_FILENO)

    /// For tests: any open descriptor.
    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Whether somebody sits in front of it.
    public var isInteractive: Bool { isatty(descriptor) == 1 }

    /// Columns; 80 when it cannot be told.
    public var columns: Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Writes all of the text at once, unbuffered; false when the reader is
    /// gone or the disk is full.
    ///
    /// A program that writes to pipes must ignore SIGPIPE to see the false.
    @discardableResult
    public func write(_ text: String) -> Bool {
        write(bytes: Array(text.utf8))
    }

    @discardableResult
    public func write(bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if written < 0, errno != EINTR {
                return false
            }
        }
        return true
    }
}
