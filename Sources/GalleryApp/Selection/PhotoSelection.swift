import Photos
import Timeline

/// The photos that a person has chosen, by LUID: they stay chosen while
/// uploads end and photos come or go around them.
struct PhotoSelection: Equatable {
    private(set) var photos: Set<LUID> = []
    /// The photo that was chosen last by itself: a range begins there.
    private var anchor: LUID?
    /// What was chosen before the range that grows or shrinks now.
    private var beforeRange: Set<LUID> = []

    var isEmpty: Bool { photos.isEmpty }

    var count: Int { photos.count }

    func contains(_ photo: LUID) -> Bool { photos.contains(photo) }

    /// The chosen photos in the order of the timeline.
    /// - Complexity: O(k log k) for k photos.
    func inOrder(of snapshot: Snapshot) -> [LUID] {
        let placed = photos.compactMap { photo in
            snapshot.position(of: photo).map { (position: $0, photo: photo) }
        }
        return placed.sorted { $0.position < $1.position }.map(\.photo)
    }

    /// Chooses a photo, or takes it out again.
    mutating func toggle(_ photo: LUID) {
        if photos.remove(photo) == nil { photos.insert(photo) }
        begin(at: photo)
    }

    /// Chooses all from the last one chosen by itself to this one, in place of
    /// the range that was chosen from there before.
    mutating func extend(to photo: LUID, in snapshot: Snapshot) {
        guard let anchor, let first = snapshot.position(of: anchor),
            let last = snapshot.position(of: photo)
        else {
            photos.insert(photo)
            return begin(at: photo)
        }
        choose(min(first, last)...max(first, last), in: snapshot)
    }

    /// Where a range begins that is chosen by keys, unless one was chosen by
    /// itself.
    mutating func beginRange(at photo: LUID, in snapshot: Snapshot) {
        if let anchor, !photos.isEmpty, snapshot.position(of: anchor) != nil { return }
        begin(at: photo)
    }

    /// Chooses the photos at these positions, in place of those of the range
    /// before.
    mutating func choose(_ positions: some Sequence<Int>, in snapshot: Snapshot) {
        photos = beforeRange
        for position in positions { photos.insert(snapshot[position].luid) }
    }

    /// What is chosen now stays, whatever range follows.
    mutating func keep() { beforeRange = photos }

    mutating func selectAll(of snapshot: Snapshot) {
        photos.reserveCapacity(snapshot.photoCount)
        snapshot.forEachPhoto(in: 0..<snapshot.photoCount) { photos.insert($1.luid) }
        keep()
    }

    mutating func clear() { self = PhotoSelection() }

    /// Leaves out photos that are gone.
    ///
    /// - Parameter newName: the photo that one has become part of: a file that
    ///   was shown before it was hashed may prove to be another photo.
    /// - Complexity: O(k log n) for k chosen ones of n.
    mutating func follow(_ snapshot: Snapshot, newName: (LUID) -> LUID?) {
        let gone = photos.filter { snapshot.position(of: $0) == nil }
        for photo in gone {
            let name = newName(photo).flatMap { snapshot.position(of: $0) == nil ? nil : $0 }
            photos.remove(photo)
            if let name { photos.insert(name) }
            if anchor == photo { anchor = name }
        }
        if !gone.isEmpty { beforeRange.formIntersection(photos) }
    }

    private mutating func begin(at photo: LUID) {
        anchor = photo
        keep()
    }
}
