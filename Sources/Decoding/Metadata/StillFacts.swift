import DecoderProtocol
import Photos

/// Gathers the facts of one still picture from the readers that know its
/// format best.
struct StillFacts {
    private let file: OriginalFile
    private var metadata: ImageMetadata?
    private var facts: FileFacts
    /// The picture's header by libvips; nil when not needed or not readable.
    private var header: Picture?
    private var headerFault: VipsFault?

    /// - Throws: when neither the picture's size nor any of its metadata can
    ///   be read.
    static func facts(of file: OriginalFile) throws(DecodingFailure) -> FileFacts {
        var reader = try StillFacts(file)
        reader.readMetadata()
        try reader.readSize()
        reader.facts.isAnimated = try reader.moves()
        reader.facts.motion = MotionPhoto.film(in: file, reader.metadata)
        reader.readEarlyThumbnail()
        guard reader.facts.size != nil || !reader.facts.fields.isEmpty else {
            throw reader.failure
        }
        return reader.facts
    }

    private var failure: DecodingFailure {
        if file.format == .raw {
            return DecodingFailure(.unsupported, "This camera's RAW files cannot be read.")
        }
        return headerFault?.failure
            ?? DecodingFailure(.corrupt, "Nothing in the file makes sense.")
    }

    private init(_ file: OriginalFile) throws(DecodingFailure) {
        self.file = file
        metadata = ImageMetadata(file: try file.metadataBytes())
        facts = FileFacts(format: file.format)
        if needsHeader { try openHeader() }
        // exiv2 0.27 reads no EXIF in some files in which others do.
        if metadata?.isEmpty ?? true, let block = header?.block(named: "exif-data"),
            let other = ImageMetadata(exifBlock: block)
        {
            metadata = other
        }
    }

    /// exiv2 tells the size of these as surely as libvips, for nothing more.
    private var needsHeader: Bool {
        switch file.format {
        case .jpeg, .png: metadata?.storedSize == nil
        case .raw: false
        default: true
        }
    }

    private mutating func openHeader() throws(DecodingFailure) {
        let bytes = try file.bytes()
        do throws(VipsFault) {
            header = try Picture.header(of: bytes)
        } catch {
            headerFault = error
        }
    }

    private mutating func readMetadata() {
        guard let metadata else { return }
        facts.fields = metadata.fields()
        facts.location = metadata.location
    }

    private mutating func readSize() throws(DecodingFailure) {
        switch file.format {
        case .jpeg, .png:
            facts.size = orientedSize ?? headerSize
        case .raw:
            try readRaw()
        default:
            facts.size = headerSize ?? orientedSize
        }
        // Films in AVIF, and JPEGs with other bytes in front: libav reads what
        // libheif and libjpeg do not know.
        if header == nil, file.format == .avif || file.format == .jpeg && facts.size == nil {
            readByVideoLibrary()
        }
    }

    /// The header's size, turned by the same rule as the thumbnails.
    private var headerSize: PixelSize? {
        header.map { picture in
            StillOrientation.orientation(of: picture, format: file.format, metadata: metadata)
                .applied(to: picture.size)
        }
    }

    /// What exiv2 says. Of box formats it is the stored size, and their
    /// orientation is not EXIF's: better than none.
    private var orientedSize: PixelSize? {
        guard let metadata, let stored = metadata.storedSize else { return nil }
        return file.format.keepsOrientationInEXIF
            ? metadata.orientation.applied(to: stored) : stored
    }

    private mutating func readRaw() throws(DecodingFailure) {
        guard let raw = RawFile(try file.bytes()) else {
            facts.size = orientedSize
            return
        }
        facts.size = RawSize.size(
            sensor: raw.storedSize, candidates: [metadata?.statedSize, metadata?.storedSize]
        ).map { raw.orientation.applied(to: $0) }
        if let canon = CanonBoxes(try file.bytes()) {
            facts.fields.merge(canon.fields) { found, _ in found }
            if facts.location == nil { facts.location = canon.location }
        }
        for (field, text) in raw.fields where facts.fields[field] == nil {
            facts.fields[field] = text
        }
    }

    private mutating func readByVideoLibrary() {
        guard let size = try? VideoFile(file).size else { return }
        let turns = file.format.keepsOrientationInEXIF ? metadata?.orientation : nil
        facts.size = turns?.applied(to: size) ?? size
    }

    /// Cameras put thumbnails into JPEGs; what other files have of that kind
    /// is not worth the search.
    private mutating func readEarlyThumbnail() {
        guard file.format == .jpeg, let metadata, let stored = metadata.storedSize,
            let thumbnail = metadata.thumbnail
        else { return }
        facts.earlyThumbnail = CameraThumbnail(
            stored: stored, orientation: metadata.orientation
        ).early(thumbnail)
    }

    private func moves() throws(DecodingFailure) -> Bool {
        switch file.format {
        case .gif, .webp, .jpegXL: (header?.pageCount ?? 1) > 1
        case .png: AnimatedPNG.isAnimated(try file.bytes())
        case .heif, .avif:
            try file.bytes().dropFirst(8).starts(withAnyOf: ["avis", "msf1", "hevc", "hevx"])
        default: false
        }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate func starts(withAnyOf brands: [String]) -> Bool {
        brands.contains { starts(with: $0.utf8) }
    }
}

extension FileFormat {
    /// Whether EXIF's orientation counts. HEIF and AVIF turn by boxes of
    /// their own, JPEG XL in its codestream; cameras write EXIF's as well.
    var keepsOrientationInEXIF: Bool {
        switch self {
        case .heif, .avif, .jpegXL: false
        default: true
        }
    }
}
