import Photos

/// What files that a transaction has added show, by file, and from then on by
/// the photo that was made of each: it need not be read back as long as
/// nothing else was done with photo or file.
struct FreshFaces {
    private struct Placed {
        var file: FileID
        var fresh: Fresh
    }

    struct Fresh {
        var root: RootID
        var face: ReadTransaction.FaceFile
    }

    private var files: [FileID: Fresh] = [:]
    private var photos: [LUID: Placed] = [:]
    private var places: [FileID: LUID] = [:]
    /// Folders whose files can be reached and are shown.
    var shownRoots: Set<RootID> = []

    var isEmpty: Bool { photos.isEmpty }

    mutating func add(_ file: FileID, _ new: NewFile) {
        files[file] = Fresh(root: new.root, face: ReadTransaction.FaceFile(new))
    }

    mutating func place(_ file: FileID, _ fresh: Fresh, in luid: LUID) {
        photos[luid] = Placed(file: file, fresh: fresh)
        places[file] = luid
    }

    /// Of a file that has no photo yet.
    func fresh(_ file: FileID) -> Fresh? { files[file] }

    func face(of luid: LUID) -> ReadTransaction.FaceFile? {
        guard let fresh = photos[luid]?.fresh, shownRoots.contains(fresh.root) else { return nil }
        return fresh.face
    }

    func isPlaced(_ file: FileID) -> Bool { places[file] != nil }

    /// Something was done with the file.
    mutating func forget(_ file: FileID) {
        files[file] = nil
        if let luid = places[file] { forget(luid) }
    }

    /// Something was done with the photo.
    mutating func forget(_ luid: LUID) {
        guard let placed = photos.removeValue(forKey: luid) else { return }
        places[placed.file] = nil
    }
}
