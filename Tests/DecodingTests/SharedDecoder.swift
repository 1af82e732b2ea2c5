import DecoderProtocol
import Decoding
import Foundation

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
}

struct UnexpectedReply: Error {}
