import DecoderProtocol
import Glibc

/// One original, known by its open descriptor alone.
final class OriginalFile {
    /// The most bytes of a still picture's file: they are mapped as a whole
    /// into an address space that is limited.
    static let stillCapacity: Int64 = 1 << 30

    let descriptor: Int32
    let size: Int64
    let format: FileFormat
    /// Shared by all who read the still; mapped at first use.
    private var mapped: MappedBytes?

    /// Looks at the file's beginning.
    /// - Parameter descriptor: stays the caller's and open meanwhile.
    init(_ descriptor: Int32) throws(DecodingFailure) {
        self.descriptor = descriptor
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw DecodingFailure(.unreadable, "This is no file that can be read.")
        }
        size = Int64(status.st_size)
        guard size > 0 else { throw DecodingFailure(.empty, "The file has no bytes.") }
        var head = [UInt8](repeating: 0, count: FormatSniffer.headLength)
        let count = pread(descriptor, &head, head.count, 0)
        guard count >= 0 else { throw DecodingFailure(.unreadable, Self.systemWords()) }
        guard let format = FormatSniffer.format(of: head.prefix(count)) else {
            throw DecodingFailure(.notAPhoto, "The content is no kind of photo or video we know.")
        }
        self.format = format
    }

    /// All bytes of a still, mapped.
    func bytes() throws(DecodingFailure) -> UnsafeRawBufferPointer {
        if let mapped { return mapped.bytes }
        guard size <= Self.stillCapacity else {
            throw DecodingFailure(.tooLarge, "The file has more than 1 GiB.")
        }
        let fresh = try MappedBytes(descriptor, count: Int(size))
        mapped = fresh
        return fresh.bytes
    }

    /// The last system error in words.
    static func systemWords() -> String {
        "The file cannot be read: " + String(cString: strerror(errno))
    }
}

/// A file mapped into memory while this lives.
private final class MappedBytes {
    let bytes: UnsafeRawBufferPointer

    init(_ descriptor: Int32, count: Int) throws(DecodingFailure) {
        // Nobody else writes through a private mapping. A file cut shorter
        // meanwhile ends the process by SIGBUS, which the pool reports.
        guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
            start != MAP_FAILED
        else { throw DecodingFailure(.unreadable, OriginalFile.systemWords()) }
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
}
