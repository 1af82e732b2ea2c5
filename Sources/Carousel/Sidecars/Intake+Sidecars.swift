import Media
import Photos
import Store

extension Intake {
    /// What is known of a root's sidecars, to walk it with.
    func knownSidecars(
        of root: RootID, _ part: RootPart?
    ) throws(LibraryError) -> KnownFiles {
        try read { transaction throws(StoreError) in
            guard let part else { return try transaction.knownSidecars(of: root) }
            return try transaction.knownSidecars(
                of: root, in: Set(part.folders), below: part.gone)
        }
    }

    /// Gives rows of an older format what sidecars and items are found by.
    func fillPlaces() throws(LibraryError) {
        while try write({ transaction throws(StoreError) in try transaction.fillPlaces() }) {
            guard !Task.isCancelled else { throw .cancelled }
        }
    }

    func put(_ sidecars: [SidecarRow]) throws(LibraryError) {
        guard !sidecars.isEmpty else { return }
        try write { transaction throws(StoreError) in
            for sidecar in sidecars {
                try transaction.putSidecar(sidecar)
            }
        }
    }

    /// Forgets the sidecars that a walk proves to be gone.
    /// - Returns: their folders.
    func removeSidecars(
        _ unseen: [FileID], _ walk: WalkReport
    ) throws(LibraryError) -> Set<FilePath> {
        // An emptied root is away, with all its sidecars.
        guard !unseen.isEmpty, walk.files > 0 else { return [] }
        return try write { transaction throws(StoreError) in
            var folders: Set<FilePath> = []
            for id in unseen {
                guard let sidecar = try transaction.reading.sidecar(id),
                    walk.proves(absenceOf: sidecar.row.path)
                else { continue }
                try transaction.removeSidecars([sidecar.id])
                if let folder = sidecar.row.path.folder { folders.insert(folder) }
            }
            return folders
        }
    }

    /// Those folders in which a sidecar lies, or did when it was last looked.
    func foldersWithSidecars(
        among folders: Set<FilePath>
    ) throws(LibraryError) -> [FilePath] {
        try read { transaction throws(StoreError) in
            var found: [FilePath] = []
            for folder in folders where try transaction.concernsSidecars(folder) {
                found.append(folder)
            }
            return found.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        }
    }

    /// Finds out which sidecars of a folder belong to which of its photos, and
    /// gives them what these say.
    func applySidecars(in folder: FilePath, today: CaptureTime) throws(LibraryError) {
        try write { transaction throws(StoreError) in
            let files = try transaction.reading.files(in: folder)
            let sidecars = try transaction.reading.sidecars(in: folder)
            let matching = SidecarMatching(
                media: files.map { Array($0.path.name) },
                sidecars: sidecars.map { Array($0.row.path.name) })
            for (file, places) in zip(files, matching.matches) {
                let own = places.map { sidecars[$0] }
                try transaction.setSidecars(own.map(\.id), of: file.id)
                try transaction.apply(own.map(\.row.metadata), to: file, today: today)
            }
        }
    }

    /// Those files that were taken in as parts of another photo's item.
    func partFiles(among placements: Placements) throws(LibraryError) -> Set<FileID> {
        guard !placements.kinds.isEmpty else { return [] }
        let all = try read { transaction throws(StoreError) in
            try transaction.partFiles()
        }
        return Set(all.filter { placements.kinds[$0] != nil })
    }

    /// Gives times that are known in UTC only the zone of the photo taken
    /// nearest to them, at most twelve hours away, whose offset was written:
    /// the photographer was there.
    ///
    /// Depends on what is in the library and on no order of arrival, as zones
    /// that were given before are given anew.
    func placeTimesInUTC() throws(LibraryError) {
        var last: FileID?
        repeat {
            guard !Task.isCancelled else { throw .cancelled }
            let after = last
            last = try write { transaction throws(StoreError) in
                let files = try transaction.reading.filesInUTC(after: after, limit: 500)
                for file in files {
                    try transaction.placeTimeInUTC(of: file)
                }
                return files.last?.id
            }
        } while last != nil
    }
}

extension WriteTransaction {
    fileprivate mutating func apply(
        _ sidecars: [SidecarMetadata], to file: FileRow, today: CaptureTime
    ) throws(StoreError) {
        let own = try reading.ownMetadata(of: file)
        var found = own.applying(sidecars, today: today)
        if file.metadata.zone == .neighbours, let minutes = file.metadata.utcOffsetMinutes {
            found = found.borrowing(offsetMinutes: minutes)
        }
        guard found != file.metadata else { return }
        try setMetadata(found, own: found == own ? nil : own, of: file.id)
    }

    fileprivate mutating func placeTimeInUTC(of file: FileRow) throws(StoreError) {
        let inUTC = file.metadata.withoutBorrowedOffset
        guard let taken = inUTC.taken else { return }
        let minutes = try reading.nearestOffset(
            to: taken.milliseconds, within: 12 * 3_600_000)
        let found = minutes.map { inUTC.borrowing(offsetMinutes: $0) } ?? inUTC
        guard found != file.metadata else { return }
        // With a sidecar's date the row has its own beside it already.
        let own = try reading.ownMetadata(of: file)
        try setMetadata(found, own: found == own ? nil : own, of: file.id)
    }
}
