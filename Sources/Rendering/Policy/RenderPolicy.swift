public import Photos

/// Decides what each cell shows and what is decoded next. It is told frames
/// and results, and answers with plans: no toolkit, no thread, no clock.
///
/// Fast: cells in sight get their 75 px thumbnail within the frame and
/// nothing is queued at 256 px. Slow: 256 px are queued for what will be in
/// sight long enough to be seen, nearest to the reading position first, and
/// behind these for one screen ahead.
///
/// Source of the idea: Dropbox's "Building Carousel, Part III" (2014).
public struct RenderPolicy<Picture> {
    /// A cell that leaves sooner than this is not worth its 256 px.
    static var secondsToSee: Double { 0.25 }

    /// When thumbnails are decoded.
    public let strategy: DecodeStrategy
    public private(set) var speed = ScrollSpeed()
    public internal(set) var budget: FrameBudget
    var small: PixelCache<Decoded<Picture>>
    var full: PixelCache<Decoded<Picture>>
    /// Pictures of folded events, by the first photo of each.
    var foldPictures = PixelCache<FoldDecoded<Picture>>(byteBudget: 2 << 20)
    /// The side of a cell in device pixels, and since when it has been so.
    private var side: (pixels: Int, since: Int)?
    /// Time after which another size of cells is there to stay.
    private static var settlingTime: Int { 150_000 }
    /// Photos in sight or ahead whose thumbnail could not be had, with the
    /// picture that was meant: not asked for again until that changes.
    var missing: [MissingKey: ThumbHash] = [:]
    /// The photos of the latest frame's cells in sight.
    var inSight: Set<LUID> = []
    /// Whether cells are changing their size: frames go on until they keep it.
    public private(set) var isResizing = false

    public init(
        cache: CacheBudget = .standard, frameInterval: Int = 16_667,
        strategy: DecodeStrategy = .bySpeed
    ) {
        self.strategy = strategy
        small = PixelCache(byteBudget: cache.smallBytes)
        full = PixelCache(byteBudget: cache.fullBytes)
        budget = FrameBudget(frameInterval: frameInterval)
    }

    /// Bytes of all decoded pictures held.
    public var cacheByteCount: Int {
        small.byteCount + full.byteCount + foldPictures.byteCount
    }

    /// Plans a frame: what each cell in sight shows, what is decoded in the
    /// frame, and what the background queue holds from now on.
    ///
    /// - Parameters:
    ///   - time: the frame's, in microseconds of a steady clock.
    /// - Complexity: O(log n + c log c) for c cells on one screen.
    public mutating func plan(
        _ layout: some CellLayout, _ viewport: Viewport, at time: Int
    ) -> FramePlan<Picture> {
        speed.observe(top: viewport.top, at: time)
        small.beginFrame()
        full.beginFrame()
        foldPictures.beginFrame()
        let cells = layout.cells(from: viewport.top, to: viewport.bottom)
        let ahead = aheadCells(layout, viewport)
        inSight = Set(cells.map(\.record.luid))
        forgetMissing(except: ahead)
        let screen = layout.screenCapacity(height: viewport.height)
        let side = layout.widestCell * viewport.scale
        isResizing = isResizing(side, at: time)
        var (views, waiting) = views(of: cells, in: viewport)
        let room = budget.decodes - views.count { $0.decode != nil }
        let (folds, waitingFolds) = folds(of: layout, in: viewport, room: room)
        waiting += waitingFolds
        let jobs = visibleJobs(cells, viewport, screen: screen)
        return FramePlan(
            cells: views, folds: folds, visibleJobs: jobs,
            aheadJobs: aheadJobs(
                ahead, viewport, side: side, screen: screen, inSight: cells.count),
            screen: screen,
            waiting: waiting,
            isSettled: !speed.isMoving && !isResizing && waiting == 0 && jobs.isEmpty)
    }

    /// Whether cells have another size than a moment ago. A picture of
    /// another size shows until they keep it: else each step of a resize
    /// would decode the whole screen.
    private mutating func isResizing(_ pixels: Int, at time: Int) -> Bool {
        guard let side, side.pixels == pixels else {
            let isFirst = self.side == nil
            self.side = (pixels, isFirst ? time - Self.settlingTime : time)
            return !isFirst
        }
        return time - side.since < Self.settlingTime
    }

    /// Takes in a decoded picture, or the news that there is none.
    ///
    /// A result for a picture that the photo no longer has still goes into
    /// the cache and shows until the right one is there.
    /// - Parameter bytes: what the picture takes in memory.
    /// - Returns: whether a cell in sight looks different now.
    /// - Complexity: O(1) amortised.
    public mutating func receive(_ job: DecodeJob, _ picture: Picture?, bytes: Int) -> Bool {
        let isVisible = inSight.contains(job.photo)
        guard let picture else {
            missing[MissingKey(photo: job.photo, size: job.size)] = job.picture
            return false
        }
        let decoded = Decoded(picture: picture, side: job.side, source: job.picture)
        switch job.size {
        case .s75: small.insert(decoded, bytes: bytes, for: job.photo, pinned: isVisible)
        case .s256: full.insert(decoded, bytes: bytes, for: job.photo, pinned: isVisible)
        }
        return isVisible && (job.size == .s256 || full.peek(job.photo) == nil)
    }

    /// Takes in what a frame has cost; see `FrameBudget`.
    public mutating func observeFrame(total: Double, decodes: Int, decoding: Double) {
        budget.observe(total: total, decodes: decodes, decoding: decoding)
    }

    /// The timeline has moved under what is in sight, which stayed in place.
    public mutating func rebase(by distance: Double) {
        speed.rebase(by: distance)
    }

    /// Thumbnails have been made: those that could not be had are asked for
    /// again.
    public mutating func retryMissing() {
        missing.removeAll()
        foldPictures.removeAll { $0.picture == nil }
    }

    /// Holds the caches to another size; what is in sight stays.
    /// - Complexity: O(pictures evicted).
    public mutating func setCacheBudget(_ cache: CacheBudget) {
        small.setByteBudget(cache.smallBytes)
        full.setByteBudget(cache.fullBytes)
    }

    /// The best picture of a photo that is at hand, as for the viewer.
    /// - Complexity: O(1).
    public func picture(of photo: LUID) -> Picture? {
        (full.peek(photo) ?? small.peek(photo))?.picture
    }
}

/// A picture in a cache, with what it was made of and for.
struct Decoded<Picture> {
    let picture: Picture
    let side: Int
    let source: ThumbHash
}

struct MissingKey: Hashable {
    let photo: LUID
    let size: ThumbnailSize
}

extension Decoded: Sendable where Picture: Sendable {}
extension RenderPolicy: Sendable where Picture: Sendable {}
