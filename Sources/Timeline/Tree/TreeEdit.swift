/// What is to become of one place in the order.
struct TreeEdit {
    var key: OrderKey
    /// The photo's look, when it is not removed.
    var look: Look
    var isRemoval: Bool

    /// No edits.
    static var none: Slice<UnsafeBufferPointer<TreeEdit>> {
        UnsafeBufferPointer(start: nil, count: 0)[...]
    }
}
