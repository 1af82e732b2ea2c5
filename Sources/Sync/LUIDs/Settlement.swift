import Photos

/// One decision about which files belong to which photo: the rules of
/// identity over a set of files, as a value.
///
/// The driver hands in *all* known files of some byte sizes, all files of the
/// photos that an edited one of them belonged to, and the owners of every
/// content among them; `settle` answers with what is to be done, which the
/// driver carries out in the order given and in the transaction in which it
/// read the files. Nothing here depends on the order of the arguments.
///
/// The rules:
/// - *Attach.* A file whose content has a LUID joins it at once.
/// - *The size gate.* A file gets a LUID as soon as it is seen, unless another
///   known file or content has its size: then it waits until every file of
///   that size is hashed or has failed to be.
/// - *The one merge.* A file that was placed unhashed and proves to be the
///   content of another LUID brings its own LUID to that one.
/// - *Edit in place.* Changed bytes at a known path keep the LUID when capture
///   time and camera are the same and no other file holds the old bytes.
///
/// Source: Dropbox, "Carousel's Local Photos": LUIDs and the hash-full cache.
public struct Settlement: Sendable {
    let sizes: [Int64]
    let files: [FileStanding]
    let owners: [ContentOwner]
    let judgesEdits: Bool

    /// - Parameters:
    ///   - sizes: the byte sizes to settle. Files of other sizes are only
    ///     asked whether they hold the old bytes of an edited file.
    ///   - files: all known files of these sizes, and all files of the LUIDs
    ///     of those among them that have an edit.
    ///   - owners: the owner of each content that a file has or that has one
    ///     of the sizes, and the content of each LUID that a file has.
    ///   - judgesEdits: whether edits may be judged now: only after a walk of
    ///     all roots that was complete and met no error, and that has hashed
    ///     every new and every changed file or failed to. Until then an edited
    ///     file stays with the photo that was there before.
    public init(
        sizes: [Int64], files: [FileStanding], owners: [ContentOwner], judgesEdits: Bool
    ) {
        self.sizes = sizes
        self.files = files
        self.owners = owners
        self.judgesEdits = judgesEdits
    }

    /// What is to be done.
    /// - Complexity: O(n log n) for n files and owners.
    public func settle() -> [Action] {
        fatalError("not yet")
    }
}
