import Photos

/// A change of the library under way, valid inside the closure it is handed
/// to. The tables' own calls are in `Tables`.
public struct WriteTransaction: ~Copyable {
    /// Reads what is stored, with the changes made so far.
    public var reading: ReadTransaction { fatalError("not yet") }
}
