/// What a file's name lets one expect. It never decides what a file is: that
/// is the content's business. It decides whether content that is no picture
/// is worth a word to the user.
///
/// The rule: a **sidecar** is never sniffed and never a problem. Every other
/// regular file is sniffed, whatever it is called. A picture or video of a
/// known kind that this build cannot decode is a problem (`unsupported`).
/// What is neither is a problem (`not_a_photo`, or `empty` without bytes) when
/// its name says **media**, and is ignored when not.
public enum FileNameKind: UInt8, Sendable, CaseIterable {
    /// The extension of a picture or video: `jpg`, `heic`, `mp4` …
    case media
    /// A file about another file: `xmp`, `json`, `aae`, `thm`.
    case sidecar
    /// Any other extension, or none.
    case other

    /// Letters of the extension match in either case.
    /// - Complexity: O(length of the extension).
    public init(fileName: some BidirectionalCollection<UInt8>) {
        // Packed into a number, as no extension known here is longer than 8.
        var packed: UInt64 = 0
        var shift: UInt64 = 0
        for byte in fileName.reversed() {
            if byte == UInt8(ascii: ".") {
                self = Self.known[packed] ?? .other
                return
            }
            guard shift < 64 else { break }
            packed |= UInt64(byte.asciiLowercased) << shift
            shift += 8
        }
        self = .other
    }

    init(_ name: UnsafeRawBufferPointer) {
        self.init(fileName: name)
    }

    private static let known: [UInt64: FileNameKind] = {
        var known: [UInt64: FileNameKind] = [:]
        for name in mediaExtensions { known[packed(name)] = .media }
        for name in ["xmp", "json", "aae", "thm"] { known[packed(name)] = .sidecar }
        return known
    }()

    private static func packed(_ text: String) -> UInt64 {
        text.utf8.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static let mediaExtensions = [
        "jpg", "jpeg", "jpe", "jfif", "mpo", "png", "apng", "gif", "webp", "tif", "tiff",
        "heic", "heif", "hif", "heics", "heifs", "avif", "avifs", "jxl", "jp2", "j2k", "bmp",
        "exv",
        // Cameras' own raw forms.
        "dng", "cr2", "cr3", "crw", "nef", "nrw", "arw", "srf", "sr2", "raf", "orf", "rw2", "raw",
        "pef", "ptx", "srw", "x3f", "3fr", "fff", "iiq", "erf", "mrw", "kdc", "dcr", "rwl", "gpr",
        "mp4", "m4v", "mov", "qt", "3gp", "3g2", "mkv", "webm", "avi", "mts", "m2ts", "mpg",
        "mpeg", "wmv", "asf", "flv", "ogv", "insv", "insp",
    ]
}
