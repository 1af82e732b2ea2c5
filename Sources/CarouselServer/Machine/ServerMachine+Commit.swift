import DropboxAPI
import Photos

/// What is committed: bytes that are there under their hash.
struct CommittedBytes: Hashable {
    var hash: ContentHash
    var size: Int64
}

/// What a commit comes to.
private enum CommitDecision {
    /// The same bytes stand there: nothing is written.
    case keep(Entry)
    /// Write at a place, over that entry where there is one.
    case write(RemotePath, replacing: Entry?)
}

extension ServerMachine {
    /// `files/upload`, once all bytes have arrived.
    ///
    /// - Parameter session: the id under which the bytes are kept when they
    ///   cannot be put there, drawn anew for each call.
    /// - Returns: a refusal that is to be committed: it keeps the bytes.
    public mutating func upload(
        _ info: CommitInfo, _ staged: StagedContent, keptAs session: SessionID, by caller: Caller
    ) throws(ServerError) -> Result<FileMetadata, UploadError> {
        var work = try begin(caller)
        let bytes = CommittedBytes(hash: staged.hash, size: staged.size)
        do throws(ServerError) {
            let entry = try commit(info, bytes, publishing: staged, &work)
            try finish(&work)
            return .success(try file(entry, work))
        } catch {
            guard let write = error.failure as? WriteError else { throw error }
            // What is not wanted is not kept for another try.
            if write != .deleted, write != .cancelled, try hasRoom(for: staged.size, work) {
                try blobs.publish(staged)
                try metadata.put(
                    UploadSession(
                        id: session, kind: .sequential, state: .sealed(staged.hash),
                        length: staged.size, lastActivity: caller.now), of: caller.account)
            }
            return .failure(.path(write, session: session))
        }
    }

    /// Whether a session may grow: all of an account's hold at most as much
    /// as its quota.
    func hasRoom(for count: Int64, _ work: Work) throws(ServerError) -> Bool {
        let held = try metadata.sessionBytes(of: work.account)
        return held + count <= work.state.quota
    }

    /// Puts bytes at the place that the info names, by its rules.
    /// - Parameter staged: published only if they are written.
    /// - Throws: `WriteError`; nothing was changed then.
    mutating func commit(
        _ info: CommitInfo, _ bytes: CommittedBytes, publishing staged: StagedContent?,
        _ work: inout Work
    ) throws(ServerError) -> Entry {
        switch try decide(info, bytes, work) {
        case .keep(let entry):
            return entry
        case .write(let place, let replaced):
            try refuseUnwished(info, bytes.hash, work)
            let growth = bytes.size - (replaced?.content?.size ?? 0)
            guard growth <= 0 || work.state.used + growth <= work.state.quota else {
                throw .refused(WriteError.insufficientSpace)
            }
            if let staged { try blobs.publish(staged) }
            try makeFolders(above: place, &work)
            return try write(
                bytes, at: place, replacing: replaced,
                clientModified: info.clientModified ?? work.now, &work)
        }
    }

    private func decide(
        _ info: CommitInfo, _ bytes: CommittedBytes, _ work: Work
    ) throws(ServerError) -> CommitDecision {
        let place = try destination(info.path, work)
        guard let present = try metadata.entry(at: place.key, of: work.account) else {
            if case .update = info.mode, info.strictConflict,
                try metadata.gravestone(at: place.key, of: work.account) != nil
            {
                return try besides(place, .file, info, work)
            }
            return .write(place, replacing: nil)
        }
        guard let content = present.content else {
            return try besides(place, .folder, info, work)
        }
        if content.hash == bytes.hash, content.size == bytes.size {
            return info.strictConflict
                ? try besides(place, .file, info, work) : .keep(present)
        }
        let replaces =
            switch info.mode {
            case .add: false
            case .overwrite: true
            case .update(let revision): RevisionNumber(revision) == content.revision
            }
        return replaces
            ? .write(present.path, replacing: present)
            : try besides(place, .file, info, work)
    }

    /// Another name, where the caller allows it; else the conflict.
    private func besides(
        _ place: RemotePath, _ conflict: WriteConflict, _ info: CommitInfo, _ work: Work
    ) throws(ServerError) -> CommitDecision {
        guard info.autorename else { throw .refused(WriteError.conflict(conflict)) }
        var mark = PlaceMark.number
        if case .update = info.mode { mark = .conflictedCopy(of: work.caller.displayName) }
        return .write(try freePlace(beside: place, mark, work), replacing: nil)
    }

    /// Gives a file a new content: one more revision.
    mutating func write(
        _ bytes: CommittedBytes, at place: RemotePath, replacing replaced: Entry?,
        node: NodeNumber? = nil, clientModified: Timestamp, _ work: inout Work
    ) throws(ServerError) -> Entry {
        let sequence = work.nextSequence()
        let content = Content(
            revision: RevisionNumber(sequence.rawValue), hash: bytes.hash, size: bytes.size,
            clientModified: clientModified, serverModified: work.now)
        if let old = replaced?.content {
            try metadata.setCeased(work.now, of: old.revision, of: work.account)
            try photoIsReplaced(old.hash, by: bytes.hash, &work)
        }
        let entry = try putFile(
            at: place, node: replaced?.node ?? node, content: content, sequence: sequence, &work)
        if let old = replaced?.content, PhotoNames.kind(of: place.name) != nil {
            try end(old.hash, .superseded, work)
        }
        try metadata.put(
            StoredRevision(content: content, node: entry.node, ceased: nil), of: work.account)
        work.state.used += bytes.size - (replaced?.content?.size ?? 0)
        return entry
    }

    /// An entry that is known to be a file.
    func file(_ entry: Entry, _ work: Work) throws(ServerError) -> FileMetadata {
        guard let file = entry.fileMetadata(in: work.account) else {
            throw .damaged("\(entry.path.display) has no content")
        }
        return file
    }
}
