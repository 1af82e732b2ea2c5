import Photos

/// Gives out event ids: stored ones to the events of their time, new ones
/// above all that were ever seen.
struct EventNames {
    private var next: Int64
    private var stored = StoredEvents()
    /// While loading: ids that are new since the accumulator began. Such an
    /// event gives its id up when it turns out to be a stored one.
    private var issued: Set<Int64>? = []

    /// No count of events comes so far: a higher one is damage.
    private static let highest = Int64.max / 2

    init(above last: EventID) {
        next = min(max(last.rawValue, 0), Self.highest) + 1
    }

    /// An id for an event that has none.
    /// - Parameter codes: The time codes of its first and last photo.
    /// - Complexity: O(log n + k) for k stored events that begin within.
    mutating func name(eventAt codes: ClosedRange<UInt64>) -> Int64 {
        stored.claim(codes) ?? fresh()
    }

    private mutating func fresh() -> Int64 {
        defer { next += 1 }
        issued?.insert(next)
        return next
    }

    /// An id is not borne any more.
    /// - Complexity: O(1).
    mutating func release(_ id: Int64) {
        stored.release(id: id)
        issued?.remove(id)
    }

    /// Whether an event with this id would rather bear a stored one.
    /// - Complexity: O(1).
    func isProvisional(_ id: Int64) -> Bool {
        issued?.contains(id) ?? false
    }

    /// Whether there are any such.
    var hasProvisional: Bool { issued?.isEmpty == false }

    /// Takes in stored events.
    /// - Parameter isBorne: Whether an event bears an id now. Asked only for
    ///   ids that may have been given out here.
    /// - Returns: those whose id is free to be restored.
    /// - Complexity: that of `StoredEvents.add`, and of `isBorne` for each event
    ///   once the loading is over.
    mutating func add(
        _ events: ContiguousArray<StoredEvent>, isBorne: (Int64) -> Bool
    ) -> ContiguousArray<StoredEvent> {
        let restorable = events.filter { event in
            let id = event.id.rawValue
            if id < 1 || id > Self.highest { return false }
            if let issued { return !issued.contains(id) }
            return id >= next || !isBorne(id)
        }
        stored.add(restorable)
        for event in restorable { next = max(next, event.id.rawValue + 1) }
        return ContiguousArray(restorable)
    }

    /// Gives a stored id to an event that exists; false when it is borne.
    /// - Complexity: O(1).
    mutating func claim(_ id: Int64) -> Bool {
        stored.claim(id: id)
    }

    /// Forgets a stored event.
    /// - Complexity: O(stored events).
    mutating func remove(_ id: Int64) {
        stored.remove(id: id)
        issued?.remove(id)
    }

    /// Forgets all stored events; from now on every id given out stays.
    /// - Complexity: O(stored events).
    mutating func finishLoading() {
        stored.removeAll()
        issued = nil
    }
}
