internal import CRaw
import DecoderProtocol
import Glibc
import Photos

/// A camera's RAW file in LibRaw.
final class RawFile {
    private let raw: UnsafeMutablePointer<libraw_data_t>
    /// Where LibRaw counts faults in the picture's data: past the file's
    /// end, and others.
    private let faults: UnsafeMutablePointer<DataFaults>

    private struct DataFaults {
        var pastEnd = 0
        var others = 0
    }

    /// Reads the file's directory; nil when LibRaw makes nothing of it.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard let raw = libraw_init(0) else { return nil }
        // LibRaw reads only, for all that its signature says.
        let data = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        guard libraw_open_buffer(raw, data, bytes.count) == 0 else {
            libraw_close(raw)
            return nil
        }
        self.raw = raw
        faults = .allocate(capacity: 1)
        faults.initialize(to: DataFaults())
        libraw_set_dataerror_handler(
            raw,
            { faults, _, offset in
                let faults = faults?.assumingMemoryBound(to: DataFaults.self)
                if offset < 0 { faults?.pointee.pastEnd += 1 } else { faults?.pointee.others += 1 }
            }, faults)
    }

    deinit {
        libraw_close(raw)
        faults.deallocate()
    }

    /// How the stored pixels must be turned.
    var orientation: Orientation {
        switch carousel_raw_flip(raw) {
        case 3: .upsideDown
        case 5: .quarterLeft
        case 6: .quarterRight
        default: .upright
        }
    }

    /// Of the real picture, as stored; nil when unknown.
    var storedSize: PixelSize? {
        var width: Int32 = 0
        var height: Int32 = 0
        carousel_raw_size(raw, &width, &height)
        guard width > 0, height > 0 else { return nil }
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// What LibRaw knows of a file that exiv2 does not read.
    var fields: [MetadataField: String] {
        var fields: [MetadataField: String] = [:]
        fields[.make] = FieldText.text(carousel_raw_make(raw))
        fields[.model] = FieldText.text(carousel_raw_model(raw))
        fields[.exifDateTimeOriginal] = clockTime
        return fields
    }

    /// What the camera's clock showed, in EXIF's form.
    private var clockTime: String? {
        var seconds = time_t(carousel_raw_time(raw))
        var parts = tm()
        // LibRaw made the number by `mktime`; this takes it back.
        guard seconds > 0, localtime_r(&seconds, &parts) != nil else { return nil }
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y:%m:%d %H:%M:%S", &parts)
        return count > 0
            ? String(decoding: text.prefix(count).map { UInt8($0) }, as: UTF8.self) : nil
    }

    /// The embedded preview when it is a JPEG; not turned.
    func preview() -> [UInt8]? {
        guard libraw_unpack_thumb(raw) == 0, carousel_raw_preview_is_jpeg(raw) != 0 else {
            return nil
        }
        var length = 0
        guard let data = carousel_raw_preview(raw, &length), length > 0 else { return nil }
        return Array(UnsafeRawBufferPointer(start: data, count: length))
    }

    /// The real picture, developed at half size, upright.
    func developed() throws(DecodingFailure) -> DecodedPicture {
        carousel_raw_set_output(raw)
        try check(libraw_unpack(raw))
        try check(libraw_dcraw_process(raw))
        var code: Int32 = 0
        guard let image = libraw_dcraw_make_mem_image(raw, &code) else {
            throw failure(code)
        }
        defer { libraw_dcraw_clear_mem(image) }
        let size = PixelSize(width: Int(image.pointee.width), height: Int(image.pointee.height))
        let bands = Int(image.pointee.colors)
        let count = size.width * size.height * bands
        guard image.pointee.type == LIBRAW_IMAGE_BITMAP, image.pointee.bits == 8, count > 0,
            bands == 1 || bands == 3, Int(image.pointee.data_size) >= count
        else { throw DecodingFailure(.unsupported, "LibRaw makes no plain picture of it.") }
        let pixels = Array(
            UnsafeRawBufferPointer(start: carousel_raw_pixels(image), count: count))
        do throws(VipsFault) {
            return DecodedPicture(
                picture: try Picture.pixels(pixels, size: size, bands: bands), damage: damage)
        } catch {
            throw error.failure
        }
    }

    private var damage: DecodingFailure? {
        if faults.pointee.pastEnd > 0 {
            return DecodingFailure(.truncated, "The file ends before its picture does.")
        }
        if faults.pointee.others > 0 {
            return DecodingFailure(.corrupt, "Parts of the picture's data make no sense.")
        }
        return nil
    }

    private func check(_ code: Int32) throws(DecodingFailure) {
        guard code == 0 else { throw failure(code) }
    }

    private func failure(_ code: Int32) -> DecodingFailure {
        let words = String(cString: libraw_strerror(code))
        return switch code {
        case LIBRAW_IO_ERROR.rawValue:
            DecodingFailure(.truncated, "The file ends before its picture does. (\(words))")
        case LIBRAW_FILE_UNSUPPORTED.rawValue, LIBRAW_NOT_IMPLEMENTED.rawValue:
            DecodingFailure(.unsupported, "This camera's RAW files cannot be decoded. (\(words))")
        case LIBRAW_UNSUFFICIENT_MEMORY.rawValue, LIBRAW_TOO_BIG.rawValue:
            DecodingFailure(.overLimit, "Decoding takes too much memory. (\(words))")
        default:
            DecodingFailure(.corrupt, "The picture's data makes no sense. (\(words))")
        }
    }
}
