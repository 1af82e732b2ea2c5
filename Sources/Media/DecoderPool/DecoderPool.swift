public import DecoderProtocol
public import Photos

/// Workers in processes of their own that read and decode original files,
/// which are not to be trusted: a file that crashes a worker, or keeps it too
/// long, costs its own result and nothing else.
///
/// A call suspends until its result is there. At most `Limits.queueCapacity`
/// files wait, twice as many with those that are visible; calls beyond are
/// refused. Cancelling the task ends a call at once; what has not been
/// started for it never is.
public final class DecoderPool: Sendable {
    /// How much a pool allows.
    public struct Limits: Hashable, Sendable {
        /// Wall time of one job before its worker is killed; above the 20 s
        /// of processor time that a worker allows itself.
        public var jobTime: Duration = .seconds(40)
        /// Wall time until a new worker says that it is ready.
        public var startTime: Duration = .seconds(60)
        /// Files that may wait at once.
        public var queueCapacity = 16_384

        public init() {}
    }

    private let core: PoolCore

    /// - Parameters:
    ///   - executable: the program `carousel-decoder`. It is started when the
    ///     first job comes.
    ///   - workers: processes at most; at least 1.
    public init(executable: FilePath, workers: Int, limits: Limits = Limits()) {
        core = PoolCore(executable: executable, workers: workers, limits: limits)
    }

    deinit {
        core.close()
    }

    /// What a file says about itself.
    public func facts(
        of file: FilePath, priority: DecoderPriority = .background
    ) async throws(DecoderError) -> FileFacts {
        guard case .facts(let facts) = try await reply(to: .facts, file, priority) else {
            preconditionFailure("facts were asked for")
        }
        return facts
    }

    /// What many files say about themselves, in the order of the files; each
    /// has its own result. Far cheaper for short files than a call for each.
    ///
    /// All count as waiting calls: pass a few hundred at a time.
    public func facts(
        of files: [FilePath], priority: DecoderPriority = .background
    ) async -> [Result<FileFacts, DecoderError>] {
        await replies(to: .facts, files, priority).map { answer in
            answer.map { reply in
                guard case .facts(let facts) = reply else {
                    preconditionFailure("facts were asked for")
                }
                return facts
            }
        }
    }

    /// What an XMP file says of the photo beside it.
    public func sidecar(
        of file: FilePath, priority: DecoderPriority = .background
    ) async throws(DecoderError) -> SidecarFacts {
        guard case .sidecar(let facts) = try await reply(to: .sidecar, file, priority) else {
            preconditionFailure("a sidecar was asked for")
        }
        return facts
    }

    /// Both thumbnails of a file. Look at their `damage`.
    public func thumbnails(
        of file: FilePath, priority: DecoderPriority = .background
    ) async throws(DecoderError) -> MadeThumbnails {
        guard case .thumbnails(let made) = try await reply(to: .thumbnails, file, priority) else {
            preconditionFailure("thumbnails were asked for")
        }
        return made
    }

    /// An upright sRGB picture of a file for the viewer, no side above
    /// `maxSide`, never enlarged; of a video, its poster.
    ///
    /// - Parameter maxSide: held within `DecoderRequest.pictureSides`.
    public func picture(
        of file: FilePath, maxSide: Int, as format: PictureFormat = .jpeg,
        priority: DecoderPriority = .visible
    ) async throws(DecoderError) -> [UInt8] {
        let sides = DecoderRequest.pictureSides
        let side = min(max(maxSide, sides.lowerBound), sides.upperBound)
        return try await picture(.picture(maxSide: side, format: format), file, priority)
    }

    /// The bytes of a made-up picture file.
    public func samplePicture(
        _ sample: SamplePicture
    ) async throws(DecoderError) -> [UInt8] {
        try await picture(.samplePicture(sample), nil, .background)
    }

    /// Ends all workers; waiting calls end with `.shutDown`. Returns when no
    /// process and no thread of the pool is left. Dropping the pool does the
    /// same without waiting.
    public func shutDown() async {
        core.close()
        await core.waitForWorkers()
    }

    /// Process ids of the workers that are up now.
    package var processes: [Int32] { core.processes }

    /// Jobs that no worker has taken yet.
    package var waitingJobs: Int { core.waitingJobs }
    /// Jobs without an answer, these and those that are worked on.
    package var unansweredJobs: Int { core.unansweredJobs }

    private func picture(
        _ request: DecoderRequest, _ file: FilePath?, _ priority: DecoderPriority
    ) async throws(DecoderError) -> [UInt8] {
        guard case .picture(let bytes) = try await reply(to: request, file, priority) else {
            preconditionFailure("a picture was asked for")
        }
        return bytes
    }

    private func reply(
        to request: DecoderRequest, _ file: FilePath?, _ priority: DecoderPriority
    ) async throws(DecoderError) -> DecoderReply {
        try await replies(to: request, [file], priority)[0].get()
    }

    private func replies(
        to request: DecoderRequest, _ files: [FilePath?], _ priority: DecoderPriority
    ) async -> [PoolCore.Answer] {
        guard !files.isEmpty else { return [] }
        let ids = core.newIDs(files.count)
        let jobs = zip(ids, files).map { id, file in
            DecoderJob(id: id, request: request, file: file, priority: priority)
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                core.submit(jobs, for: caller)
                // A cancellation before the line above found nothing to end.
                if Task.isCancelled { core.cancel(ids) }
            }
        } onCancel: {
            core.cancel(ids)
        }
    }
}
