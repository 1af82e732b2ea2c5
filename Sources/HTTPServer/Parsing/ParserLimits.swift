/// The bounds the parser itself enforces.
struct ParserLimits: Sendable {
    var headSize: Int
    var targetSize: Int
    var headerCount: Int

    /// - Precondition: a head of at most 65,535 bytes, since fields are kept
    ///   as 16-bit positions.
    init(_ limits: ServerLimits) {
        precondition(
            (64...Int(UInt16.max)).contains(limits.headSize), "heads are 64 to 65,535 bytes")
        headSize = limits.headSize
        targetSize = limits.targetSize
        headerCount = limits.headerCount
    }
}
