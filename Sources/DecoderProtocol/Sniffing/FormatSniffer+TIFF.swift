extension FormatSniffer {
    /// TIFF, or one of the many RAW formats that look like TIFF: CR2, NEF,
    /// ARW, DNG, PEF, SRW …
    ///
    /// libvips opens such a file as a TIFF and hands out the tiny preview in
    /// its first directory as if it were the photo: hence the care.
    static func tiffFormat(of head: FileHead) -> FileFormat? {
        let bigEndian: Bool
        if head.has([0x49, 0x49, 0x2A, 0x00], at: 0) {
            bigEndian = false
        } else if head.has([0x4D, 0x4D, 0x00, 0x2A], at: 0) {
            bigEndian = true
        } else {
            // BigTIFF, which no camera writes.
            let isBig =
                head.has([0x49, 0x49, 0x2B, 0x00], at: 0)
                || head.has([0x4D, 0x4D, 0x00, 0x2B], at: 0)
            return isBig ? .tiff : nil
        }
        // Canon's CR2 says so behind the header.
        if head.has("CR", at: 8) { return .raw }
        let directory = FirstDirectory(of: head, bigEndian: bigEndian)
        return directory.looksRaw ? .raw : .tiff
    }

    /// The tags of a TIFF's first directory that tell RAW from TIFF.
    private struct FirstDirectory {
        private var isReduced = false
        private var hasSubdirectories = false
        private var hasDNGVersion = false
        private var compression = 1

        init(of head: FileHead, bigEndian: Bool) {
            guard let start = head.integer(at: 4, size: 4, bigEndian: bigEndian),
                let count = head.integer(at: start, size: 2, bigEndian: bigEndian)
            else { return }
            for index in 0..<min(count, head.count / 12) {
                let entry = start + 2 + index * 12
                guard let tag = head.integer(at: entry, size: 2, bigEndian: bigEndian),
                    let type = head.integer(at: entry + 2, size: 2, bigEndian: bigEndian),
                    let value = head.integer(
                        at: entry + 8, size: type == 3 ? 2 : 4, bigEndian: bigEndian)
                else { return }
                switch tag {
                case 0x00FE: isReduced = value & 1 == 1
                case 0x0103: compression = value
                case 0x014A: hasSubdirectories = true
                case 0xC612: hasDNGVersion = true
                default: break
                }
            }
        }

        /// A DNG, or a small picture in front with the real one in a
        /// subdirectory, or a compression that only cameras use: Sony,
        /// Samsung, Nikon, Kodak, Pentax.
        var looksRaw: Bool {
            hasDNGVersion || isReduced && hasSubdirectories
                || [32_767, 32_770, 34_713, 65_000, 65_535].contains(compression)
        }
    }
}
