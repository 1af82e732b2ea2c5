import CTurboJPEG
import CommandLineKit
import Foundation
import Media
import Photos

/// Thumbnails to pixels of a cell's size, against libturbojpeg alone, which
/// decodes to the thumbnail's own size.
enum PixelLoops {
    static func figures() throws -> [(String, JSONText)] {
        var figures: [(String, JSONText)] = []
        for (size, side) in [(ThumbnailSize.s75, 75), (.s75, 180), (.s256, 180), (.s256, 256)] {
            let jpeg = picture(side: size.pixels)
            let decoder = ThumbnailPixels()
            let handle = tjInitDecompress()
            defer { tjDestroy(handle) }
            var target = [UInt8](repeating: 0, count: size.pixels * size.pixels * 4)
            var cell = [UInt8](repeating: 0, count: side * side * 4)
            let count = 400
            let race = try Race(rounds: 5) {
                for _ in 0..<count {
                    try cell.withUnsafeMutableBytes { cell in
                        try jpeg.withUnsafeBytes {
                            try decoder.decode($0, size, side: side, into: cell)
                        }
                    }
                }
            } plain: {
                for _ in 0..<count {
                    tjDecompress2(
                        handle, jpeg, UInt(jpeg.count), &target, Int32(size.pixels), 0,
                        Int32(size.pixels), Int32(TJPF_BGRA.rawValue), TJFLAG_FASTUPSAMPLE)
                }
            }
            let name = "pixels_\(size.pixels)_to_\(side)"
            figures.append(("\(name)_us", rounded(race.ours / Double(count) * 1e6)))
            figures.append(("\(name)_ratio_to_plain_decode", rounded(race.ratio)))
        }
        return figures
    }

    /// A picture with about as much detail as a photo, as a JPEG.
    static func picture(side: Int) -> [UInt8] {
        var state: UInt64 = 1
        let pixels = (0..<side * side).flatMap { index -> [UInt8] in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let x = Double(index % side) / Double(side)
            let y = Double(index / side) / Double(side)
            let wave = sin(x * 40) * cos(y * 25) * 60 + Double(state >> 60)
            return [128 + wave, 110 + wave * 0.7 + y * 50, 90 + x * 90].map {
                UInt8(min(255, max(0, $0)))
            }
        }
        let handle = tjInitCompress()
        defer { tjDestroy(handle) }
        var buffer: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        let status = tjCompress2(
            handle, pixels, Int32(side), 0, Int32(side), Int32(TJPF_RGB.rawValue), &buffer, &size,
            Int32(TJSAMP_420.rawValue), 85, 0)
        precondition(status == 0, "libturbojpeg writes a JPEG")
        defer { tjFree(buffer) }
        return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
    }
}
