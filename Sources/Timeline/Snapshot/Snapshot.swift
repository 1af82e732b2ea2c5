import Photos

/// The timeline at one commit: immutable, a value, free to pass between
/// threads. What two snapshots have in common they share.
///
/// A snapshot that is kept keeps the memory of what has changed since, and
/// no more.
public struct Snapshot: Sendable {
    let state: Version

    init(_ state: Version) {
        self.state = state
    }

    /// A timeline without photos.
    public static let empty = Snapshot(Version(coding: KeyCoding(.newestFirst)))

    /// Counts the commits of the accumulator that changed something.
    public var version: UInt64 { state.number }
    /// Whether both are the same state of the same accumulator.
    /// - Complexity: O(1).
    public func isIdentical(to other: Snapshot) -> Bool { state === other.state }
    public var photoCount: Int { reading { $0.tree.photoCount } }
    public var eventCount: Int { reading { $0.tree.eventCount } }
    public var isEmpty: Bool { state.tree.root == nil }

    /// The photo at a position from 0.
    /// - Precondition: the timeline has a photo there.
    /// - Complexity: O(log n).
    public subscript(position: Int) -> HotRecord {
        defer { extendLifetime(state) }
        state.requirePhoto(at: position)
        let (leaf, index) = state.tree.locate(position)
        return leaf.photos[index].record(state.coding)
    }

    /// The LUID of the photo at a position: cheaper than the whole record.
    /// - Precondition: the timeline has a photo there.
    /// - Complexity: O(log n).
    public func luid(at position: Int) -> LUID {
        reading { state in
            state.requirePhoto(at: position)
            return state.coding.luid(of: state.tree.key(at: position))
        }
    }

    /// The record of a photo; nil when the timeline does not have it.
    /// - Complexity: O(log n).
    public func record(of luid: LUID) -> HotRecord? {
        reading { state in
            guard let key = state.key(of: luid), let leaf = state.tree.leaf(ofKey: key)
            else { return nil }
            return leaf.photos[leaf.lowerBound(key)].record(state.coding)
        }
    }

    /// Calls `body` with each photo of a range of positions, in order.
    /// - Precondition: the timeline has photos there.
    /// - Complexity: O(log n + k), a few nanoseconds a photo.
    public func forEachPhoto(
        in positions: Range<Int>, _ body: (_ position: Int, _ photo: HotRecord) -> Void
    ) {
        reading { state in
            state.requirePhotos(in: positions)
            let coding = state.coding
            state.tree.forEachLeaf(in: positions) { leaf, start, _ in
                let photos = leaf.photos
                let first = max(positions.lowerBound - start, 0)
                let end = min(positions.upperBound - start, leaf.count)
                for index in first..<end {
                    body(start + index, photos[index].record(coding))
                }
            }
        }
    }

    /// Reads blocks while the version that owns them is alive.
    /// - Complexity: that of `body`.
    @inline(__always)
    func reading<Result>(_ body: (Version) -> Result) -> Result {
        withExtendedLifetime(state) { body(state) }
    }
}

extension Version {
    /// Traps when there is no photo at a position.
    /// - Complexity: O(1).
    @inline(__always)
    func requirePhoto(at position: Int) {
        precondition(
            position >= 0 && position < tree.photoCount,
            "position \(position) of \(tree.photoCount) photos")
    }

    /// Traps when there are no photos in a range of positions.
    /// - Complexity: O(1).
    func requirePhotos(in positions: Range<Int>) {
        precondition(
            positions.lowerBound >= 0 && positions.upperBound <= tree.photoCount,
            "positions \(positions) of \(tree.photoCount) photos")
    }

    /// Traps when there is no such event.
    /// - Complexity: O(1).
    func requireEvent(at index: Int) {
        precondition(
            index >= 0 && index < tree.eventCount, "event \(index) of \(tree.eventCount)")
    }

    /// - Complexity: O(log n).
    func key(of luid: LUID) -> OrderKey? {
        let known = index[luid]
        return known.isAbsent ? nil : coding.key(known, luid: luid)
    }
}
