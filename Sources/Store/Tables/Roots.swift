import Photos

extension ReadTransaction {
    /// All roots, first added first.
    public func roots() throws(StoreError) -> [RootRow] { fatalError("not yet") }
}

extension WriteTransaction {
    /// Adds a folder, or gives the root that it is already.
    public mutating func addRoot(
        _ path: FilePath, addedMilliseconds: Int64
    ) throws(StoreError) -> RootRow { fatalError("not yet") }

    /// Un-indexes a folder: its files and problems leave the library and
    /// photos without another file leave the timeline; their LUIDs and contents
    /// are kept and found again when the folder returns.
    public mutating func removeRoot(_ id: RootID) throws(StoreError) { fatalError("not yet") }

    /// Marks whether the root can be reached; its photos change with it.
    public mutating func setAvailable(
        _ isAvailable: Bool, _ id: RootID
    ) throws(StoreError) { fatalError("not yet") }

    /// Counts a complete walk of the root.
    public mutating func finishWalk(of id: RootID) throws(StoreError) { fatalError("not yet") }
}
