import Photos

/// Edits of an accumulator, buffered outside its lock.
///
/// They take effect together at `commit()`, in the order of their making: of
/// several edits of one LUID the last one counts. A transaction that is
/// dropped changes nothing.
public struct Transaction: ~Copyable {
    /// Adds a photo, or replaces the record that its LUID has.
    ///
    /// A capture time outside the years 1826 to 9000 counts as none: the
    /// snapshots have the record with `taken` nil.
    /// - Precondition: the LUID is from 1 to 2⁴⁸ − 1.
    public mutating func addPhoto(_ record: HotRecord) { fatalError("to be written") }

    /// Takes a photo out; nothing happens when it is not there.
    public mutating func removePhoto(_ luid: LUID) { fatalError("to be written") }

    /// Restores a stored id: the event whose time meets the stored one's
    /// bears it, whether it is formed already or later, in part or in whole.
    public mutating func addEvent(_ event: StoredEvent) { fatalError("to be written") }

    /// Gives an id up: it is not restored any more, and an event that bears
    /// it gets a new one.
    public mutating func removeEvent(_ id: EventID) { fatalError("to be written") }

    /// Applies the edits and publishes the snapshot that has them; when they
    /// change nothing, the latest one stays.
    @discardableResult
    public consuming func commit() -> Snapshot { fatalError("to be written") }
}
