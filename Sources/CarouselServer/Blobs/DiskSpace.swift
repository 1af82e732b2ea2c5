import Synchronization

/// How full the disk may get: uploads stop while some room is left, so that
/// rows can still be written and things be deleted.
final class DiskSpace: Sendable {
    /// Bytes that uploads leave free.
    let reserve: Int64
    /// Bytes free now.
    private let free: @Sendable () throws(ServerError) -> Int64
    /// Bytes that uploads were let bring and have not written yet: else many
    /// at once would each see the same room.
    private let claimed = Mutex<Int64>(0)

    init(reserve: Int64, free: @escaping @Sendable () throws(ServerError) -> Int64) {
        self.reserve = reserve
        self.free = free
    }

    /// - Throws: `diskFull` when so many bytes more would touch the reserve.
    func admit(_ count: Int64) throws(ServerError) {
        guard try free() - claimed.withLock({ $0 }) - count >= reserve else { throw .diskFull }
    }

    /// Gives back what was claimed and claims so many bytes instead.
    /// - Throws: `diskFull` when they would touch the reserve; what was
    ///   claimed is given back all the same.
    fileprivate func exchange(_ old: Int64, for count: Int64) throws(ServerError) {
        claimed.withLock { $0 -= old }
        let free = try free()
        let isAdmitted = claimed.withLock { claimed in
            guard free - claimed - count >= reserve else { return false }
            claimed += count
            return true
        }
        guard isAdmitted else { throw .diskFull }
    }

    fileprivate func giveBack(_ count: Int64) { claimed.withLock { $0 -= count } }
}

/// The bytes that one upload may write before it asks again.
final class SpaceClaim {
    /// Bytes claimed at a time.
    static let step: Int64 = 1 << 20

    private let space: DiskSpace
    private var claimed: Int64 = 0
    private var left: Int64 = 0

    init(on space: DiskSpace) throws(ServerError) {
        self.space = space
        try renew(Self.step)
    }

    deinit { space.giveBack(claimed) }

    /// To be called before so many bytes are written.
    func take(_ count: Int64) throws(ServerError) {
        if left < count { try renew(max(count, Self.step)) }
        left -= count
    }

    private func renew(_ count: Int64) throws(ServerError) {
        let old = claimed
        (claimed, left) = (0, 0)
        try space.exchange(old, for: count)
        (claimed, left) = (count, count)
    }
}
