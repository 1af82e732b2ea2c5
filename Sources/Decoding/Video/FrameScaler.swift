internal import CLibAV
import DecoderProtocol
import Photos

/// Turns a decoded frame into a picture.
enum FrameScaler {
    /// The frame in sRGB, its pixels made square, scaled down so far that
    /// its smaller side still has `smallestSide`, then turned upright.
    static func picture(
        of frame: UnsafeMutablePointer<AVFrame>, shown: PixelSize, orientation: Orientation,
        smallestSide: Int
    ) throws(DecodingFailure) -> Picture {
        let size = scaled(shown, smallestSide: smallestSide)
        try PixelLimit.check(size)
        let pixels = try rgb(frame, size: size)
        do throws(VipsFault) {
            return try Picture.pixels(pixels, size: size, bands: 3).turned(orientation)
        } catch {
            throw error.failure
        }
    }

    private static func scaled(_ size: PixelSize, smallestSide: Int) -> PixelSize {
        let smaller = min(size.width, size.height)
        guard smaller > smallestSide else { return size }
        func side(_ length: Int) -> Int {
            max(1, (length * smallestSide + smaller / 2) / smaller)
        }
        return PixelSize(width: side(size.width), height: side(size.height))
    }

    private static func rgb(
        _ frame: UnsafeMutablePointer<AVFrame>, size: PixelSize
    ) throws(DecodingFailure) -> [UInt8] {
        let width = Int32(size.width)
        let height = Int32(size.height)
        guard
            let scaler = sws_getContext(
                frame.pointee.width, frame.pointee.height,
                AVPixelFormat(rawValue: frame.pointee.format), width, height, AV_PIX_FMT_RGB24,
                SWS_AREA | SWS_ACCURATE_RND, nil, nil, nil)
        else {
            throw DecodingFailure(.unsupported, "The film's pixels are of an unknown kind.")
        }
        defer { sws_freeContext(scaler) }
        let matrix = sws_getCoefficients(colourMatrix(of: frame))
        sws_setColorspaceDetails(
            scaler, matrix, isFullRange(frame) ? 1 : 0, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0,
            1 << 16,
            1 << 16)
        // The scaler may write a little past the last row.
        var pixels = [UInt8](repeating: 0, count: size.width * size.height * 3 + 64)
        let rows = pixels.withUnsafeMutableBufferPointer { pixels in
            var planes: [UnsafeMutablePointer<UInt8>?] = [pixels.baseAddress, nil, nil, nil]
            var strides: [Int32] = [width * 3, 0, 0, 0]
            return withUnsafePointer(to: &frame.pointee.data) { data in
                data.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 8) { source in
                    withUnsafePointer(to: &frame.pointee.linesize) { lines in
                        lines.withMemoryRebound(to: Int32.self, capacity: 8) {
                            sws_scale(
                                scaler, source, $0, 0, frame.pointee.height, &planes, &strides)
                        }
                    }
                }
            }
        }
        guard rows > 0 else {
            throw DecodingFailure(.corrupt, "The film's frame cannot be scaled.")
        }
        pixels.removeLast(64)
        return pixels
    }

    /// Whether black is 0: what the frame says, else no, but for grey, as
    /// libav itself has it. Its JPEG decoder says nothing of deep grey.
    private static func isFullRange(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        switch frame.pointee.color_range {
        case AVCOL_RANGE_JPEG: return true
        case AVCOL_RANGE_MPEG: return false
        default:
            let format = av_pix_fmt_desc_get(AVPixelFormat(rawValue: frame.pointee.format))
            return (format?.pointee.nb_components ?? 3) < 3
        }
    }

    /// What the frame says, else what its size makes likely.
    private static func colourMatrix(of frame: UnsafeMutablePointer<AVFrame>) -> Int32 {
        switch frame.pointee.colorspace {
        case AVCOL_SPC_BT709: SWS_CS_ITU709
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
        case AVCOL_SPC_SMPTE170M, AVCOL_SPC_BT470BG: SWS_CS_ITU601
        default: frame.pointee.height >= 720 ? SWS_CS_ITU709 : SWS_CS_ITU601
        }
    }
}
