import Photos

extension ReadTransaction {
    public func file(_ id: FileID) throws(StoreError) -> FileRow? { fatalError("not yet") }

    public func file(at path: FilePath) throws(StoreError) -> FileRow? { fatalError("not yet") }

    /// What is known of a root's files, to walk it with. Reads each row once.
    public func knownFiles(of root: RootID) throws(StoreError) -> KnownFiles {
        fatalError("not yet")
    }

    /// Files not hashed yet, first seen first, those after `after`.
    public func filesWantingHash(
        after: FileID? = nil, limit: Int
    ) throws(StoreError) -> [FileToRead] { fatalError("not yet") }

    /// Where to read these files now; unknown and unreachable ones are left
    /// out.
    public func filesToRead(_ ids: [FileID]) throws(StoreError) -> [FileToRead] {
        fatalError("not yet")
    }
}

extension WriteTransaction {
    /// Adds a file, without a photo as yet. Its problem, if there is one, is
    /// not touched.
    /// - Precondition: the path is not known.
    public mutating func addFile(_ file: NewFile) throws(StoreError) -> FileID {
        fatalError("not yet")
    }

    /// Other bytes lie at a known path: takes their metadata and wants their
    /// hash. The file stays with its photo, unchanged to the eye, until the
    /// edit is judged. (An edit that is not judged yet and comes again counts
    /// as `sameShot` only when both did.)
    public mutating func changeFile(
        _ id: FileID, stamp: FileStamp, metadata: PhotoMetadata, edit: FileEdit
    ) throws(StoreError) { fatalError("not yet") }

    /// The file was touched and its bytes are the same: keeps all but the
    /// stamp.
    public mutating func setStamp(_ stamp: FileStamp, of id: FileID) throws(StoreError) {
        fatalError("not yet")
    }

    /// Takes metadata read anew (a sidecar came or changed).
    public mutating func setMetadata(
        _ metadata: PhotoMetadata, of id: FileID
    ) throws(StoreError) { fatalError("not yet") }

    /// The file's hash is known, or cannot be had. To be followed by a
    /// settlement of its size.
    public mutating func setHash(_ hash: HashState, of id: FileID) throws(StoreError) {
        fatalError("not yet")
    }

    /// The file was moved or renamed. What was known of the new path is
    /// forgotten.
    public mutating func moveFile(
        _ id: FileID, to path: FilePath, in root: RootID, stamp: FileStamp
    ) throws(StoreError) { fatalError("not yet") }

    /// Files that a complete walk did not find (or found again). Their photos
    /// stay in the timeline, as unavailable when no other file is left.
    public mutating func setMissing(
        _ isMissing: Bool, _ ids: [FileID]
    ) throws(StoreError) { fatalError("not yet") }

    /// Files that are gone for good. Their photos leave the timeline when no
    /// other file is left; LUID and content are kept.
    public mutating func removeFiles(_ ids: [FileID]) throws(StoreError) {
        fatalError("not yet")
    }
}
