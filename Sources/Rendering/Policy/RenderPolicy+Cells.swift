import Photos

extension RenderPolicy {
    /// What each cell shows: the best picture at hand. Those with none get
    /// their small thumbnail in this frame, as many as its budget allows,
    /// nearest to the reading position first.
    ///
    /// - Returns: the views, and how many cells must wait for a later frame.
    mutating func views(
        of cells: [Cell], in viewport: Viewport
    ) -> (views: [CellView<Picture>], waiting: Int) {
        let scale = viewport.scale
        var pictures: [(rung: Rung, picture: Picture)?] = []
        var bare: [Int] = []
        for (index, cell) in cells.enumerated() {
            let (picture, isEnough) = best(
                of: cell.record, wantsFull: cell.side * scale > ThumbnailSize.s75.pixels)
            pictures.append(picture)
            if !isEnough, !isMissing(cell.record, .s75) { bare.append(index) }
        }
        guard strategy == .bySpeed else { return views(of: cells, pictures, scale) }
        let reading = readingPosition(in: viewport)
        if bare.count > budget.decodes {
            bare.sort {
                distance(cells[$0].frame, reading) < distance(cells[$1].frame, reading)
            }
        }
        let decoded = Set(bare.prefix(budget.decodes))
        let views = cells.indices.map {
            CellView(
                cell: cells[$0], picture: pictures[$0],
                decode: decoded.contains($0) ? job(cells[$0], .s75, scale) : nil)
        }
        return (views, bare.count - decoded.count)
    }

    /// The views of the strategies that the renderer is measured against,
    /// which know no small thumbnail and no budget.
    private func views(
        of cells: [Cell], _ pictures: [(rung: Rung, picture: Picture)?], _ scale: Int
    ) -> (views: [CellView<Picture>], waiting: Int) {
        let views = cells.indices.map { index in
            let decodes =
                strategy == .alwaysFullInFrame && needs(.s256, cells[index], scale)
            return CellView(
                cell: cells[index], picture: pictures[index],
                decode: decodes ? job(cells[index], .s256, scale) : nil)
        }
        return (views, 0)
    }

    /// The best picture of a photo, and whether the small thumbnail need not
    /// be decoded for it.
    ///
    /// The large picture of an edited photo's old content shows until the new
    /// one is there: a cell does not go down the ladder.
    private mutating func best(
        of record: HotRecord, wantsFull: Bool
    ) -> (picture: (rung: Rung, picture: Picture)?, isEnough: Bool) {
        let full = full.use(record.luid)
        let small = small.use(record.luid)
        if let full, full.source == record.thumbHash {
            return ((.full, full.picture), true)
        }
        if let full, wantsFull, !isMissing(record, .s256) {
            return ((.full, full.picture), true)
        }
        if let small, small.source == record.thumbHash {
            return ((.small, small.picture), true)
        }
        if let full { return ((.full, full.picture), false) }
        if let small { return ((.small, small.picture), false) }
        return (nil, false)
    }

    func isMissing(_ record: HotRecord, _ size: ThumbnailSize) -> Bool {
        missing[MissingKey(photo: record.luid, size: size)] == record.thumbHash
    }

    /// Keeps the memory of what is missing to the cells at hand.
    mutating func forgetMissing(except ahead: [Cell]) {
        guard !missing.isEmpty else { return }
        let near = inSight.union(ahead.map(\.record.luid))
        missing = missing.filter { near.contains($0.key.photo) }
    }

    /// Where the person looks: the middle, and on the side where new cells
    /// come in while the timeline moves. From the top of the timeline.
    func readingPosition(in viewport: Viewport) -> Double {
        let part =
            switch speed.direction {
            case .atRest: 0.5
            case .down: 0.65
            case .up: 0.35
            }
        return viewport.top + viewport.height * part
    }

    func distance(_ frame: CellFrame, _ y: Double) -> Double {
        max(0, frame.y - y, y - frame.bottom)
    }
}
