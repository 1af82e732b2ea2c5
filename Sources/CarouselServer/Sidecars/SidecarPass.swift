import DecoderProtocol
import Media
import Photos

/// Finds out which sidecars of a folder belong to which of its photos, by the
/// rules of the engine, and gives the photos what these say.
///
/// Folders to look at are in the rows, noted with each change; so a folder in
/// which thousands of files arrive is looked at now and then, not for each.
struct SidecarPass: Sendable {
    /// Sidecars of a folder that are heeded, the first by their names: so many
    /// are in memory, some 20 MB. Of photos there is a step at a time.
    static let sidecarLimit = 50_000

    let store: FileStore
    let pool: DecoderPool
    let log: Log
    /// Photos and sidecars of one transaction.
    var step = 500

    /// A photo's name, and what was noted of it.
    private struct Photo {
        var node: NodeNumber
        var name: [UInt8]
        var noted: [SidecarContent]
    }

    /// Looks at the next folder.
    /// - Parameter number: of the last one; becomes that of this one.
    /// - Returns: false when there is none.
    /// - Complexity: O(n log n) in the files of the folder.
    func matchNext(after number: inout Int64) async throws(ServerError) -> Bool {
        let last = number
        let next = try store.readers.read { metadata throws(ServerError) in
            try metadata.unmatchedFolder(after: last)
        }
        guard let next else { return false }
        number = next.number
        let sidecars = try sidecars(in: next)
        var names = FolderSidecars(sidecars.map { Array($0.name.utf8) })
        if !sidecars.isEmpty {
            try await eachPart(of: next) { photos in names.claim(photos.map(\.name)) }
        }
        let matching = names
        var fresh: Set<SidecarContent> = []
        try await eachPart(of: next) { photos async throws(ServerError) in
            let lists = photos.map { matching.matches(of: $0.name).map { sidecars[$0].content } }
            fresh.formUnion(try await read(Set(lists.joined())))
            let changed = zip(photos, lists).filter { photo, list in
                photo.noted != list || list.contains(where: fresh.contains)
            }.map { ($0.node, $1) }
            guard !changed.isEmpty else { return }
            let caller = Caller(
                account: next.account, displayName: "", now: store.surroundings.now())
            try await store.commits.perform(next.account) { machine throws(ServerError) in
                try machine.apply(changed, by: caller)
            }
        }
        try await store.commits.perform { machine throws(ServerError) in
            try machine.metadata.removeUnmatched(next)
        }
        return true
    }

    private func sidecars(in folder: UnmatchedFolder) throws(ServerError) -> [StoredSidecar] {
        let limit = Self.sidecarLimit
        let found = try store.view(of: folder.account) { view throws(ServerError) in
            try view.metadata.sidecars(in: folder.key, of: folder.account, limit: limit + 1)
        }
        guard found.count > limit else { return found }
        log.write(.warning, "too_many_sidecars", [("heeded", .number(Int64(limit)))])
        return Array(found.prefix(limit))
    }

    /// Gives the photos of a folder, some at a time. What changes meanwhile has
    /// the folder looked at again.
    private func eachPart(
        of folder: UnmatchedFolder, _ body: ([Photo]) async throws(ServerError) -> Void
    ) async throws(ServerError) {
        var last: String?
        repeat {
            guard !Task.isCancelled else { throw .failed("the server is shutting down") }
            let after = last
            let (photos, end) = try store.view(of: folder.account) { view throws(ServerError) in
                let metadata = view.metadata
                let entries = try metadata.entries(
                    below: folder.key, recursively: false, after: after, limit: step,
                    of: folder.account)
                var photos: [Photo] = []
                for entry in entries
                where !entry.isFolder && PhotoNames.kind(of: entry.path.name) != nil {
                    let noted = try metadata.sidecars(of: entry.node, of: folder.account)
                    photos.append(
                        Photo(
                            node: entry.node, name: Array(entry.path.keyName.utf8), noted: noted))
                }
                return (photos, entries.count < step ? nil : entries.last?.path.key)
            }
            if !photos.isEmpty { try await body(photos) }
            last = end
        } while last != nil
    }

    /// Reads those that nobody has read yet.
    /// - Returns: these.
    private func read(
        _ sidecars: Set<SidecarContent>
    ) async throws(ServerError) -> Set<SidecarContent> {
        var unread = try store.readers.read { metadata throws(ServerError) in
            var unread: [SidecarContent] = []
            for sidecar in sidecars where try !metadata.isRead(sidecar) { unread.append(sidecar) }
            return unread
        }
        let fresh = Set(unread)
        while !unread.isEmpty {
            var made: [(SidecarContent, StoredSidecarFacts)] = []
            for sidecar in unread.suffix(step) {
                if let facts = try await facts(of: sidecar) { made.append((sidecar, facts)) }
            }
            unread.removeLast(min(step, unread.count))
            let finished = made
            try await store.commits.perform { machine throws(ServerError) in
                for (sidecar, facts) in finished { try machine.metadata.put(facts, of: sidecar) }
            }
        }
        return fresh
    }

    /// What a sidecar says; nil when its bytes are gone, as its row will be.
    private func facts(
        of sidecar: SidecarContent
    ) async throws(ServerError) -> StoredSidecarFacts? {
        guard let path = store.blobs.path(of: sidecar.hash) else { return nil }
        let file = FilePath(path)
        guard sidecar.kind == .xmp else {
            return try await withTaskExecutorPreference(store.threads) {
                () async throws(ServerError) in
                do throws(MediaError) {
                    guard let found = try TakeoutSidecar.metadata(at: file) else {
                        return .nothing
                    }
                    return .takeout(taken: found.taken, location: found.location)
                } catch {
                    throw .failed("\(error)")
                }
            }
        }
        do throws(DecoderError) {
            return .xmp(DecoderReply.sidecar(try await pool.sidecar(of: file)).message)
        } catch .file(let failure) {
            if failure.reason == .vanished { return nil }
            log.write(.info, "sidecar_not_read", [("reason", .text(failure.detail))])
            return .nothing
        } catch {
            throw .failed("\(error)")
        }
    }
}
