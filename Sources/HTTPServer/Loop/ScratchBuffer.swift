/// Memory for bytes on their way. Confined to its loop.
final class ScratchBuffer {
    let bytes: UnsafeMutableBufferPointer<UInt8>

    init(count: Int) {
        bytes = .allocate(capacity: count)
    }

    deinit { bytes.deallocate() }
}
