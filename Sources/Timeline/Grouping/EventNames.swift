import Photos

/// Gives out event ids: stored ones to the events of their time, new ones
/// above all that were ever seen.
struct EventNames {
    private var next: Int64
    private var stored = StoredEvents()
    /// While loading: ids that are new since the accumulator began. Such an
    /// event gives its id up when it turns out to be a stored one.
    private var issued: Set<Int64>? = []

    init(above last: EventID) {
        next = max(last.rawValue, 0) + 1
    }

    /// An id for an event that has none.
    /// - Parameter codes: The time codes of its first and last photo.
    mutating func name(eventAt codes: ClosedRange<UInt64>) -> Int64 {
        stored.claim(codes) ?? fresh()
    }

    private mutating func fresh() -> Int64 {
        defer { next += 1 }
        issued?.insert(next)
        return next
    }

    /// An id is not borne any more.
    mutating func release(_ id: Int64) {
        stored.release(id: id)
        issued?.remove(id)
    }

    /// Whether an event with this id would rather bear a stored one.
    func isProvisional(_ id: Int64) -> Bool {
        issued?.contains(id) ?? false
    }

    /// Whether there are any such.
    var hasProvisional: Bool { issued?.isEmpty == false }

    /// Takes in stored events.
    /// - Parameter isBorne: Whether an event bears an id now. Asked only for
    ///   ids that may have been given out here.
    /// - Returns: those whose id is free to be restored.
    mutating func add(
        _ events: ContiguousArray<StoredEvent>, isBorne: (Int64) -> Bool
    ) -> ContiguousArray<StoredEvent> {
        let restorable = events.filter { event in
            let id = event.id.rawValue
            if id < 1 { return false }
            if let issued { return !issued.contains(id) }
            return id >= next || !isBorne(id)
        }
        stored.add(restorable)
        for event in restorable { next = max(next, event.id.rawValue + 1) }
        return ContiguousArray(restorable)
    }

    /// Gives a stored id to an event that exists; false when it is borne.
    mutating func claim(_ id: Int64) -> Bool {
        stored.claim(id: id)
    }

    mutating func remove(_ id: Int64) {
        stored.remove(id: id)
        issued?.remove(id)
    }

    mutating func finishLoading() {
        stored.removeAll()
        issued = nil
    }
}
