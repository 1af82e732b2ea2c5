internal import CLinux
import DecoderProtocol
import Glibc
import Photos

/// A process of `carousel-decoder` and the socket to it. Used by one thread,
/// which also started it: the system ends the process with that thread.
final class WorkerProcess {
    let identifier: pid_t
    let socket: Int32
    private var replies = ReplyStream()
    private var deadline: ContinuousClock.Instant
    private var ending: WorkerEnd?

    /// Starts a process and waits until it is ready.
    init(
        _ executable: FilePath, startTime: Duration, event: Int32, isClosed: () -> Bool
    ) throws(DecoderError) {
        var process: pid_t = 0
        var socket: Int32 = -1
        let code = SpawnEnvironment.withPointers { environment in
            executable.withCString {
                carousel_spawn_with_socket($0, environment, &process, &socket)
            }
        }
        guard code == 0 else { throw Self.spawnError(code, executable) }
        identifier = process
        self.socket = socket
        deadline = .now + startTime
        try greet(executable, event: event, isClosed: isClosed)
    }

    deinit {
        end()
    }

    private static func spawnError(_ code: Int32, _ executable: FilePath) -> DecoderError {
        switch code {
        case EAGAIN, ENOMEM, EMFILE, ENFILE: return .systemRefused(code: code)
        case ENOENT:
            return .cannotStart(
                executable: executable,
                detail: "there is no such program; install Carousel again, or set "
                    + "CAROUSEL_DECODER to where carousel-decoder is")
        default:
            return .cannotStart(
                executable: executable, detail: "\(String(cString: strerror(code)))")
        }
    }

    private func greet(
        _ executable: FilePath, event: Int32, isClosed: () -> Bool
    ) throws(DecoderError) {
        let detail: String
        switch receive(event: event, isClosed: isClosed) {
        case .reply(.ready(DecoderReply.protocolVersion), 0): return
        case .reply(.ready, _):
            detail = "it belongs to another version of Carousel; install both together"
        case .reply(.failure(let failure), 0): detail = failure.detail
        case .reply, .nonsense: detail = "it is some other program"
        case .timeout: detail = "it does not get ready"
        case .ended: detail = reap().advice
        case .closed:
            end()
            throw .shutDown
        }
        end()
        throw .cannotStart(executable: executable, detail: detail)
    }

    /// Counts the time that the process may take for its next answer.
    func setDeadline(after time: Duration) {
        deadline = .now + time
    }

    /// A process that is no longer there is noticed by `receive`.
    func send(_ request: DecoderRequest, number: UInt32, descriptor: Int32?) {
        // Requests are small and few: they fit into the socket's buffer, so
        // this does not wait for a process that does not read.
        let frame = FrameHeader.frame(request.message, number: number)
        _ = carousel_send_message(socket, frame, frame.count, descriptor ?? -1)
    }

    enum Received {
        case reply(DecoderReply, number: UInt32)
        /// Bytes that are no reply.
        case nonsense
        case timeout
        /// The process closed its end: it has ended or is about to.
        case ended
        /// The pool was closed meanwhile.
        case closed
    }

    /// A further reply that has come with the last one.
    func receiveAtOnce() -> Received? {
        do throws(ProtocolError) {
            return try replies.next().map { .reply($0, number: $1) }
        } catch {
            return .nonsense
        }
    }

    /// Waits for one reply until the deadline.
    func receive(event: Int32, isClosed: () -> Bool) -> Received {
        while true {
            if let received = receiveAtOnce() { return received }
            switch replies.fill(from: socket) {
            case .filled: continue
            case .closed: return .ended
            case .empty: break
            }
            switch SocketWait.wait(for: socket, event: event, until: deadline) {
            case .socket: continue
            case .timeout: return .timeout
            case .event: if isClosed() { return .closed }
            }
        }
    }

    /// Kills the process if it has not ended, and takes its status.
    func end() {
        guard ending == nil else { return }
        kill(identifier, SIGKILL)
        reap()
    }

    /// Waits for the process's end; it closed its socket or was killed. One
    /// that closed its socket and goes on is killed after a while.
    @discardableResult
    func reap() -> WorkerEnd {
        if let ending { return ending }
        var status: Int32 = 0
        var result: pid_t = 0
        for attempt in 0... {
            result = waitpid(identifier, &status, WNOHANG)
            if result > 0 || result < 0 && errno != EINTR { break }
            if attempt == 200 { kill(identifier, SIGKILL) }
            usleep(5000)
        }
        let end = WorkerEnd(status: result > 0 ? status : nil)
        ending = end
        close(socket)
        return end
    }
}
