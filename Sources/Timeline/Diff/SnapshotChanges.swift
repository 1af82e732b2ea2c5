import Photos

/// What turns one snapshot into another, in the vocabulary and the order of
/// PhotoKit's `PHFetchResultChangeDetails`, with the events as sections:
///
/// 1. `removedPhotos` and the sources of `movedPhotos` leave, by *old* path;
/// 2. `removedEvents` and the sources of `movedEvents` leave, by *old* index;
/// 3. `insertedEvents` and the targets of `movedEvents` come, by *new* index;
/// 4. `insertedPhotos` and the targets of `movedPhotos` come, by *new* path;
/// 5. `updatedPhotos` and the targets of `movedPhotos` are shown anew.
///
/// Events are told apart by their ids, photos by their LUIDs. Every list is
/// ascending (moves by their old place).
public struct SnapshotChanges: Sendable, Equatable {
    /// Changes above which a diff is not worth its while: a list widget is
    /// faster reloaded.
    public static let standardLimit = 10_000

    /// False when there are more changes than the limit: the lists are empty
    /// then, and everything is to be reloaded.
    public internal(set) var isIncremental = true

    /// Old indexes of events that are no more.
    public internal(set) var removedEvents: [Int] = []
    /// New indexes of events that were not there.
    public internal(set) var insertedEvents: [Int] = []
    /// Events in both, with photos removed, inserted, updated or moved.
    public internal(set) var updatedEvents: [Move<Int>] = []
    /// Events that stand in another order relative to the rest.
    public internal(set) var movedEvents: [Move<Int>] = []

    /// Old paths of photos that are no more, those of removed events too.
    public internal(set) var removedPhotos: [PhotoPath] = []
    /// New paths of photos that were not there, those of inserted events too.
    public internal(set) var insertedPhotos: [PhotoPath] = []
    /// New paths of photos in their old place whose record differs.
    public internal(set) var updatedPhotos: [PhotoPath] = []
    /// Photos whose time, name or event changed. Their record may differ.
    public internal(set) var movedPhotos: [Move<PhotoPath>] = []

    /// A place before, and the place after.
    public struct Move<Place: Hashable & Sendable>: Hashable, Sendable {
        public var from: Place
        public var to: Place

        public init(from: Place, to: Place) {
            self.from = from
            self.to = to
        }
    }

    /// All changes, photos and events.
    public var count: Int {
        removedEvents.count + insertedEvents.count + updatedEvents.count + movedEvents.count
            + removedPhotos.count + insertedPhotos.count + updatedPhotos.count
            + movedPhotos.count
    }

    /// Whether the two snapshots show the same.
    public var isEmpty: Bool { isIncremental && count == 0 }
}
