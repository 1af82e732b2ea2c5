/// Tells a file's format from its first bytes.
public enum FormatSniffer {
    /// Bytes of a file's beginning that decide; fewer when the file is
    /// shorter.
    public static let headLength = 4096

    /// The format; nil when the content is none that we know.
    ///
    /// - Parameter head: bytes behind `headLength` are not looked at.
    /// - Complexity: O(length of the head).
    public static func format(of head: some Collection<UInt8>) -> FileFormat? {
        let head = FileHead(Array(head.prefix(headLength)))
        return format(ofSignature: head) ?? boxFormat(of: head) ?? tiffFormat(of: head)
            ?? (isMatroska(head) ? .matroska : nil)
            ?? (isTransportStream(head) ? .mpegTransport : nil)
    }

    /// Formats that a fixed beginning tells.
    private static func format(ofSignature head: FileHead) -> FileFormat? {
        if head.has([0xFF, 0xD8, 0xFF], at: 0) { return .jpeg }
        if head.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) { return .png }
        if head.has("GIF87a", at: 0) || head.has("GIF89a", at: 0) { return .gif }
        if head.has("RIFF", at: 0) {
            if head.has("WEBP", at: 8) { return .webp }
            if head.has("AVI ", at: 8) { return .avi }
        }
        // A bare JPEG XL codestream.
        if head.has([0xFF, 0x0A], at: 0) { return .jpegXL }
        return isRawBySignature(head) ? .raw : nil
    }

    /// Canon CRW, Fujifilm RAF, Sigma X3F, Minolta MRW. Olympus ORF and
    /// Panasonic RW2, which are TIFF under another number.
    private static func isRawBySignature(_ head: FileHead) -> Bool {
        head.has("HEAPCCDR", at: 6) || head.has("FUJIFILMCCD-RAW", at: 0)
            || head.has("FOVb", at: 0) || head.has([0, 0x4D, 0x52, 0x4D], at: 0)
            || head.has("IIRO", at: 0) || head.has("IIRS", at: 0) || head.has("MMOR", at: 0)
            || head.has([0x49, 0x49, 0x55, 0x00], at: 0)
    }

    /// An EBML header whose document type is Matroska's or WebM's.
    private static func isMatroska(_ head: FileHead) -> Bool {
        guard head.has([0x1A, 0x45, 0xDF, 0xA3], at: 0) else { return false }
        for position in 4..<64 where head.has([0x42, 0x82], at: position) {
            // Behind the element's id stands its length, in one byte.
            return head.has("matroska", at: position + 3) || head.has("webm", at: position + 3)
        }
        return false
    }

    /// Sync bytes every 188 bytes, or every 192 behind a time stamp (AVCHD).
    private static func isTransportStream(_ head: FileHead) -> Bool {
        [(first: 0, step: 188), (first: 4, step: 192)].contains { layout in
            (0..<8).allSatisfy { head.byte(at: layout.first + $0 * layout.step) == 0x47 }
        }
    }
}
