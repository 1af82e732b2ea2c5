import Synchronization

/// A piece of memory of the tree or of the index, which no one changes once
/// a snapshot that holds it is published.
///
/// Blocks are not counted one by one: copying a node of 32 children would
/// touch as many counters, each a cache miss, and that was most of a
/// commit's time. `Reclaimer` frees a block when no snapshot that can reach
/// it is alive.
///
/// The first eight bytes are the version whose commit made the block.
// Unchecked, since a pointer is not Sendable: a block is written by the commit
// that makes it, under the accumulator's lock, and only read afterwards.
struct Block: Equatable, @unchecked Sendable {
    let address: UnsafeMutableRawPointer

    /// - Parameter byteCount: At least 8; up to 1,032 the allocator is quick.
    /// - Complexity: that of the allocator.
    static func allocate(byteCount: Int, birth: UInt64) -> Block {
        let address = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
        address.storeBytes(of: birth, as: UInt64.self)
        #if DEBUG
            liveCount.add(1, ordering: .relaxed)
        #endif
        return Block(address: address)
    }

    /// The version whose commit made it.
    var birth: UInt64 { address.load(as: UInt64.self) }

    /// Gives the memory back. No one may reach the block any more.
    /// - Complexity: that of the allocator.
    func free() {
        #if DEBUG
            Block.liveCount.subtract(1, ordering: .relaxed)
        #endif
        address.deallocate()
    }

    #if DEBUG
        /// Blocks allocated and not yet freed, in the whole process: lets
        /// tests see a leak.
        static let liveCount = Atomic<Int>(0)
    #endif
}
