import DecoderProtocol
import Photos
import Store

/// A photo whose thumbnails were to be made, and what came of it.
struct MadePicture: Sendable {
    enum Outcome: Sendable {
        case made(MadeThumbnails)
        /// The picture cannot be decoded.
        case impossible(ProblemReason, detail: String)
    }

    var photo: PhotoToDraw
    var outcome: Outcome
}

extension Intake {
    /// Stores thumbnails, then that they are there: a crash in between only
    /// has them made again.
    func keep(_ pictures: [MadePicture], in thumbnails: ThumbnailStore) throws(LibraryError) {
        let stored: [StoredThumbnails] = pictures.compactMap { picture in
            guard case .made(let made) = picture.outcome else { return nil }
            return StoredThumbnails(luid: picture.photo.luid, s75: made.s75, s256: made.s256)
        }
        do {
            try thumbnails.put(stored)
        } catch {
            throw LibraryError(error)
        }
        try write { transaction throws(StoreError) in
            for picture in pictures {
                try transaction.note(picture)
            }
        }
    }
}

extension Intake {
    /// `thumbnails.db` holds nothing of photos of which no file is left: with
    /// two small pictures for each photo there is, its size is bounded.
    func dropUnusedThumbnails() throws(LibraryError) {
        let gone = try write { transaction throws(StoreError) in
            try transaction.dropThumbnailsOfGonePhotos()
        }
        guard !gone.isEmpty else { return }
        do {
            try thumbnails.remove(gone)
        } catch {
            throw LibraryError(error)
        }
    }
}

extension WriteTransaction {
    fileprivate mutating func note(_ picture: MadePicture) throws(StoreError) {
        let luid = picture.photo.luid
        switch picture.outcome {
        case .made(let made):
            try setThumbnailsMade(of: luid, made.thumbHash)
            if let damage = made.damage {
                try list(picture.photo.file, damage.reason, damage.detail)
            }
        case .impossible(let reason, let detail):
            try setThumbnailsImpossible(of: luid)
            try list(picture.photo.file, reason, detail)
        }
    }

    private mutating func list(
        _ file: FileToRead, _ reason: ProblemReason, _ detail: String
    ) throws(StoreError) {
        guard let row = try reading.file(file.id) else { return }
        try putProblem(
            ProblemRow(
                path: row.path, root: row.root, reason: reason, detail: detail, stamp: file.stamp))
    }
}
