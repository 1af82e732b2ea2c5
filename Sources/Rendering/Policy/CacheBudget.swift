/// How many bytes decoded pictures may take.
public struct CacheBudget: Hashable, Sendable {
    public var smallBytes: Int
    public var fullBytes: Int

    public init(smallBytes: Int, fullBytes: Int) {
        self.smallBytes = smallBytes
        self.fullBytes = fullBytes
    }

    /// 48 MB and 192 MB: about 2,000 cells of either size at 160 px, fifty
    /// screens to scroll back through.
    public static let standard = CacheBudget(
        smallBytes: 48 * 1_048_576, fullBytes: 192 * 1_048_576)

    /// A quarter of it, for a system that is short of memory.
    public var underPressure: CacheBudget {
        CacheBudget(smallBytes: smallBytes / 4, fullBytes: fullBytes / 4)
    }
}
