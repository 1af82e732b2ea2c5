import DecoderProtocol
import DropboxAPI
import Media
import Photos

/// One picture that somebody asked for.
struct PictureName: Hashable {
    var hash: ContentHash
    /// Pixels, at most.
    var longerSide: Int
    var format = PictureFormat.jpeg
}

extension PhotoMaker {
    /// The longer side of the large pictures that are kept.
    static let keptSide = 2048

    /// A large picture of a content, made if need be and then kept.
    func picture(of hash: ContentHash) async throws(ServerError) -> Result<[UInt8], PhotoProblem> {
        if let kept = try shelf.jpeg(of: hash, .s2048) { return .success(kept) }
        return try await picture(of: hash, longerSide: Self.keptSide)
    }

    /// A picture of a content in some size. Many who ask for the same wait for
    /// one making; beyond `pictureLimit` others are told to come again.
    func picture(
        of hash: ContentHash, longerSide: Int, as format: PictureFormat = .jpeg
    ) async throws(ServerError) -> Result<[UInt8], PhotoProblem> {
        let name = PictureName(hash: hash, longerSide: longerSide, format: format)
        let making: Making? = pictures.withLock { pictures in
            if let making = pictures[name] { return making }
            guard pictures.count < Self.pictureLimit else { return nil }
            let making = Making { [self] in
                let result = await make(name)
                self.pictures.withLock { $0[name] = nil }
                return result
            }
            pictures[name] = making
            return making
        }
        guard let making else { throw .busy }
        switch await making.value {
        case .success(let bytes): return .success(bytes)
        case .failure(.file(let failure)):
            return .failure(PhotoProblem(tag: failure.reason.rawValue, text: failure.detail))
        case .failure(let error):
            if error.isRetryable { throw .busy }
            throw .failed("\(error)")
        }
    }

    private func make(_ name: PictureName) async -> Result<[UInt8], DecoderError> {
        guard let path = store.blobs.path(of: name.hash) else {
            return .failure(.file(DecodingFailure(.vanished, "The file is not there any more.")))
        }
        let bytes: [UInt8]
        do throws(DecoderError) {
            bytes = try await pool.picture(
                of: FilePath(path), maxSide: name.longerSide, as: name.format)
        } catch {
            return .failure(error)
        }
        guard name.longerSide == Self.keptSide, name.format == .jpeg else { return .success(bytes) }
        do throws(ServerError) {
            try shelf.pictures.put(bytes, of: name.hash)
        } catch {
            log.write(.warning, "picture_not_kept", [("reason", .text("\(error)"))])
        }
        return .success(bytes)
    }
}
