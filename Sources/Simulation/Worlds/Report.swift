/// What came of a world.
public struct Report: Sendable {
    public var setting: World.Setting
    public var failure: Failure?
    /// The same for the same setting, in every process.
    public var trace: Digest
    public var happenings: Int
    /// Virtual time that went by.
    public var milliseconds: Int64
    public var probes: Probes
}
