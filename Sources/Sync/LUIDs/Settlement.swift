import Photos

/// One decision about which files belong to which photo: the rules of
/// identity over a set of files, as a value.
///
/// The driver hands in the rows that may matter, `settle` answers with what
/// is to be done, and the driver does it, in the order given, in the
/// transaction in which it read the rows. Nothing depends on the order of the
/// rows.
///
/// The rules:
/// - *Attach.* A new file whose content has a LUID joins it at once, if that
///   photo is shown; else it is a new tile, for the gate.
/// - *The size gate.* A file gets a LUID as soon as it is seen, unless another
///   file or content of its size is known: then it waits until it is hashed,
///   and until every file of that size that is *shown* unhashed is hashed or
///   has failed to be. It need not wait for files that begin otherwise, as
///   far as somebody has looked: cameras write RAW files of one size by the
///   thousand, and no two begin alike. (Files that are not shown need not be waited for: they
///   join when they are hashed. Thousands of equally large files would else
///   stay unseen until the last of them is hashed.)
/// - *The one merge.* A file that was shown unhashed and proves to be the
///   content of another LUID brings its own LUID to that one.
/// - *Edit in place.* Other bytes at a known path keep the LUID when capture
///   time and camera are the same and no other file holds the old bytes;
///   else they are a new photo.
///
/// Source: Dropbox, "Carousel's Local Photos": LUIDs and the hash-full cache.
public struct Settlement: Sendable {
    let sizes: [SizeStanding]
    let files: [FileStanding]
    let owners: [ContentOwner]
    let judgesEdits: Bool

    /// - Parameters:
    ///   - sizes: the byte sizes to settle. Files of other sizes only tell
    ///     whether the old bytes of an edited file are still held.
    ///   - files: of these sizes, every file without a LUID, with an edit, with
    ///     a hash that its photo does not know, or shown unhashed; and all
    ///     files of the photos that an edited one of them belongs to.
    ///   - owners: the owner of each content that a file has, and the content
    ///     of each photo that a file has.
    ///   - judgesEdits: whether edits may be judged now: only after a complete
    ///     walk of all roots, and after every new or changed file was hashed
    ///     or failed to be. Until then an edited file stays with the photo
    ///     that was there before. (`mv a b; cp new a` is a move and a new
    ///     photo, which shows only when `b` was seen.)
    public init(
        sizes: [SizeStanding], files: [FileStanding], owners: [ContentOwner], judgesEdits: Bool
    ) {
        self.sizes = sizes.sorted { $0.size < $1.size }
        self.files = files.sorted { $0.id < $1.id }
        self.owners = owners.sorted { $0.luid < $1.luid }
        self.judgesEdits = judgesEdits
    }

    /// What is to be done.
    /// - Complexity: O(n log n) for n rows, and O(k) for each row of a photo of
    ///   k files.
    public func settle() -> [Action] {
        var work = SettlementWork(self)
        work.learn()
        work.attachNewFiles()
        if judgesEdits { work.judgeEdits() }
        work.openGate()
        return work.actions
    }
}
