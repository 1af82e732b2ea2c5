import Photos

/// One consistent view of the library, valid inside the closure it is handed
/// to. The tables' own calls are in `Tables`.
public struct ReadTransaction {
}
