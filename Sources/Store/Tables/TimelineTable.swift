import Photos

extension ReadTransaction {
    /// The next photos of the timeline behind a record, newest first: by
    /// capture time, name key and LUID, undated ones last.
    public func timeline(
        after: HotRecord? = nil, limit: Int
    ) throws(StoreError) -> [HotRecord] { fatalError("not yet") }
}

extension LibraryStore {
    /// Hands out the whole timeline, newest first, in batches of 200, 800,
    /// 3,200, 12,800 and then 50,000 photos, each read in a transaction of its
    /// own: no lock and no view of the database is held while `body` works.
    ///
    /// A change committed meanwhile may or may not be in a later batch;
    /// `onCommit` has it in any case.
    public func loadTimeline(
        _ body: @Sendable ([HotRecord]) -> Void
    ) throws(StoreError) { fatalError("not yet") }

    /// Hands out all photos of the timeline with their files, newest first,
    /// a batch at a time.
    public func listPhotos(
        _ body: @Sendable ([PhotoRow]) -> Void
    ) throws(StoreError) { fatalError("not yet") }
}
