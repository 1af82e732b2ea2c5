import DecoderProtocol
import Glibc
import Photos

/// One worker: its process, and the jobs sent to it. Runs in its own thread.
struct Worker {
    private let core: PoolCore
    private let event: Int32
    private var process: WorkerProcess?
    /// Sent and not answered, in this order: the process works on the first.
    private var sent: [DecoderJob] = []

    /// Jobs sent at once; above 1 only for short ones.
    private static let window = 16
    /// See `receive`: microseconds.
    private static let patience: UInt32 = 300

    init(core: PoolCore, event: Int32) {
        self.core = core
        self.event = event
    }

    /// Works until the pool is closed.
    mutating func run() {
        while true {
            if sent.isEmpty {
                guard let job = next() else { break }
                send(job)
            } else {
                sendShortJobs()
                receive()
            }
        }
        endProcess()
    }

    /// Waits for a job; nil when the pool is closed.
    private mutating func next() -> DecoderJob? {
        while true {
            switch core.take(waking: event) {
            case .job(let job): return job
            case .closed: return nil
            case .nothing: waitForWork()
            }
        }
    }

    /// Also notices when the idle process ends, so that it is not left as a
    /// zombie.
    private mutating func waitForWork() {
        switch SocketWait.wait(for: process?.socket, event: event, until: nil) {
        case .event, .timeout: break
        case .socket: endProcess()
        }
    }

    private mutating func sendShortJobs() {
        guard sent.first?.isShort == true else { return }
        guard sent.count <= Self.window / 2 else { return }
        for job in core.takeShort(upTo: Self.window - sent.count) { send(job) }
    }

    /// Sends a job, or answers it at once when it cannot be.
    private mutating func send(_ job: DecoderJob) {
        do throws(DecoderError) {
            if let path = job.file {
                let file = try open(path)
                try send(job, descriptor: file.descriptor)
            } else {
                try send(job, descriptor: nil)
            }
        } catch {
            core.finish([(job, .failure(error))])
        }
    }

    /// Ends with the file at fault when it cannot be opened.
    private func open(_ path: FilePath) throws(DecoderError) -> OpenFile {
        do throws(MediaError) {
            return try OpenFile(path)
        } catch {
            throw DecoderError(opening: error)
        }
    }

    private mutating func send(_ job: DecoderJob, descriptor: Int32?) throws(DecoderError) {
        let number = UInt32(truncatingIfNeeded: job.id)
        var process = try runningProcess()
        let isSent = process.send(job.request, number: number, descriptor: descriptor)
        if !isSent && sent.isEmpty {
            // It ended while it was idle, which is not this job's fault.
            endProcess()
            process = try runningProcess()
            process.send(job.request, number: number, descriptor: descriptor)
        }
        // Any other end is noticed on receiving.
        sent.append(job)
        if sent.count == 1 { process.setDeadline(after: core.limits.jobTime) }
    }

    private mutating func runningProcess() throws(DecoderError) -> WorkerProcess {
        if let process { return process }
        if let failure = core.startFailure { throw failure }
        do throws(DecoderError) {
            let fresh = try WorkerProcess(
                core.executable, startTime: core.limits.startTime, event: event,
                isClosed: { [core] in core.isClosed })
            process = fresh
            core.processStarted(fresh.identifier)
            return fresh
        } catch {
            if case .cannotStart = error { core.startFailed(error) }
            throw error
        }
    }

    /// Receives the answers that are there, waiting for the first, or finds
    /// out why there is none.
    private mutating func receive() {
        guard let process else { return }
        // To be woken for each answer costs as much as a short job does. While
        // the process has enough to do, it is let alone for a moment.
        if sent.count > Self.window / 2 { usleep(Self.patience) }
        var answers: [(job: DecoderJob, answer: PoolCore.Answer)] = []
        defer { core.finish(answers) }
        var received = process.receive(event: event, isClosed: { [core] in core.isClosed })
        while let job = sent.first, case .reply(let reply, let number) = received {
            guard number == UInt32(truncatingIfNeeded: job.id) else {
                received = .nonsense
                break
            }
            sent.removeFirst()
            answers.append((job, job.answer(from: reply)))
            guard let next = process.receiveAtOnce() else {
                if !sent.isEmpty { process.setDeadline(after: core.limits.jobTime) }
                return
            }
            received = next
        }
        end(after: received)
    }

    /// The process has not answered: ends it, and what it worked on.
    private mutating func end(after received: WorkerProcess.Received) {
        switch received {
        case .reply, .nonsense:
            endProcess(
                blaming: DecodingFailure(
                    .decoderFailed, "The decoder answered what it was not asked."))
        case .timeout:
            endProcess(blaming: DecodingFailure(.overLimit, "Decoding took too long."))
        case .ended:
            endProcess(blaming: process?.reap().failure)
        case .closed:
            // All callers have been answered.
            sent = []
            endProcess()
        }
    }

    /// Ends the process. The job that it worked on fails; those behind it,
    /// which have done nothing, are done by the next.
    private mutating func endProcess(blaming failure: DecodingFailure? = nil) {
        if let process {
            process.end()
            core.processEnded(process.identifier)
        }
        process = nil
        for (position, job) in sent.enumerated() {
            if position == 0, let failure {
                core.finish([(job, .failure(.file(failure)))])
            } else {
                core.putBack(job)
            }
        }
        sent = []
    }
}

extension DecoderJob {
    /// What the caller is told.
    fileprivate func answer(from reply: DecoderReply) -> PoolCore.Answer {
        switch (request, reply) {
        case (_, .failure(let failure)): .failure(.file(failure))
        case (.facts, .facts), (.sidecar, .sidecar), (.thumbnails, .thumbnails),
            (.picture, .picture),
            (.samplePicture, .picture):
            .success(reply)
        default:
            .failure(
                .file(
                    DecodingFailure(
                        .decoderFailed, "The decoder answered what it was not asked.")))
        }
    }
}
