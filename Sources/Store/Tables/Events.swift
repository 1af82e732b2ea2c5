import Photos

extension ReadTransaction {
    /// All stored events, by id.
    public func events() throws(StoreError) -> [EventRow] { fatalError("not yet") }
}

extension WriteTransaction {
    /// Adds events, or replaces those of the same ids.
    public mutating func putEvents(_ events: [EventRow]) throws(StoreError) {
        fatalError("not yet")
    }

    public mutating func removeEvents(_ ids: [EventID]) throws(StoreError) {
        fatalError("not yet")
    }
}
