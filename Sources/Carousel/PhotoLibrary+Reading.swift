import Media
import Photos
import Store
import Timeline

extension PhotoLibrary {
    /// A thumbnail's JPEG bytes; nil when it is not made yet. From any
    /// thread; takes a few microseconds.
    public func thumbnail(of luid: LUID, _ size: ThumbnailSize) -> [UInt8]? {
        do throws(StoreError) {
            if let bytes = try opened.thumbnails.bytes(of: luid, size) { return bytes }
            wantedSoon.add(luid)
            serverBell.withLock { $0 }?.fetchThumbnails()
            noteMissingThumbnail(of: luid)
            return nil
        } catch {
            // The cell shows the next best it has; a thumbnail can be made
            // again at any time.
            Log.shared.warning("thumbnail of photo \(luid): \(error)")
            return nil
        }
    }

    /// The thumbnails of several photos, in their order, as a frame needs
    /// them: as above, and at half the cost of asking for each.
    public func thumbnails(of luids: [LUID], _ size: ThumbnailSize) -> [[UInt8]?] {
        do throws(StoreError) {
            let all = try opened.thumbnails.bytes(of: luids, size)
            // The first of a frame last: what was asked for last goes first.
            for (luid, bytes) in zip(luids, all).reversed() where bytes == nil {
                wantedSoon.add(luid)
                noteMissingThumbnail(of: luid)
            }
            return all
        } catch {
            Log.shared.warning("thumbnails of \(luids.count) photos: \(error)")
            return luids.map { _ in nil }
        }
    }

    /// A thumbnail that was made and is not there (a loss of power, a damaged
    /// page) is made again by the next scan.
    private func noteMissingThumbnail(of luid: LUID) {
        guard isOwner, snapshot.record(of: luid)?.thumbHash.isEmpty == false,
            missingThumbnails.withLock({ $0.insert(luid).inserted })
        else { return }
        Task {
            do throws(LibraryError) {
                try await intake.write { transaction throws(StoreError) in
                    try transaction.setThumbnailsWanted(of: luid)
                }
            } catch {
                Log.shared.warning("thumbnail of photo \(luid): \(error)")
            }
        }
    }

    /// All that is known of one photo; nil when the library has none of that
    /// id.
    public func details(of luid: LUID) throws(LibraryError) -> PhotoDetails? {
        try LibraryError.converting {
            try opened.store.read { transaction throws(StoreError) in
                try transaction.details(of: [luid]).first
            }
        }
    }

    /// All that is known of the photos at some positions of a snapshot, in
    /// its order; photos that were removed since are left out.
    public func details(
        in positions: Range<Int>, of snapshot: Snapshot
    ) throws(LibraryError) -> [PhotoDetails] {
        var luids: [LUID] = []
        snapshot.forEachPhoto(in: positions) { luids.append($1.luid) }
        let wanted = luids
        return try LibraryError.converting {
            try opened.store.read { transaction throws(StoreError) in
                try transaction.details(of: wanted)
            }
        }
    }

    /// Every file and folder that was seen and is not shown in full, by path.
    public func problems() throws(LibraryError) -> [Problem] {
        try LibraryError.converting {
            try opened.store.read { transaction throws(StoreError) in
                try transaction.problems()
            }
        }.map { Problem(path: $0.path, reason: $0.reason, detail: $0.detail) }
    }

    /// The picture of a photo for the viewer: upright, sRGB, JPEG, no side
    /// above `maxSide`; of a video, its poster.
    public func picture(of luid: LUID, maxSide: Int) async throws(LibraryError) -> [UInt8] {
        guard let details = try details(of: luid) else { throw .noSuchPhoto(luid) }
        if let problem = try fatalProblem(of: luid) {
            throw .undecodable(luid, reason: problem.reason, detail: problem.detail)
        }
        var lastError = LibraryError.unreachable(luid, cause: "no file is left")
        var paths = details.paths
        if paths.isEmpty, let original = try await original(of: luid) { paths = [original] }
        for path in paths {
            do throws(DecoderError) {
                return try await decoders.picture(of: path, maxSide: maxSide)
            } catch .file(let failure) {
                switch failure.reason {
                case .vanished, .denied, .unreadable:
                    lastError = .unreachable(luid, cause: failure.detail)
                default:
                    throw .undecodable(luid, reason: failure.reason, detail: failure.detail)
                }
            } catch {
                throw LibraryError(error)
            }
        }
        throw lastError
    }
}

extension PhotoLibrary {
    /// Why the photo's picture must not be tried again: it made a decoder
    /// crash or run for ever, and its file has not changed since.
    private func fatalProblem(of luid: LUID) throws(LibraryError) -> ProblemRow? {
        try LibraryError.converting {
            try opened.store.read { transaction throws(StoreError) in
                guard let photo = try transaction.photo(luid), photo.thumbnails == .impossible,
                    let file = photo.files.first,
                    let problem = try transaction.problem(at: file.path),
                    problem.reason == .decoderFailed || problem.reason == .overLimit,
                    problem.stamp == file.stamp
                else { return nil }
                return problem
            }
        }
    }
}

extension ReadTransaction {
    /// All that is known of photos, in their order; those without a file are
    /// left out.
    func details(of luids: [LUID]) throws(StoreError) -> [PhotoDetails] {
        let (hasParts, hasSidecars) = (try hasParts(), try hasSidecars())
        let hasTrashed = try hasTrashedFiles()
        let isLinked = try serverAccount() != nil
        var found: [PhotoDetails] = []
        for luid in luids {
            guard var row = try photo(luid) else { continue }
            if hasTrashed, !row.userFlags.contains(.deleted) {
                // A photo whose bytes were put back may have a file there still.
                for file in row.files where try trashedFile(file.id)?.state == .inTrash {
                    row.files.removeAll { $0.id == file.id }
                }
            }
            let here = PhotoDetails(row)
            let known = here == nil && isLinked ? try serverDetails(of: row) : here
            guard var details = known else { continue }
            if isLinked {
                let place = try whereabouts(of: row.luid)
                details.isLocal = place.isLocal
                details.serverCopies = place.copies
                details.isPending = place.isPending
            }
            if hasParts {
                details.parts = try parts(of: row.luid).map { part in
                    PhotoPart(
                        luid: part.part.luid, role: part.part.role,
                        paths: part.files.map(\.path))
                }
            }
            if hasSidecars, let file = row.files.first {
                details.sidecars = try sidecars(of: file.id).map(\.row.path)
            }
            found.append(details)
        }
        return found
    }
}

extension ReadTransaction {
    /// A photo that the server alone has, as far as it tells.
    private func serverDetails(of row: PhotoRow) throws(StoreError) -> PhotoDetails? {
        guard let hash = row.contentHash, let photo = try primaryServerPhoto(of: row.luid) else {
            return nil
        }
        return PhotoDetails(
            luid: row.luid, paths: [],
            metadata: try serverContent(hash)?.metadata ?? PhotoMetadata(kind: .photo),
            contentHash: hash, byteSize: photo.size,
            isHidden: row.userFlags.contains(.hidden),
            isFavourite: row.userFlags.contains(.favourite), isAvailable: true)
    }
}

extension PhotoDetails {
    /// Nil for a photo without a file; its parts and sidecars are not in the
    /// row.
    init?(_ row: PhotoRow) {
        guard let file = row.files.first else { return nil }
        self.init(
            luid: row.luid, paths: row.files.map(\.path), metadata: file.metadata,
            contentHash: row.contentHash, byteSize: file.stamp.size,
            isHidden: row.userFlags.contains(.hidden),
            isFavourite: row.userFlags.contains(.favourite),
            isAvailable: row.files.contains(where: \.isReachable))
    }
}
