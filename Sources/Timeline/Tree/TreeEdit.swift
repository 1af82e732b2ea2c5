/// What is to become of one place in the order.
struct TreeEdit: Sendable {
    /// The photo; of one that is removed only the key counts.
    var photo: PackedPhoto
    var isRemoval: Bool

    var key: OrderKey { photo.key }

    /// No edits.
    static var none: Slice<UnsafeBufferPointer<TreeEdit>> {
        UnsafeBufferPointer(start: nil, count: 0)[...]
    }
}
