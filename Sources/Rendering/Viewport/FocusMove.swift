import Timeline

/// A step of the keyboard through the grid.
public enum FocusMove: Sendable, CaseIterable {
    case left, right, up, down, pageUp, pageDown, start, end
}

extension TimelineLayout {
    /// Where a step leads from a photo; the photo itself where it leads
    /// nowhere. Up and down keep to the column, and take the last photo of a
    /// shorter row. The cell of a folded event counts as the first of the
    /// photos that it stands for.
    ///
    /// - Parameter page: the height of what is in sight.
    /// - Precondition: there is a photo at `position`.
    /// - Complexity: O(log n).
    public func position(after move: FocusMove, from position: Int, page: Double) -> Int {
        let last = snapshot.photoCount - 1
        switch move {
        case .left: return withCell(max(0, withCell(position) - 1))
        case .right:
            let hidden = rows.row(ofPosition: position).hidden
            guard hidden.contains(position) else { return withCell(min(last, position + 1)) }
            return hidden.upperBound <= last ? hidden.upperBound : hidden.lowerBound
        case .start: return 0
        case .end: return withCell(last)
        case .up: return step(from: position, by: -1) ?? position
        case .down: return step(from: position, by: 1) ?? position
        case .pageUp, .pageDown:
            let direction = move == .pageUp ? -1.0 : 1.0
            // A row less, so that the eye finds its way.
            let distance = max(Double(grid.rowPitch), page - Double(grid.rowPitch))
            return jump(from: position, by: direction * distance)
        }
    }

    /// The position itself, or that of the cell which stands for it.
    private func withCell(_ position: Int) -> Int {
        let hidden = rows.row(ofPosition: position).hidden
        return hidden.contains(position) ? hidden.lowerBound : position
    }

    /// The photo in the same column of the next row of photos.
    private func step(from position: Int, by direction: Int) -> Int? {
        let row = rows.row(ofPosition: position)
        guard case .photos(_, let positions) = row.content else { return nil }
        return photo(
            inColumn: withCell(position) - positions.lowerBound,
            ofFirstRowFrom: row.index + direction,
            by: direction)
    }

    private func jump(from position: Int, by distance: Double) -> Int {
        let row = rows.row(ofPosition: position)
        guard case .photos(_, let positions) = row.content,
            let target = rows.row(atHeight: row.top + distance)
        else { return position }
        let column = withCell(position) - positions.lowerBound
        let direction = distance < 0 ? -1 : 1
        // Headers have no photo: look on, and back where the timeline ends.
        let found =
            photo(inColumn: column, ofFirstRowFrom: target.index, by: direction)
            ?? photo(inColumn: column, ofFirstRowFrom: target.index, by: -direction)
        return found ?? position
    }

    private func photo(
        inColumn column: Int, ofFirstRowFrom start: Int, by direction: Int
    ) -> Int? {
        var index = start
        while index >= 0, index < rows.rowCount {
            let row = rows.row(at: index)
            if case .photos(_, let positions) = row.content {
                let last = row.hidden.first ?? positions.upperBound - 1
                return min(positions.lowerBound + column, last)
            }
            index += direction
        }
        return nil
    }

    /// The top that brings a photo wholly in sight by the least scrolling; the
    /// present one when it is so already. A photo in an event's first row
    /// brings the headers above it in sight too.
    ///
    /// - Complexity: O(log n).
    public func top(toReveal position: Int, in viewport: Viewport) -> Double {
        let frame = frame(ofPosition: position)
        let row = rows.row(ofPosition: position)
        var wantedTop = frame.y
        var index = row.index - 1
        while index >= 0 {
            let above = rows.row(at: index)
            if case .photos = above.content { break }
            wantedTop = above.top
            index -= 1
        }
        // Headers stick to the upper edge and would cover the cell.
        if index == row.index - 1 { wantedTop -= Double(Self.headerHeight) }
        // In a low window the cell comes first.
        if frame.bottom - wantedTop > viewport.height { wantedTop = frame.y }
        if wantedTop < viewport.top { return max(0, wantedTop) }
        if frame.bottom > viewport.bottom { return frame.bottom - viewport.height }
        return viewport.top
    }
}
