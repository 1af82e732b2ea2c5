internal import CVips
import DecoderProtocol

/// What libvips says when something does not work.
struct VipsFault: Error {
    let words: String

    /// What is in libvips's buffer, which is emptied.
    static func last() -> VipsFault {
        let words = String(cString: vips_error_buffer())
        vips_error_clear()
        return VipsFault(words: words)
    }

    static func clear() {
        vips_error_clear()
    }

    /// Whether the colour profile in the file is at fault, not its picture.
    var concernsProfile: Bool {
        words.contains("icc") || words.contains("profile")
    }

    /// The same for a person, under the reason it is listed.
    ///
    /// libvips has no error codes: its words, and those of the libraries
    /// below it, are all there is.
    var failure: DecodingFailure {
        let lower = words.lowercased()
        func says(_ parts: String...) -> Bool { parts.contains { lower.contains($0) } }
        // "bad seek" is noise of the HEIF loader, said of sound files too.
        let said = words.split(separator: "\n").filter { !$0.contains("bad seek") }
            .joined(separator: "; ")
        if says(
            "premature end", "truncat", "end of file", "unexpected end", "eof", "read error")
        {
            return DecodingFailure(.truncated, "The file ends before its picture does. (\(said))")
        }
        if says("security limit", "too large", "too many pixels", "exceeds the maximum") {
            return DecodingFailure(.tooLarge, "The picture is too large to decode. (\(said))")
        }
        if says("out of memory", "memory allocation", "unable to allocate") {
            return DecodingFailure(.overLimit, "Decoding takes too much memory. (\(said))")
        }
        if says("unsupported", "not supported", "not a known format", "no decoder", "unimplemented")
        {
            return DecodingFailure(
                .unsupported, "Pictures of this kind cannot be decoded here. (\(said))")
        }
        return DecodingFailure(.corrupt, "The picture's data makes no sense. (\(said))")
    }
}
