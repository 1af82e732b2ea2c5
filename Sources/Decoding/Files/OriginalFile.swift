import DecoderProtocol
import Glibc

/// One original, known by its open descriptor alone.
final class OriginalFile {
    /// The most bytes of a still picture's file: they are mapped as a whole
    /// into an address space that is limited.
    static let stillCapacity: Int64 = 1 << 30

    /// What is read at first: mostly all metadata of a JPEG.
    private static let headLength = 16 * 1024
    /// What is read at most before the file is rather mapped.
    private static let headCapacity = 256 * 1024

    let descriptor: Int32
    let size: Int64
    let format: FileFormat
    /// Shared by all who read the still; mapped at first use.
    private var mapped: MappedBytes?
    private let head: HeadBytes

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
        head = HeadBytes()
        guard head.read(descriptor, upTo: Self.headLength) else {
            throw DecodingFailure(.unreadable, Self.systemWords())
        }
        guard let format = FormatSniffer.format(of: head.bytes) else {
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

    /// The bytes that hold a still's metadata: for a JPEG those before its
    /// scan, which are few, so that nothing needs to be mapped.
    func metadataBytes() throws(DecodingFailure) -> UnsafeRawBufferPointer {
        guard format == .jpeg, mapped == nil else { return try bytes() }
        for _ in 0..<64 {
            switch JPEGMarkers.metadata(in: head.bytes) {
            case .scan(let end):
                return UnsafeRawBufferPointer(rebasing: head.bytes[..<end])
            case .needs(let count) where count <= min(size, Int64(Self.headCapacity)):
                // Segments are long and few: a little more saves a read each.
                let wanted = min(count + Self.headLength, Self.headCapacity)
                guard head.read(descriptor, upTo: wanted) else { return try bytes() }
            case .needs, .odd:
                return try bytes()
            }
        }
        return try bytes()
    }

    /// The last system error in words.
    static func systemWords() -> String {
        "The file cannot be read: " + String(cString: strerror(errno))
    }
}

/// A file's first bytes in memory while this lives.
private final class HeadBytes {
    private var storage = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var count = 0

    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: storage[..<count])
    }

    /// Reads up to so many bytes from the beginning; pointers to those read
    /// before are no longer good. False when the system refuses.
    func read(_ descriptor: Int32, upTo length: Int) -> Bool {
        if length > storage.count {
            storage.deallocate()
            storage = .allocate(byteCount: length, alignment: 16)
            count = 0
        }
        let got = pread(descriptor, storage.baseAddress, length, 0)
        guard got >= 0 else { return false }
        count = got
        return true
    }

    deinit {
        storage.deallocate()
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
