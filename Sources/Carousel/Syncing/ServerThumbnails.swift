import Photos
import Store

/// Gets thumbnails of photos that are not on this disk: what somebody looks
/// at first, then the newest, until none is wanted that the server has.
struct ServerThumbnails: Sendable {
    let intake: Intake
    let thumbnails: ThumbnailStore
    let wantedSoon: WantedSoon
    let connection: ServerConnection

    /// Works whenever the bell rings, until it ends.
    func run(_ bell: AsyncStream<Void>) async {
        for await _ in bell { await fetchQuietly() }
    }

    /// Gets what is to be had now. What is not comes with the next ring.
    func fetchQuietly() async {
        do {
            try await fetchAll()
        } catch {
            Log.shared.info("thumbnails of the server: \(error)")
        }
    }

    private func fetchAll() async throws {
        // Those behind which are not had this time are asked for again when
        // the bell rings again.
        var last: ServerThumbnailToGet?
        var leftOut: Set<LUID> = []
        let backend = try await connection.backend()
        let limit = backend.capabilities.thumbnailBatch
        while true {
            try Task.checkCancellation()
            let soon = wantedSoon.take().filter { !leftOut.contains($0) }
            var wanted = try await intake.read { transaction throws(StoreError) in
                Array(try transaction.serverThumbnailsWanted(among: soon).prefix(limit))
            }
            if wanted.isEmpty {
                wanted = try await intake.read { [last] transaction throws(StoreError) in
                    try transaction.serverThumbnailsWanted(after: last, limit: limit)
                }
                last = wanted.last
            }
            guard !wanted.isEmpty else { return }
            let contents = wanted.map(\.content)
            let small = try await backend.thumbnails(of: contents, .s75)
            let large = try await backend.thumbnails(of: contents, .s256)
            var found: [(ServerThumbnailToGet, StoredThumbnails)] = []
            for (photo, pair) in zip(wanted, zip(small, large)) {
                guard case (.jpeg(let s75), .jpeg(let s256)) = pair,
                    ThumbnailStore.isSound(s75, .s75), ThumbnailStore.isSound(s256, .s256)
                else {
                    leftOut.insert(photo.luid)
                    continue
                }
                found.append(
                    (photo, StoredThumbnails(luid: photo.luid, s75: s75, s256: s256)))
            }
            try await intake.keep(found, in: thumbnails)
        }
    }
}

extension Intake {
    /// Stores thumbnails that the server made, then that they are there.
    func keep(
        _ found: [(ServerThumbnailToGet, StoredThumbnails)], in store: ThumbnailStore
    ) throws(LibraryError) {
        guard !found.isEmpty else { return }
        do throws(StoreError) {
            try store.put(found.map(\.1))
        } catch {
            throw LibraryError(error)
        }
        try write { transaction throws(StoreError) in
            for (photo, _) in found {
                try transaction.setThumbnailsMade(of: photo.luid, photo.thumbHash)
            }
        }
    }
}
