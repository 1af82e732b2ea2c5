import DecoderProtocol
import DropboxAPI
import HTTPServer
import Photos

/// Thumbnails of the file plane, as the public service has them, also of what
/// it does not know.
struct FileThumbnailRoutes: Sendable {
    let store: FileStore
    /// Nil where photos are not read.
    let maker: PhotoMaker?

    /// Puts the routes on the router.
    func add(to router: inout WireRouter) {
        router.download(Routes.getThumbnail) { [self] argument, call throws(ServerError) in
            switch try await make(argument.thumbnail, call) {
            case .success(let made):
                var response = HTTPResponse.bytes(
                    made.picture, contentType: argument.thumbnail.format.contentType)
                response.headers.add(
                    "Dropbox-API-Result", GetThumbnailResult(file: made.metadata).headerText)
                return response
            case .failure(let error): throw .refused(error)
            }
        }
        router.batch(Routes.getThumbnailBatch) {
            [self] argument, call throws(ServerError) in
            guard argument.entries.count <= ThumbnailBatchArgument.limit else {
                throw .refused(ThumbnailBatchError.tooManyFiles)
            }
            var entries: [ThumbnailBatchEntry] = []
            for entry in argument.entries {
                var entry = entry
                // As the public service has it.
                entry.excludeMediaInfo = true
                entries.append(ThumbnailBatchEntry(try await make(entry, call)))
            }
            return ThumbnailBatchResult(entries: entries)
        }
    }

    private func make(
        _ argument: ThumbnailArgument, _ call: WireCall
    ) async throws(ServerError) -> Result<ThumbnailBatchEntry.Made, ThumbnailError> {
        let file: FileMetadata
        do throws(ServerError) {
            file = try store.view(of: call.account) { view throws(ServerError) in
                let file = try view.file(at: argument.path)
                return argument.excludeMediaInfo ? file : try view.withMediaInfo(file)
            }
        } catch {
            guard let lookup = error.failure as? LookupError else { throw error }
            return .failure(.path(lookup))
        }
        guard PhotoNames.kind(of: file.name) != nil else {
            return .failure(.unsupportedExtension)
        }
        guard let hash = file.contentHash, let maker else { return .failure(.conversionError) }
        let size = try store.view(of: call.account) { view throws(ServerError) in
            try view.pixels(of: hash)
        }
        let side = Self.longerSide(of: size, argument)
        switch try await maker.picture(
            of: hash, longerSide: side, as: argument.format.picture)
        {
        case .success(let picture): return .success(.init(metadata: file, picture: picture))
        case .failure(let problem):
            return .failure(
                problem.tag == ProblemReason.notAPhoto.rawValue
                    || problem.tag == ProblemReason.unsupported.rawValue
                    ? .unsupportedImage : .conversionError)
        }
    }

    /// The longer side of what is to be made, in pixels.
    /// - Parameter size: of the photo; nil when it is not known, which is taken
    ///   for a square.
    static func longerSide(of size: PixelSize?, _ argument: ThumbnailArgument) -> Int {
        let box = argument.box.size
        guard let size, size.width > 0, size.height > 0 else {
            return max(box.width, box.height)
        }
        let longer = max(size.width, size.height)
        // Widths and heights are compared as products, so that no fraction is
        // lost: fitted to the box's width, or to its height.
        let byWidth = longer * box.width / size.width
        let byHeight = longer * box.height / size.height
        switch argument.mode {
        case .strict, .bestfit: return max(1, min(byWidth, byHeight))
        case .fitoneBestfit: return max(1, max(byWidth, byHeight))
        case .original: return longer
        }
    }
}

extension ThumbnailFormat {
    fileprivate var picture: PictureFormat {
        switch self {
        case .jpeg: .jpeg
        case .png: .png
        case .webp: .webp
        }
    }

    fileprivate var contentType: String { "image/" + rawValue }
}
