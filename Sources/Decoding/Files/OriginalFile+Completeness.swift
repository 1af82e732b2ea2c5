import DecoderProtocol
import Glibc

extension DecodingFailure {
    /// The same of a file that lacks bytes at its end.
    var ofCutShortFile: DecodingFailure {
        DecodingFailure(.truncated, "The file ends before its picture does. (\(detail))")
    }
}

extension OriginalFile {
    /// Whether the file's own outer structure says that bytes are missing at
    /// its end. Decoders mostly call such files corrupt.
    var isCutShort: Bool {
        switch format {
        case .webp, .avi: riffEnd.map { $0 > size } ?? false
        case .heif, .avif, .mp4, .quickTime: boxesEnd > size
        default: false
        }
    }

    /// Where the RIFF chunk that is the whole file ends.
    private var riffEnd: Int64? {
        bytes(at: 4, count: 4).map { length in
            8 + length.reversed().reduce(0) { $0 << 8 | Int64($1) }
        }
    }

    /// Where the last of the outermost boxes ends. What is no box known to
    /// stand there ends the walk: makers append data of their own.
    private var boxesEnd: Int64 {
        var position: Int64 = 0
        for _ in 0..<1000 {
            guard let header = bytes(at: position, count: 8),
                Self.outerBoxes.contains(String(decoding: header[4...], as: UTF8.self))
            else { break }
            var length = header[..<4].reduce(0) { $0 << 8 | Int64($1) }
            if length == 1 {
                guard let long = bytes(at: position + 8, count: 8), long[0] < 0x40 else { break }
                length = long.reduce(0) { $0 << 8 | Int64($1) }
            }
            let (end, overflow) = position.addingReportingOverflow(length)
            // 0 means: up to the file's end.
            guard length >= 8, !overflow else { break }
            position = end
        }
        return position
    }

    private static let outerBoxes: Set<String> = [
        "ftyp", "moov", "mdat", "meta", "free", "skip", "wide", "moof", "styp", "sidx", "uuid",
    ]

    /// Some bytes; nil when the file has not all of them.
    func bytes(at position: Int64, count: Int) -> [UInt8]? {
        guard position >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return pread(descriptor, &bytes, count, off_t(position)) == count ? bytes : nil
    }
}
