import Photos

extension RenderPolicy {
    /// What the cells of folded events show: a picture of the photos they
    /// stand for, made in this frame where it is missing and there is time.
    ///
    /// - Parameter room: decodes for which there is time in this frame.
    /// - Complexity: O(folds × log n).
    mutating func folds(
        of layout: some CellLayout, in viewport: Viewport, room: Int
    ) -> (views: [FoldView<Picture>], waiting: Int) {
        var room = room
        var waiting = 0
        let views = layout.folds(from: viewport.top, to: viewport.bottom).map { cell in
            let photos = layout.photos(of: cell, atMost: FoldPicture.photos)
            let jobs = photos.map { record in
                DecodeJob(
                    photo: record.luid, size: .s75, side: ThumbnailSize.s75.pixels,
                    picture: record.thumbHash)
            }
            let first = photos[0]
            let held = foldPictures.use(first.luid)
            let isMade = held?.sources == jobs
            if !isMade { if room > 0 { room -= jobs.count } else { waiting += 1 } }
            let decodes = !isMade && waiting == 0
            return FoldView(
                cell: cell, first: first, picture: held?.picture, decode: decodes ? jobs : [])
        }
        return (views, waiting)
    }

    /// Takes in the picture of a folded event; nil when none of its photos
    /// has a thumbnail.
    ///
    /// - Parameter sources: the jobs of the plan.
    /// - Complexity: O(1) amortised.
    public mutating func receiveFold(
        _ sources: [DecodeJob], _ picture: Picture?, bytes: Int
    ) {
        guard let first = sources.first else { return }
        foldPictures.insert(
            FoldDecoded(picture: picture, sources: sources),
            // The news that there is none takes room too.
            bytes: max(bytes, 64), for: first.photo, pinned: true)
    }
}

/// A folded event's picture in its cache, with what it was made of.
struct FoldDecoded<Picture> {
    let picture: Picture?
    let sources: [DecodeJob]
}

extension FoldDecoded: Sendable where Picture: Sendable {}
