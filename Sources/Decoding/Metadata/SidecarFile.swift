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
        bytes = inUTF8(bytes)
        guard isText(bytes), let metadata = bytes.withUnsafeBytes(ImageMetadata.init(file:)),
            metadata.hasXMP
        else { throw DecodingFailure(.corrupt, "This is no XMP.") }
        return SidecarFacts(fields: metadata.fields(), location: metadata.location)
    }

    /// Windows programs write UTF-16 and say so by its mark.
    private static func inUTF8(_ bytes: [UInt8]) -> [UInt8] {
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index -> UInt16 in
            let high = bytes[isLittle ? index + 1 : index]
            let low = bytes[isLittle ? index : index + 1]
            return UInt16(high) << 8 | UInt16(low)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// exiv2 tells by the first bytes what it reads: nothing but text of the
    /// kind that XMP is gets that far.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        return text.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "<")
    }
}
