import Photos

/// Edits of an accumulator, buffered outside its lock.
///
/// They take effect together at `commit()`, in the order of their making: of
/// several edits of one LUID the last one counts. A transaction that is
/// dropped changes nothing.
public struct Transaction: ~Copyable {
    private let accumulator: Accumulator
    private let coding: KeyCoding
    private let filter: PhotoFilter
    private let isLoader: Bool
    private var edits = ContiguousArray<TreeEdit>()
    private var storedEvents = ContiguousArray<StoredEvent>()
    private var removedEvents = ContiguousArray<EventID>()

    init(of accumulator: Accumulator, coding: KeyCoding, filter: PhotoFilter, isLoader: Bool) {
        self.accumulator = accumulator
        self.coding = coding
        self.filter = filter
        self.isLoader = isLoader
    }

    /// Adds a photo, or replaces the record that its LUID has.
    ///
    /// A capture time outside the years 1826 to 9000 counts as none: the
    /// snapshots have the record with `taken` nil.
    /// - Precondition: the LUID is one of `Accumulator.luids`.
    /// - Complexity: O(1), outside the lock.
    public mutating func addPhoto(_ record: HotRecord) {
        precondition(
            Accumulator.luids.contains(record.luid), "LUID \(record.luid) is out of bounds")
        if let includes = filter.includes, !includes(record) {
            removePhoto(record.luid)
            return
        }
        edits.append(
            TreeEdit(photo: PackedPhoto(coding.key(of: record), record), isRemoval: false))
    }

    /// Takes a photo out; nothing happens when it is not there.
    /// - Complexity: O(1), outside the lock.
    public mutating func removePhoto(_ luid: LUID) {
        guard Accumulator.luids.contains(luid) else { return }
        edits.append(
            TreeEdit(
                photo: PackedPhoto(
                    coding.key(
                        time: KeyCoding.undated, nameKey: NameKey(rawValue: 0), luid: luid)),
                isRemoval: true))
    }

    /// Restores a stored id: the event whose time meets the stored one's
    /// bears it, whether it is formed already or later, in part or in whole.
    /// An id that cannot be (below 1, or so high that nothing lies above it)
    /// or that another event bears already is not restored.
    /// - Complexity: O(1), outside the lock.
    public mutating func addEvent(_ event: StoredEvent) {
        storedEvents.append(event)
    }

    /// Gives an id up: it is not restored any more, and an event that bears
    /// it gets a new one.
    /// - Complexity: O(1), outside the lock; O(events) at the commit.
    public mutating func removeEvent(_ id: EventID) {
        removedEvents.append(id)
    }

    /// Applies the edits and publishes the snapshot that has them; when they
    /// change nothing, the latest one stays.
    /// - Complexity: O(k log n) under the lock for k edits, O(k) for photos next to
    ///   one another; and O(k log k) before, when they are not in order.
    @discardableResult
    public consuming func commit() -> Snapshot {
        accumulator.commit(
            EditBatch(
                edits, coding: coding, storedEvents: storedEvents, removedEvents: removedEvents,
                isLoader: isLoader))
    }
}
