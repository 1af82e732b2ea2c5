import DropboxAPI
import Photos

/// What changes of the file plane mean for the photo feed. Called within
/// them, so that the feed is never behind.
extension ServerMachine {
    /// A file came to a path, or has another content there.
    mutating func photoCame(_ entry: Entry, _ work: inout Work) throws(ServerError) {
        guard let content = entry.content else { return }
        if let old = try metadata.photo(entry.node, of: work.account) {
            work.shown.append(ShownContent(hash: old))
        }
        guard PhotoNames.kind(of: entry.path.name) != nil else {
            // It may have been one under another name.
            try photoWent(entry.node, &work)
            return
        }
        try metadata.setEnd(nil, of: content.hash, of: work.account)
        work.shown.append(ShownContent(hash: content.hash))
        if try metadata.facts(of: content.hash) == nil { try metadata.addUnread(content.hash) }
        try show(entry, &work)
    }

    /// A file left its path.
    mutating func photoWent(_ node: NodeNumber, _ work: inout Work) throws(ServerError) {
        guard let hash = try metadata.photo(node, of: work.account) else { return }
        work.shown.append(ShownContent(hash: hash))
        try metadata.buryPhoto(
            node, at: work.nextPhotoSequence(), now: work.now, of: work.account)
    }

    /// A user deleted a file that has left its path.
    mutating func photoWasDeleted(
        _ entry: Entry, _ content: Content, _ work: inout Work
    ) throws(ServerError) {
        guard PhotoNames.kind(of: entry.path.name) != nil else { return }
        try end(content.hash, .deleted, work)
    }

    /// A file is about to get another content: that has the flags of the old
    /// one, unless it has its own.
    mutating func photoIsReplaced(
        _ old: ContentHash, by new: ContentHash, _ work: inout Work
    ) throws(ServerError) {
        guard old != new, let flags = try metadata.flags(of: old, of: work.account),
            try metadata.flags(of: new, of: work.account) == nil
        else { return }
        try metadata.put(flags, of: new, of: work.account)
        try showAll(with: new, &work)
    }

    /// Remembers how a content was lost, where no photo has it any more.
    mutating func end(
        _ hash: ContentHash, _ end: ContentEnd, _ work: Work
    ) throws(ServerError) {
        guard try !metadata.hasPhoto(with: hash, of: work.account) else { return }
        if end == .superseded, try metadata.end(of: hash, of: work.account) != nil { return }
        try metadata.setEnd(end, of: hash, of: work.account)
    }

    /// Puts all photos with a content into the feed anew.
    mutating func showAll(with hash: ContentHash, _ work: inout Work) throws(ServerError) {
        for node in try metadata.photos(with: hash, of: work.account) {
            guard let entry = try metadata.entry(node, of: work.account) else {
                throw .damaged("photo \(node.rawValue) is no file")
            }
            try show(entry, &work)
        }
    }

    /// Puts a photo into the feed as it is now.
    mutating func show(_ entry: Entry, _ work: inout Work) throws(ServerError) {
        guard let content = entry.content,
            let photo = try view(of: work.account).photo(entry)
        else { return }
        try metadata.putPhoto(
            entry.node, with: content.hash, at: work.nextPhotoSequence(),
            shown: photo.jsonBytes(), of: work.account)
    }
}

extension ServerMachine {
    /// Keeps what was read from a content, and shows it in all feeds.
    /// - Returns: accounts whose feeds changed, each with its last change.
    public mutating func keep(
        _ facts: StoredFacts, of hash: ContentHash, now: Timestamp
    ) throws(ServerError) -> [(AccountNumber, Sequence)] {
        try metadata.put(facts, of: hash)
        var changed: [(AccountNumber, Sequence)] = []
        for account in try metadata.accounts(withPhotosOf: hash) {
            var work = try begin(Caller(account: account, displayName: "", now: now))
            try showAll(with: hash, &work)
            work.shown.append(ShownContent(hash: hash, isRead: true))
            try finish(&work)
            changed.append((account, work.state.photoSequence))
        }
        return changed
    }

    /// Makes the photo feed of an account from its files, behind a key.
    /// - Parameter hasFeed: only which files are sidecars is to be noted.
    /// - Returns: the key to go on behind; nil when all were seen.
    public mutating func rebuildPhotos(
        of account: AccountNumber, after key: String?, limit: Int, now: Timestamp,
        hasFeed: Bool = false
    ) throws(ServerError) -> String? {
        var work = try begin(Caller(account: account, displayName: "", now: now))
        let entries = try metadata.entries(
            below: "", recursively: true, after: key, limit: limit, of: account)
        for entry in entries {
            if !hasFeed { try photoCame(entry, &work) }
            try sidecarMayHaveCome(entry, work)
        }
        try finish(&work)
        return entries.count < limit ? nil : entries.last?.path.key
    }
}
