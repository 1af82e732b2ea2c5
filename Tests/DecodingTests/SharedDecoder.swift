import DecoderProtocol
@testable import Decoding
import Foundation
import Photos
import TestSupport

/// The libraries are prepared once for a process and used by one thread at a
/// time.
actor SharedDecoder {
    static let only = SharedDecoder()

    private let decoder: Result<Decoder, DecodingFailure>

    private init() {
        decoder = Result { () throws(DecodingFailure) in try Decoder() }
    }

    func reply(to request: DecoderRequest, path: String) throws -> DecoderReply {
        let file = open(path, O_RDONLY)
        defer { if file >= 0 { close(file) } }
        return try decoder.get().reply(to: request, file: file)
    }

    func facts(_ path: String) throws -> FileFacts {
        switch try reply(to: .facts, path: path) {
        case .facts(let facts): return facts
        case .failure(let failure): throw failure
        default: throw UnexpectedReply()
        }
    }

    func thumbnails(_ path: String) throws -> MadeThumbnails {
        switch try reply(to: .thumbnails, path: path) {
        case .thumbnails(let made): return made
        case .failure(let failure): throw failure
        default: throw UnexpectedReply()
        }
    }

    func picture(_ path: String, maxSide: Int) throws -> [UInt8] {
        switch try reply(to: .picture(maxSide: maxSide), path: path) {
        case .picture(let bytes): return bytes
        case .failure(let failure): throw failure
        default: throw UnexpectedReply()
        }
    }

    func sample(_ sample: SamplePicture) throws -> [UInt8] {
        switch try reply(to: .samplePicture(sample), path: "") {
        case .picture(let bytes): return bytes
        case .failure(let failure): throw failure
        default: throw UnexpectedReply()
        }
    }

    /// A still's pixels as they are stored, or a part of its middle.
    func pixels(_ file: [UInt8]) throws -> Pixels {
        _ = try decoder.get()
        return try file.withUnsafeBytes { bytes in
            let picture = try Picture.header(of: bytes).plain().decoded()
            let rgb = picture.withPixels { Array($0) } ?? []
            return Pixels(width: picture.size.width, height: picture.size.height, rgb: rgb)
        }
    }
}

struct UnexpectedReply: Error {}

/// Pixels of 3 bytes, to compare pictures by.
struct Pixels {
    var width: Int
    var height: Int
    var rgb: [UInt8]

    func component(_ index: Int, x: Int, y: Int) -> Int {
        Int(rgb[(y * width + x) * 3 + index])
    }

    /// Mean difference of a component from stored pixels that are turned
    /// upright by EXIF's own definition of the eight orientations, at some
    /// thousand places; 255 when the sizes differ.
    func difference(from stored: Pixels, turned orientation: Int = 1) -> Double {
        let swaps = orientation >= 5
        let (w, h) = (stored.width, stored.height)
        guard (width, height) == (swaps ? h : w, swaps ? w : h), width * height > 0 else {
            return 255
        }
        var random = SplitMix64(seed: 1)
        var sum = 0
        let places = 4000
        for _ in 0..<places {
            let x = Int.random(in: 0..<width, using: &random)
            let y = Int.random(in: 0..<height, using: &random)
            let (storedX, storedY) =
                switch orientation {
                case 2: (w - 1 - x, y)
                case 3: (w - 1 - x, h - 1 - y)
                case 4: (x, h - 1 - y)
                case 5: (y, x)
                case 6: (y, h - 1 - x)
                case 7: (w - 1 - y, h - 1 - x)
                case 8: (w - 1 - y, x)
                default: (x, y)
                }
            for index in 0..<3 {
                sum += abs(
                    component(index, x: x, y: y)
                        - stored.component(index, x: storedX, y: storedY))
            }
        }
        return Double(sum) / Double(places * 3)
    }
}
