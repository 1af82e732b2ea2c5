internal import CGExiv2
internal import CLibAV
internal import CVips
public import DecoderProtocol

/// Reads and decodes files with libraries that are not to be trusted with
/// hostile ones: for processes that may die. One for each process, used by
/// one thread.
public final class Decoder {
    private let thumbnailMaker = ThumbnailMaker()
    /// What a picture for the viewer is written with.
    private static let pictureQuality: Int32 = 90

    /// Prepares the libraries, once for the process.
    public init() throws(DecodingFailure) {
        guard carousel_vips_init() == 0 else {
            throw DecodingFailure(
                .decoderFailed, "libvips does not start: \(VipsFault.last().words)")
        }
        // Loaders that their makers do not trust with hostile files, but for
        // JPEG XL, which has no other.
        vips_block_untrusted_set(1)
        vips_operation_block_set("VipsForeignLoadJxl", 0)
        vips_cache_set_max(0)
        vips_concurrency_set(1)
        guard gexiv2_initialize() != 0 else {
            throw DecodingFailure(.decoderFailed, "exiv2 does not start.")
        }
        silenceLibraries()
    }

    /// What libraries say of odd files is no business of a user's terminal.
    private func silenceLibraries() {
        gexiv2_log_set_level(GEXIV2_LOG_LEVEL_MUTE)
        g_log_set_default_handler({ _, _, _, _ in }, nil)
        av_log_set_level(AV_LOG_QUIET)
    }

    /// - Parameter descriptor: of the file, open for reading at any
    ///   position; stays the caller's. Not looked at for requests that carry
    ///   no file.
    public func reply(to request: DecoderRequest, file descriptor: Int32) -> DecoderReply {
        do throws(DecodingFailure) {
            if case .samplePicture(let sample) = request {
                return .picture(try SampleWriter.file(of: sample))
            }
            if case .sidecar = request {
                return .sidecar(try SidecarFile.facts(of: descriptor))
            }
            return try reply(to: request, about: OriginalFile(descriptor))
        } catch {
            return .failure(error)
        }
    }

    private func reply(
        to request: DecoderRequest, about file: OriginalFile
    ) throws(DecodingFailure) -> DecoderReply {
        do throws(DecodingFailure) {
            switch request {
            case .facts: return .facts(try facts(of: file))
            case .thumbnails: return .thumbnails(try thumbnailMaker.thumbnails(of: file))
            case .picture(let maxSide, let format):
                return .picture(try picture(of: file, maxSide: maxSide, format))
            case .samplePicture, .sidecar: preconditionFailure("\(request) is no original's")
            }
        } catch {
            throw error.reason == .corrupt && file.isCutShort ? error.ofCutShortFile : error
        }
    }

    private func facts(of file: OriginalFile) throws(DecodingFailure) -> FileFacts {
        switch file.format.kind {
        case .photo: try StillFacts.facts(of: file)
        case .video: try VideoFacts.facts(of: file)
        }
    }

    private func picture(
        of file: OriginalFile, maxSide: Int, _ format: PictureFormat
    ) throws(DecodingFailure) -> [UInt8] {
        let decoded = try OriginalPicture.decoded(file, to: .within(maxSide))
        let bytes = try PictureWriter.bytes(
            of: decoded.picture, as: format, quality: Self.pictureQuality)
        guard bytes.count <= DecoderReply.pictureCapacity else {
            throw DecodingFailure(.tooLarge, "The picture has too many bytes to be shown.")
        }
        return bytes
    }
}
