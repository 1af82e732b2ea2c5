import DecoderProtocol
import Media
import Photos

/// Finds out which sidecars of a folder belong to which of its photos, by the
/// rules of the engine, and gives the photos what these say.
///
/// Folders to look at are in the rows, noted with each change; so a folder in
/// which thousands of files arrive is looked at now and then, not for each.
struct SidecarPass: Sendable {
    /// Photos and sidecars of one transaction.
    private static let step = 500

    let store: FileStore
    let pool: DecoderPool
    let log: Log

    /// A folder's names, each photo with what was noted of it.
    private struct Folder {
        var photos: [(node: NodeNumber, name: [UInt8], noted: [SidecarContent])] = []
        var sidecars: [StoredSidecar] = []
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
        let folder = try contents(of: next)
        let matching = SidecarMatching(
            media: folder.photos.map(\.name), sidecars: folder.sidecars.map { Array($0.name.utf8) })
        let lists = matching.matches.map { $0.map { folder.sidecars[$0].content } }
        let fresh = try await read(Set(lists.joined()))
        let changed = zip(folder.photos, lists).filter { photo, list in
            photo.noted != list || list.contains(where: fresh.contains)
        }.map { ($0.node, $1) }
        for start in stride(from: 0, to: changed.count, by: Self.step) {
            let some = Array(changed[start..<min(start + Self.step, changed.count)])
            let caller = Caller(
                account: next.account, displayName: "", now: store.surroundings.now())
            try await store.commits.perform(next.account) { machine throws(ServerError) in
                try machine.apply(some, by: caller)
            }
        }
        try await store.commits.perform { machine throws(ServerError) in
            try machine.metadata.removeUnmatched(next)
        }
        return true
    }

    private func contents(of folder: UnmatchedFolder) throws(ServerError) -> Folder {
        try store.view(of: folder.account) { view throws(ServerError) in
            let metadata = view.metadata
            var found = Folder()
            found.sidecars = try metadata.sidecars(in: folder.key, of: folder.account)
            var last: String?
            repeat {
                let entries = try metadata.entries(
                    below: folder.key, recursively: false, after: last, limit: 1000,
                    of: folder.account)
                for entry in entries
                where !entry.isFolder && PhotoNames.kind(of: entry.path.name) != nil {
                    let noted = try metadata.sidecars(of: entry.node, of: folder.account)
                    found.photos.append((entry.node, Array(entry.path.keyName.utf8), noted))
                }
                last = entries.count < 1000 ? nil : entries.last?.path.key
            } while last != nil
            return found
        }
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
            for sidecar in unread.suffix(Self.step) {
                if let facts = try await facts(of: sidecar) { made.append((sidecar, facts)) }
            }
            unread.removeLast(min(Self.step, unread.count))
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
