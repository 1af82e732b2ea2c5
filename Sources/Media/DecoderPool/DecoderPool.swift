public import DecoderProtocol
public import Photos

/// Workers in processes of their own that read and decode original files,
/// which are not to be trusted: a file that crashes a worker, or keeps it too
/// long, costs its own result and nothing else.
///
/// A call suspends until its result is there. At most `Limits.queueCapacity`
/// calls wait; further ones are refused, visible ones excepted. Cancelling
/// the task ends a call at once; a job that has not started never starts.
public final class DecoderPool: Sendable {
    /// How much a pool allows.
    public struct Limits: Hashable, Sendable {
        /// Wall time of one job before its worker is killed; above the 20 s
        /// of processor time that a worker allows itself.
        public var jobTime: Duration = .seconds(40)
        /// Wall time until a new worker says that it is ready.
        public var startTime: Duration = .seconds(15)
        /// Background calls that may wait at once.
        public var queueCapacity = 16_384

        public init() {}
    }

    /// - Parameters:
    ///   - executable: the program `carousel-decoder`. It is started when the
    ///     first job comes.
    ///   - workers: processes at most; at least 1.
    public init(executable: FilePath, workers: Int, limits: Limits = Limits()) {
        fatalError("not written yet")
    }

    /// Where `carousel-decoder` is: `$CAROUSEL_DECODER`, else beside the
    /// running program.
    public static var standardExecutable: FilePath {
        fatalError("not written yet")
    }

    /// What a file says about itself.
    public func facts(
        of file: FilePath, priority: DecoderPriority = .background
    ) async throws(DecoderError) -> FileFacts {
        fatalError("not written yet")
    }

    /// Both thumbnails of a file. Look at their `damage`.
    public func thumbnails(
        of file: FilePath, priority: DecoderPriority = .background
    ) async throws(DecoderError) -> MadeThumbnails {
        fatalError("not written yet")
    }

    /// An upright sRGB JPEG of a file for the viewer, no side above
    /// `maxSide`, never enlarged; of a video, its poster.
    public func picture(
        of file: FilePath, maxSide: Int, priority: DecoderPriority = .visible
    ) async throws(DecoderError) -> [UInt8] {
        fatalError("not written yet")
    }

    /// The bytes of a made-up picture file.
    public func samplePicture(
        _ sample: SamplePicture
    ) async throws(DecoderError) -> [UInt8] {
        fatalError("not written yet")
    }

    /// Ends all workers; waiting calls end with `.shutDown`. Returns when no
    /// process and no thread of the pool is left. Dropping the pool does the
    /// same without waiting.
    public func shutDown() async {
        fatalError("not written yet")
    }
}
