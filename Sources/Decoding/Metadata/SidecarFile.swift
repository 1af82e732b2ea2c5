import DecoderProtocol
import Glibc

/// Reads an XMP file that lies beside a photo.
enum SidecarFile {
    /// The most bytes of one; those of large edits have some 100,000.
    private static let capacity = 16 << 20

    /// - Parameter descriptor: stays the caller's.
    static func facts(of descriptor: Int32) throws(DecodingFailure) -> SidecarFacts {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw DecodingFailure(.unreadable, "This is no file that can be read.")
        }
        let size = Int(status.st_size)
        guard size > 0 else { throw DecodingFailure(.empty, "The file has no bytes.") }
        guard size <= capacity else {
            throw DecodingFailure(.tooLarge, "The file has more than 16 MiB.")
        }
        var bytes = [UInt8](repeating: 0, count: size)
        guard pread(descriptor, &bytes, size, 0) == size else {
            throw DecodingFailure(.unreadable, OriginalFile.systemWords())
        }
        guard isText(bytes), let metadata = bytes.withUnsafeBytes(ImageMetadata.init(file:)),
            metadata.hasXMP
        else { throw DecodingFailure(.corrupt, "This is no XMP.") }
        return SidecarFacts(fields: metadata.fields(), location: metadata.location)
    }

    /// exiv2 tells by the first bytes what it reads: nothing but text of the
    /// kind that XMP is gets that far.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        return text.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "<")
    }
}
