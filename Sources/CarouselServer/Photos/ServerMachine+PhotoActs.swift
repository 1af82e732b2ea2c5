import DropboxAPI
import Photos

/// What users do to photos by `carousel/photos/*`.
extension ServerMachine {
    /// `carousel/photos/set_flags`.
    public mutating func setFlags(
        _ argument: SetFlagsArgument, by caller: Caller
    ) throws(ServerError) -> PhotoResults {
        var work = try begin(caller)
        var results: [PhotoResult] = []
        for id in argument.ids {
            guard let node = NodeNumber(id, in: work.account),
                let hash = try metadata.photo(node, of: work.account)
            else {
                results.append(PhotoResult(id: id, outcome: .notFound))
                continue
            }
            results.append(PhotoResult(id: id, outcome: .done))
            let old = try metadata.flags(of: hash, of: work.account) ?? PhotoFlags()
            let new = PhotoFlags(
                hidden: argument.hidden ?? old.hidden,
                favourite: argument.favourite ?? old.favourite)
            guard new != old else { continue }
            try metadata.put(new, of: hash, of: work.account)
            try showAll(with: hash, &work)
        }
        try finish(&work)
        return PhotoResults(results: results, mark: work.mark)
    }

    /// `carousel/photos/delete`: the files named, all files of the contents
    /// named, and what was to become one.
    public mutating func deletePhotos(
        _ argument: DeletePhotosArgument, by caller: Caller
    ) throws(ServerError) -> PhotoResults {
        var work = try begin(caller)
        for id in argument.cancels { try callOff(id, work) }
        var deleted: Set<DropboxAPI.FileID> = []
        var results: [PhotoResult] = []
        for id in argument.ids {
            if let node = NodeNumber(id, in: work.account),
                let entry = try metadata.entry(node, of: work.account), !entry.isFolder
            {
                try remove(entry, isCovered: false, &work)
                deleted.insert(id)
            }
            results.append(PhotoResult(id: id, outcome: deleted.contains(id) ? .done : .notFound))
        }
        for hash in argument.contentHashes {
            for node in try metadata.photos(with: hash, of: work.account) {
                guard let entry = try metadata.entry(node, of: work.account) else {
                    throw .damaged("photo \(node.rawValue) is no file")
                }
                try remove(entry, isCovered: false, &work)
            }
            try metadata.setEnd(.deleted, of: hash, of: work.account)
        }
        for hash in argument.superseded { try end(hash, .deleted, work) }
        guard work.touched <= rules.deletedEntries else {
            throw .refused(DeleteError.tooManyFiles)
        }
        try finish(&work)
        return PhotoResults(results: results, mark: work.mark)
    }

    /// Has what may still come under a name refused.
    mutating func callOff(_ id: OperationID, _ work: Work) throws(ServerError) {
        guard try metadata.operation(id, of: work.account) == nil else { return }
        try metadata.put(
            StoredOperation(
                fingerprint: .ofBlocks([]), answer: nil, sequence: .start, done: work.now),
            id, of: work.account)
    }

    /// `carousel/photos/restore`: brings photos back from the trash, unless a
    /// photo with one of the contents is there already.
    public mutating func restorePhotos(
        _ argument: RestorePhotosArgument, by caller: Caller
    ) throws(ServerError) -> PhotoResults {
        var work = try begin(caller)
        for hash in argument.contentHashes {
            if try metadata.end(of: hash, of: work.account) == .deleted {
                try metadata.setEnd(nil, of: hash, of: work.account)
            }
        }
        if try !isOneThere(argument.contentHashes, work) {
            for old in try trashed(argument, work) { try bringBack(old, &work) }
        }
        let isThere = try isOneThere(argument.contentHashes, work)
        var results: [PhotoResult] = []
        for id in argument.ids {
            let isLive = try NodeNumber(id, in: work.account).flatMap { node throws(ServerError) in
                try metadata.entry(node, of: work.account)
            }
            results.append(
                PhotoResult(id: id, outcome: isThere || isLive != nil ? .done : .notFound))
        }
        var missing: [ContentHash] = []
        for hash in argument.contentHashes
        where try !metadata.hasPhoto(with: hash, of: work.account) {
            missing.append(hash)
        }
        try finish(&work)
        return PhotoResults(results: results, missing: missing, mark: work.mark)
    }

    private func isOneThere(_ hashes: [ContentHash], _ work: Work) throws(ServerError) -> Bool {
        for hash in hashes where try metadata.hasPhoto(with: hash, of: work.account) {
            return true
        }
        return false
    }

    /// What is to come back: the files named with one of the contents, else
    /// the last file that had each content. A photo that was edited before it
    /// was deleted is not the one that is wanted.
    private func trashed(
        _ argument: RestorePhotosArgument, _ work: Work
    ) throws(ServerError) -> [StoredRevision] {
        var found: [StoredRevision] = []
        for id in argument.ids {
            guard let node = NodeNumber(id, in: work.account),
                try metadata.entry(node, of: work.account) == nil,
                let last = try metadata.revisions(
                    of: node, before: nil, limit: 1, of: work.account
                ).first, !found.contains(where: { $0.node == node }),
                argument.contentHashes.isEmpty
                    || argument.contentHashes.contains(last.content.hash)
            else { continue }
            found.append(last)
        }
        guard found.isEmpty else { return found }
        for hash in argument.contentHashes {
            if let last = try metadata.trashedRevision(with: hash, of: work.account),
                !found.contains(where: { $0.node == last.node })
            {
                found.append(last)
            }
        }
        return found
    }

    /// Puts a file from the trash where it was, or beside what is there now.
    private mutating func bringBack(
        _ old: StoredRevision, _ work: inout Work
    ) throws(ServerError) {
        guard
            let last = try metadata.lastPlacement(of: old.content.revision, of: work.account)
        else { return }
        guard work.state.used + old.content.size <= work.state.quota else {
            throw .refused(RestoreError.pathWrite(.insufficientSpace))
        }
        var place: RemotePath
        do throws(ServerError) {
            place = try checked(last.path, work)
        } catch {
            // A file stands where one of its folders was.
            guard error.failure != nil, let root = RemotePath("/" + last.path.name) else {
                throw error
            }
            place = root
        }
        if try metadata.entry(at: place.key, of: work.account) != nil {
            place = try freePlace(beside: place, .number, work)
        }
        try makeFolders(above: place, &work)
        let isFree = try metadata.entry(old.node, of: work.account) == nil
        _ = try write(
            CommittedBytes(hash: old.content.hash, size: old.content.size), at: place,
            replacing: nil, node: isFree ? old.node : nil,
            clientModified: old.content.clientModified, &work)
    }
}
