/// An event's mark as it was before a commit.
struct EventTrace: Equatable {
    /// The key of the photo that the event began with.
    var key: OrderKey
    var id: Int64
}

/// What a commit did to the marks of events, as far as it concerns ids:
/// `EventNaming` goes through it afterwards.
struct EventTraces {
    /// Marks that are no more: the photo left, or its event now begins
    /// earlier.
    var ended = ContiguousArray<EventTrace>()
    /// Photos that begin an event and have no id for it yet.
    var begun = ContiguousArray<OrderKey>()

    var isEmpty: Bool { ended.isEmpty && begun.isEmpty }
}
