internal import CLibAV
import DecoderProtocol
import Photos

/// Decodes one frame of a film to stand for it.
struct VideoPoster {
    private let video: VideoFile
    private let decoder: UnsafeMutablePointer<AVCodecContext>

    /// Packets looked at before giving up; some begin with sound only.
    private static let packetLimit = 2000

    /// The frame at a tenth of the film, where a film has mostly begun, or
    /// the first that can be decoded; upright, with square pixels.
    ///
    /// - Parameter smallestSide: frames are scaled down to this at most, so
    ///   that what follows has fewer pixels to work on.
    static func picture(
        of file: OriginalFile, smallestSide: Int
    ) throws(DecodingFailure) -> Picture {
        let video = try VideoFile(file)
        if let size = video.size { try PixelLimit.check(size) }
        var poster = try VideoPoster(video)
        defer { poster.close() }
        return try poster.picture(smallestSide: smallestSide)
    }

    private init(_ video: VideoFile) throws(DecodingFailure) {
        self.video = video
        let parameters = video.stream.pointee.codecpar
        guard let codec = avcodec_find_decoder(parameters!.pointee.codec_id) else {
            throw DecodingFailure(
                .unsupported,
                "There is no decoder for films in "
                    + String(cString: avcodec_get_name(parameters!.pointee.codec_id)) + ".")
        }
        guard let decoder = avcodec_alloc_context3(codec) else {
            throw DecodingFailure(.overLimit, "There is no memory to decode the film.")
        }
        self.decoder = decoder
        decoder.pointee.thread_count = 1
        decoder.pointee.max_pixels = PixelLimit.pixels
        var code = avcodec_parameters_to_context(decoder, parameters)
        if code >= 0 { code = avcodec_open2(decoder, codec, nil) }
        guard code >= 0 else {
            close()
            throw VideoFile.failure(code)
        }
    }

    private func close() {
        var closing: UnsafeMutablePointer<AVCodecContext>? = decoder
        avcodec_free_context(&closing)
    }

    private mutating func picture(smallestSide: Int) throws(DecodingFailure) -> Picture {
        guard var frame = av_frame_alloc() as UnsafeMutablePointer<AVFrame>? else {
            throw DecodingFailure(.overLimit, "There is no memory for a frame.")
        }
        defer {
            var freeing: UnsafeMutablePointer<AVFrame>? = frame
            av_frame_free(&freeing)
        }
        seekIntoTheFilm()
        do throws(DecodingFailure) {
            try decodeFrame(into: &frame)
        } catch {
            // Perhaps only the place is bad, or the index that leads there.
            av_seek_frame(video.context, -1, 0, AVSEEK_FLAG_BACKWARD)
            avcodec_flush_buffers(decoder)
            try decodeFrame(into: &frame)
        }
        return try FrameScaler.picture(
            of: frame, shown: video.squarePixels(Self.size(of: frame)),
            orientation: video.orientation, smallestSide: smallestSide)
    }

    private static func size(of frame: UnsafeMutablePointer<AVFrame>) -> PixelSize {
        PixelSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height))
    }

    private func seekIntoTheFilm() {
        let duration = video.context.pointee.duration
        guard duration > 2 * Int64(AV_TIME_BASE) else { return }
        av_seek_frame(video.context, -1, duration / 10, AVSEEK_FLAG_BACKWARD)
    }

    private func decodeFrame(
        into frame: inout UnsafeMutablePointer<AVFrame>
    ) throws(DecodingFailure) {
        guard let packet = av_packet_alloc() else {
            throw DecodingFailure(.overLimit, "There is no memory for a frame.")
        }
        defer {
            var freeing: UnsafeMutablePointer<AVPacket>? = packet
            av_packet_free(&freeing)
        }
        var lastFault: Int32 = carousel_av_end_of_file
        for _ in 0..<Self.packetLimit {
            let read = av_read_frame(video.context, packet)
            if read < 0 {
                // No packet more: the decoder may hold frames back.
                avcodec_send_packet(decoder, nil)
                if avcodec_receive_frame(decoder, frame) == 0 { return }
                throw VideoFile.failure(
                    lastFault == carousel_av_end_of_file ? read : lastFault)
            }
            defer { av_packet_unref(packet) }
            guard packet.pointee.stream_index == video.stream.pointee.index else { continue }
            let sent = avcodec_send_packet(decoder, packet)
            if sent < 0 && sent != carousel_av_try_again { lastFault = sent }
            if avcodec_receive_frame(decoder, frame) == 0 { return }
        }
        throw VideoFile.failure(lastFault)
    }
}
