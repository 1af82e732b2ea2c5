/// Files of the corpus where our answer and the manifest's differ for a
/// reason that was looked into.
enum CorpusExceptions {
    /// The reason for a fault that is none; nil when it is one.
    static func reason(_ path: String, _ fault: String) -> String? {
        reasons.first { path.hasPrefix($0.path) && fault.contains($0.fault) }?.reason
    }

    private static let reasons: [(path: String, fault: String, reason: String)] = [
        // Pictures that are shown as far as they can be, and listed because
        // they are damaged; the manifest knows only one of the two.
        ("hostile/8f5d93fa", "is listed", "a quantization table is missing"),
        ("hostile/broken-bogus-data", "is listed", "the picture begins behind 4,801 odd bytes"),
        ("jpeg-odd-coding/corrupted.jpg", "is listed", "its lower part cannot be decoded"),
        // Our decoders read what the manifest's could not.
        ("jxl/alpha_premultiplied.jxl", "is not listed", "libjxl decodes it"),
        ("raw/Issue 247-", "is not listed", "the camera's preview in the file is shown"),
        ("tiff/cielab-dagams.tiff", "is not listed", "libvips decodes CIELAB"),
        // Photoshop documents are no photos: listed as unsupported.
        ("hostile/timeout-dedc7a4e", "is not in the timeline", "a PSD"),
        // Raw files: the size is that of the developed picture as LibRaw
        // sees it; the manifest has a tag's value.
        ("raw/CanonRaw.cr2", "size", "the tag is that of the embedded preview"),
        ("raw/CanonRaw.cr3", "size", "the tag is that of the camera's own JPEG"),
        ("raw/DNG.dng", "size", "the tag counts masked pixels at the edges"),
        ("raw/Nikon.nef", "size", "LibRaw leaves out one masked column"),
        ("raw/Panasonic.rw2", "size", "the tag is that of the camera's own JPEG"),
    ]
}
