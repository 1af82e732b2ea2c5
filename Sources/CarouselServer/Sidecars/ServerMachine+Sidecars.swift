import DropboxAPI
import Photos

/// What changes of the file plane mean for photos with files beside them.
/// Which belong together is found out later, folder by folder: it takes all
/// names of the folder, and a commit must not wait for it.
extension ServerMachine {
    /// A file came to a path, or has another content there.
    mutating func sidecarMayHaveCome(_ entry: Entry, _ work: Work) throws(ServerError) {
        guard let folder = entry.path.parent?.key, !entry.isFolder else { return }
        if let content = SidecarContent(entry) {
            try metadata.put(
                StoredSidecar(name: entry.path.keyName, content: content), in: folder,
                of: work.account)
            try metadata.addUnmatched(folder, of: work.account)
        } else if PhotoNames.kind(of: entry.path.name) != nil {
            // It may come from a folder where it had one.
            let hasHad = try !metadata.sidecars(of: entry.node, of: work.account).isEmpty
            let mayHave = try metadata.hasSidecars(in: folder, of: work.account)
            if hasHad || mayHave { try metadata.addUnmatched(folder, of: work.account) }
        }
    }

    /// A file left its path. What is noted of a photo stays: it may come to
    /// another path, or back.
    mutating func sidecarMayHaveGone(_ entry: Entry, _ work: Work) throws(ServerError) {
        guard let folder = entry.path.parent?.key, !entry.isFolder else { return }
        if SidecarContent(entry) != nil {
            try metadata.removeSidecar(
                named: entry.path.keyName, in: folder, of: work.account)
            try metadata.addUnmatched(folder, of: work.account)
        } else if PhotoNames.kind(of: entry.path.name) != nil,
            try metadata.hasSidecars(in: folder, of: work.account)
        {
            // What was not its sidecar may be another's now.
            try metadata.addUnmatched(folder, of: work.account)
        }
    }

    /// Notes which sidecars belong to some photos, and shows these anew.
    /// - Parameter lists: of photos whose sidecars changed or are read now.
    public mutating func apply(
        _ lists: [(node: NodeNumber, sidecars: [SidecarContent])], by caller: Caller
    ) throws(ServerError) {
        var work = try begin(caller)
        for (node, sidecars) in lists {
            guard let entry = try metadata.entry(node, of: work.account),
                let content = entry.content
            else { continue }
            try metadata.setSidecars(sidecars, of: node, of: work.account)
            // Others are shown when they were read.
            guard try metadata.facts(of: content.hash) != nil else { continue }
            try show(entry, &work)
        }
        try finish(&work)
    }
}

extension RemotePath {
    /// The last component of the key.
    var keyName: String {
        guard let slash = key.utf8.lastIndex(of: UInt8(ascii: "/")) else { return key }
        return String(key[key.utf8.index(after: slash)...])
    }
}
