internal import CVips
import DecoderProtocol
import Photos

/// Makes the file of a sample picture.
enum SampleWriter {
    private static let quality: Int32 = 86

    static func file(of sample: SamplePicture) throws(DecodingFailure) -> [UInt8] {
        var canvas = SampleCanvas(size: sample.size)
        SampleScene.paint(on: &canvas, seed: sample.seed, date: sample.exif.dateTimeOriginal)
        // PNG keeps noise bit by bit: such a file would be huge.
        if sample.format != .png { canvas.addNoise(seed: sample.seed) }
        SampleLabel.draw(sample.label, on: &canvas)
        do throws(VipsFault) {
            let picture = try Picture.pixels(canvas.pixels, size: sample.size, bands: 3)
            return try file(of: sample, picture)
        } catch {
            throw error.failure
        }
    }

    private static func file(
        of sample: SamplePicture, _ picture: Picture
    ) throws(VipsFault) -> [UInt8] {
        let keepsOrientation = sample.format != .heic && sample.format != .avif
        let orientation = Orientation(rawValue: sample.exif.orientation) ?? .upright
        var stored = picture
        var exif = sample.exif
        if keepsOrientation {
            if orientation != .upright { stored = try stored.turned(orientation.inverse).decoded() }
        } else {
            exif.orientation = 1
        }
        let block = EXIFBlock(exif).bytes
        if sample.format == .jpeg {
            let jpeg = try stored.saved { carousel_vips_save_jpeg($0, $1, $2, quality, 1) }
            return inserting(block, into: jpeg)
        }
        stored.attach(block, named: "exif-data")
        return try stored.saved { image, data, length in
            switch sample.format {
            case .jpeg, .webp: carousel_vips_save_webp(image, data, length, quality, 0)
            case .png: carousel_vips_save_png(image, data, length, 0)
            case .heic: carousel_vips_save_heif(image, data, length, 60, 0)
            case .avif: carousel_vips_save_heif(image, data, length, 60, 1)
            }
        }
    }

    /// A JPEG with a block of metadata behind its first marker.
    private static func inserting(_ block: [UInt8], into jpeg: [UInt8]) -> [UInt8] {
        let length = block.count + 2
        precondition(length <= 0xFFFF, "EXIF of \(block.count) bytes")
        return jpeg[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + block
            + jpeg[2...]
    }
}

extension Picture {
    /// Attaches a block of metadata for the saver.
    fileprivate func attach(_ block: [UInt8], named name: String) {
        vips_image_set_blob_copy(image, name, block, block.count)
    }
}
