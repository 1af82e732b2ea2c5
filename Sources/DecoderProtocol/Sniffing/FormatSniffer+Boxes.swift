extension FormatSniffer {
    /// Formats made of boxes (ISO base media): MP4, QuickTime, HEIF, AVIF,
    /// CR3, JPEG XL in its container.
    static func boxFormat(of head: FileHead) -> FileFormat? {
        if head.has([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], at: 0) {
            return .jpegXL
        }
        var position = 0
        // Padding may stand in front; more than a few boxes of it is no file
        // of a camera's.
        for _ in 0..<4 {
            guard let size = head.integer(at: position, size: 4, bigEndian: true) else {
                return nil
            }
            if head.has("ftyp", at: position + 4) {
                return format(ofBrandsAt: position + 8, end: position + size, in: head)
            }
            // QuickTime as written before there were brands.
            if ["moov", "mdat", "wide", "pnot"].contains(where: {
                head.has($0, at: position + 4)
            }) {
                return .quickTime
            }
            guard head.has("free", at: position + 4) || head.has("skip", at: position + 4),
                size >= 8
            else { return nil }
            position += size
            // What follows the padding lies behind the head; only QuickTime
            // files are known to begin with so much of it.
            if position >= FormatSniffer.headLength { return .quickTime }
        }
        return nil
    }

    /// The major brand decides when it is one that means a format; else the
    /// first compatible one that does.
    private static func format(
        ofBrandsAt start: Int, end: Int, in head: FileHead
    ) -> FileFormat? {
        var brands: [[UInt8]] = []
        // The major brand's version number is at start + 4.
        for position in [start] + Array(stride(from: start + 8, to: min(end, head.count), by: 4)) {
            let brand = (0..<4).compactMap { head.byte(at: position + $0) }
            if brand.count == 4 { brands.append(brand) }
        }
        let names = brands.map { String(decoding: $0, as: UTF8.self) }
        guard let major = names.first else { return nil }
        if major == "crx " { return .raw }
        if ["avif", "avis"].contains(major) { return .avif }
        if heifBrands.contains(major) {
            let isAVIF =
                ["mif1", "msf1", "mif2"].contains(major)
                && names.contains { $0 == "avif" || $0 == "avis" }
            return isAVIF ? .avif : .heif
        }
        if major == "qt  " { return .quickTime }
        if soundBrands.contains(major) || major == "jp2 " || major == "jpx " { return nil }
        return .mp4
    }

    private static let heifBrands: Set<String> = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "mif2", "msf1",
    ]

    /// MPEG-4 files that hold no picture.
    private static let soundBrands: Set<String> = ["M4A ", "M4B ", "M4P ", "F4A ", "F4B "]
}
