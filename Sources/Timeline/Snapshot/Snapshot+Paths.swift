import Photos

extension Snapshot {
    /// - Precondition: the timeline has a photo there.
    /// - Complexity: O(log n).
    public func path(ofPosition position: Int) -> PhotoPath {
        reading { state in
            state.requirePhoto(at: position)
            let event = state.tree.eventIndex(ofPosition: position)
            return PhotoPath(
                event: event, index: position - state.tree.eventStart(event).position)
        }
    }

    /// - Precondition: the timeline has a photo there.
    /// - Complexity: O(log n).
    public func position(of path: PhotoPath) -> Int {
        reading { state in
            state.requireEvent(at: path.event)
            let positions = state.tree.event(path.event).positions
            precondition(
                path.index >= 0 && path.index < positions.count,
                "photo \(path.index) of \(positions.count) in event \(path.event)")
            return positions.lowerBound + path.index
        }
    }

    /// Where a photo stands; nil when the timeline does not have it.
    /// - Complexity: O(log n).
    public func position(of luid: LUID) -> Int? {
        reading { state in
            state.key(of: luid).map { state.tree.position(of: $0) }
        }
    }
}
