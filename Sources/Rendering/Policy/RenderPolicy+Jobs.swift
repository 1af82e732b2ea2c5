import Photos

extension RenderPolicy {
    /// The 256 px jobs of cells in sight, best first: none in a fling, and
    /// none for cells that leave before they could be seen.
    func visibleJobs(
        _ cells: [Cell], _ viewport: Viewport, screen: Int
    ) -> [DecodeJob] {
        guard strategy != .alwaysFullInFrame else { return [] }
        let isBySpeed = strategy == .bySpeed
        if isBySpeed, isFling(viewport) { return [] }
        let reading = readingPosition(in: viewport)
        let scale = viewport.scale
        let wanted = cells.filter { cell in
            guard size(of: cell, scale) == .s256 else { return false }
            guard isBySpeed else { return needs(.s256, cell, scale) }
            let seconds = speed.secondsInSight(cell.frame, viewport) ?? .infinity
            return seconds >= Self.secondsToSee && needs(.s256, cell, scale)
        }
        return sorted(wanted, by: reading).prefix(screen).map { job($0, .s256, scale) }
    }

    /// The jobs of the band ahead, nearest first: 256 px, in a fling 75 px.
    /// Only as many cells are considered as the cache has room for besides
    /// what is in sight: more would push each other out for ever.
    /// - Parameter side: of the largest cell, in device pixels.
    func aheadJobs(
        _ cells: [Cell], _ viewport: Viewport, side: Int, screen: Int, inSight: Int
    ) -> [DecodeJob] {
        guard strategy == .bySpeed else { return [] }
        let isSmall = isFling(viewport) || side <= ThumbnailSize.s75.pixels
        let size = isSmall ? ThumbnailSize.s75 : .s256
        let scale = viewport.scale
        let middle = viewport.top + viewport.height / 2
        let room = self.room(for: size, side: side) - inSight
        return sorted(cells, by: middle).prefix(max(0, min(screen, room)))
            .map { ($0, isSmall ? .s75 : self.size(of: $0, scale)) }
            .filter { needs($1, $0, scale) }
            .map { job($0, $1, scale) }
    }

    /// The thumbnail that is enough for a cell.
    private func size(of cell: Cell, _ scale: Int) -> ThumbnailSize {
        cell.side * scale > ThumbnailSize.s75.pixels ? .s256 : .s75
    }

    /// The cells of one screen in the direction of travel, of half a screen
    /// on both sides at rest.
    func aheadCells(_ layout: some CellLayout, _ viewport: Viewport) -> [Cell] {
        let half = viewport.height / 2
        let band: (above: Double, below: Double) =
            switch speed.direction {
            case .atRest: (half, half)
            case .down: (0, viewport.height)
            case .up: (viewport.height, 0)
            }
        let above = layout.cells(from: viewport.top - band.above, to: viewport.top)
        let below = layout.cells(from: viewport.bottom, to: viewport.bottom + band.below)
        // A cell on the edge is in sight already.
        return above.filter { $0.frame.bottom <= viewport.top }
            + below.filter { $0.frame.y >= viewport.bottom }
    }

    /// Pictures of a size that its cache can hold.
    private func room(for size: ThumbnailSize, side: Int) -> Int {
        switch size {
        case .s75: small.byteBudget / (size.pixels * size.pixels * 4)
        case .s256: full.byteBudget / (side * side * 4)
        }
    }

    private func isFling(_ viewport: Viewport) -> Bool {
        speed.crosses(viewport, withinSeconds: Self.secondsToSee)
    }

    /// Whether a decode would make the photo look better: of present content,
    /// at this side, and not in vain. In a band the 75 px is not needed where
    /// 256 px are at hand.
    func needs(_ size: ThumbnailSize, _ cell: Cell, _ scale: Int) -> Bool {
        let record = cell.record
        guard !isMissing(record, size) else { return false }
        if let held = full.peek(record.luid), held.source == record.thumbHash {
            return size == .s256 && held.side != cell.side * scale && !isResizing
        }
        guard size == .s75 else { return true }
        return small.peek(record.luid)?.source != record.thumbHash
    }

    private func sorted(_ cells: [Cell], by y: Double) -> [Cell] {
        cells.sorted { a, b in
            let distances = (distance(a.frame, y), distance(b.frame, y))
            return distances.0 == distances.1
                ? a.position < b.position : distances.0 < distances.1
        }
    }

    func job(_ cell: Cell, _ size: ThumbnailSize, _ scale: Int) -> DecodeJob {
        DecodeJob(
            photo: cell.record.luid, size: size,
            side: size == .s75 ? ThumbnailSize.s75.pixels : cell.side * scale,
            picture: cell.record.thumbHash)
    }
}
