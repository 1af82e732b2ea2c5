import DropboxAPI

/// What the server takes from outside: the time and chance. The program
/// gives the real ones, tests their own.
public struct Surroundings: Sendable {
    /// The calendar's time.
    public let now: @Sendable () -> Timestamp
    /// That many bytes nobody can guess.
    public let randomBytes: @Sendable (Int) -> [UInt8]
    /// A number that changes every few milliseconds: what was looked at
    /// within one tick need not be looked at again. Nil has everything
    /// looked at each time.
    public let tick: (@Sendable () -> Int)?

    public init(
        now: @escaping @Sendable () -> Timestamp,
        randomBytes: @escaping @Sendable (Int) -> [UInt8], tick: (@Sendable () -> Int)? = nil
    ) {
        self.now = now
        self.randomBytes = randomBytes
        self.tick = tick
    }

    /// From the clock's seconds, for programs that know nothing of the wire.
    public init(
        secondsSince1970: @escaping @Sendable () -> Int64,
        randomBytes: @escaping @Sendable (Int) -> [UInt8], tick: (@Sendable () -> Int)? = nil
    ) {
        self.init(
            now: { Timestamp(seconds: secondsSince1970()) }, randomBytes: randomBytes,
            tick: tick)
    }

    /// A number nobody can guess.
    func randomNumber() -> UInt64 {
        randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A name of 128 bits that nobody can guess: letters, digits, `-`, `_`.
    func randomName() -> String { Base64URL.encode(randomBytes(16)) }
}
