/// How full the disk may get: uploads stop while some room is left, so that
/// rows can still be written and things be deleted.
struct DiskSpace: Sendable {
    /// Bytes that uploads leave free.
    let reserve: Int64
    /// Bytes free now.
    let free: @Sendable () throws(ServerError) -> Int64

    /// - Throws: `diskFull` when so many bytes more would touch the reserve.
    func admit(_ count: Int64) throws(ServerError) {
        guard try free() - count >= reserve else { throw .diskFull }
    }
}
