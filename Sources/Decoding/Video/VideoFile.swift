internal import CLibAV
import DecoderProtocol
import Photos

/// A film's container, opened by libav through a descriptor.
///
/// Only the demuxer of the sniffed format is used: others (playlists, lists
/// of files) would open further files.
final class VideoFile {
    let context: UnsafeMutablePointer<AVFormatContext>
    let stream: UnsafeMutablePointer<AVStream>
    /// Keeps the callbacks' object alive.
    private let reader: MediaReader

    init(_ file: OriginalFile) throws(DecodingFailure) {
        guard let reader = MediaReader(descriptor: file.descriptor, size: file.size),
            let fresh = avformat_alloc_context()
        else { throw DecodingFailure(.overLimit, "There is no memory to open the file.") }
        self.reader = reader
        fresh.pointee.pb = reader.context
        var context: UnsafeMutablePointer<AVFormatContext>? = fresh
        let demuxer = av_find_input_format(Self.demuxer(for: file.format))
        // Frees the context when it fails.
        let code = avformat_open_input(&context, nil, demuxer, nil)
        guard code == 0, let context else { throw Self.failure(code) }
        self.context = context
        do throws(DecodingFailure) {
            stream = try Self.pictureStream(of: context)
        } catch {
            var closing: UnsafeMutablePointer<AVFormatContext>? = context
            avformat_close_input(&closing)
            throw error
        }
    }

    deinit {
        var closing: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&closing)
    }

    private static func demuxer(for format: FileFormat) -> String {
        switch format {
        case .matroska: "matroska"
        case .avi: "avi"
        case .mpegTransport: "mpegts"
        case .jpeg: "jpeg_pipe"
        default: "mov"
        }
    }

    /// The stream that shows pictures; looks into the data where the header
    /// does not tell its size.
    private static func pictureStream(
        of context: UnsafeMutablePointer<AVFormatContext>
    ) throws(DecodingFailure) -> UnsafeMutablePointer<AVStream> {
        if let stream = bestStream(of: context), stream.pointee.codecpar.pointee.width > 0 {
            return stream
        }
        context.pointee.probesize = 8 << 20
        context.pointee.max_analyze_duration = 5 * Int64(AV_TIME_BASE)
        avformat_find_stream_info(context, nil)
        guard let stream = bestStream(of: context) else {
            throw DecodingFailure(.notAPhoto, "The file holds no pictures.")
        }
        return stream
    }

    private static func bestStream(
        of context: UnsafeMutablePointer<AVFormatContext>
    ) -> UnsafeMutablePointer<AVStream>? {
        let index = av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        return index >= 0 ? context.pointee.streams[Int(index)] : nil
    }

    /// How the frames must be turned to be seen upright.
    var orientation: Orientation {
        guard let data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, nil) else {
            return .upright
        }
        let matrix = UnsafeRawPointer(data)
        // The matrix maps (x, y) to (a·x + c·y, b·x + d·y); rows of three.
        func sign(_ index: Int) -> Int {
            Int(matrix.loadUnaligned(fromByteOffset: index * 4, as: Int32.self).signum())
        }
        return switch (sign(0), sign(1), sign(3), sign(4)) {
        case (-1, 0, 0, 1): .mirrored
        case (-1, 0, 0, -1): .upsideDown
        case (1, 0, 0, -1): .flipped
        case (0, 1, 1, 0): .transposed
        case (0, 1, -1, 0): .quarterRight
        case (0, -1, -1, 0): .transversed
        case (0, -1, 1, 0): .quarterLeft
        default: .upright
        }
    }

    /// A frame's size as seen: upright, with square pixels; nil when unknown.
    var size: PixelSize? {
        let parameters = stream.pointee.codecpar.pointee
        guard parameters.width > 0, parameters.height > 0 else { return nil }
        let stored = PixelSize(width: Int(parameters.width), height: Int(parameters.height))
        return orientation.applied(to: squarePixels(stored))
    }

    /// A stored size with its width stretched as the pixels' shape demands.
    func squarePixels(_ stored: PixelSize) -> PixelSize {
        let shape = av_guess_sample_aspect_ratio(context, stream, nil)
        guard shape.num > 0, shape.den > 0, shape.num != shape.den else { return stored }
        let width = Double(stored.width) * Double(shape.num) / Double(shape.den)
        // A shape that no display has is an error in the file.
        guard width >= 1, width <= Double(stored.width) * 4 else { return stored }
        return PixelSize(width: Int(width.rounded()), height: stored.height)
    }

    var durationMilliseconds: Int? {
        let duration = context.pointee.duration
        if duration > 0 { return Int(duration / 1000) }
        // Some containers tell it of their streams only.
        let (length, unit) = (stream.pointee.duration, stream.pointee.time_base)
        guard length > 0, unit.num > 0, unit.den > 0 else { return nil }
        return Int(exactly: (Double(length) * Double(unit.num) / Double(unit.den) * 1000).rounded())
    }

    /// A text that the container or the picture stream carries.
    func text(_ key: String) -> String? {
        for dictionary in [context.pointee.metadata, stream.pointee.metadata] {
            guard let entry = av_dict_get(dictionary, key, nil, 0),
                let text = FieldText.text(entry.pointee.value)
            else { continue }
            return text
        }
        return nil
    }

    /// libav's error under the reason it is listed.
    static func failure(_ code: Int32) -> DecodingFailure {
        var buffer = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
        av_strerror(code, &buffer, buffer.count)
        let words = buffer.withUnsafeBufferPointer { text in
            text.baseAddress.map { String(cString: $0) } ?? ""
        }
        switch code {
        case carousel_av_end_of_file:
            return DecodingFailure(.truncated, "The file ends before its pictures do. (\(words))")
        case carousel_av_decoder_not_found, carousel_av_patch_welcome:
            return DecodingFailure(
                .unsupported, "Films of this kind cannot be decoded here. (\(words))")
        default:
            return DecodingFailure(.corrupt, "The film's data makes no sense. (\(words))")
        }
    }
}
