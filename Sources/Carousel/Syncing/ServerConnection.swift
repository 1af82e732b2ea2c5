import HTTPTransport
import Photos
import Sync

/// The connection to the server of a linked library: finds out once what the
/// server can do, and answers the machine's requests.
actor ServerConnection {
    private let client: WireClient
    private var server: PhotoServer?
    private var meeting: Task<Result<PhotoServer, ServerProblem>, Never>?

    init(client: WireClient) {
        self.client = client
    }

    /// The server, met at the first call that reaches it.
    func backend() async throws(ServerProblem) -> any SyncBackend {
        if let server { return server }
        let task = meeting ?? meet()
        return try await task.value.get()
    }

    private func meet() -> Task<Result<PhotoServer, ServerProblem>, Never> {
        let client = client
        let task = Task {
            let result: Result<PhotoServer, ServerProblem>
            do throws(ServerProblem) {
                result = .success(try await PhotoServer.meet(client))
            } catch {
                result = .failure(error)
            }
            server = try? result.get()
            meeting = nil
            return result
        }
        meeting = task
        return task
    }

    nonisolated func close() {
        client.transport.close()
    }
}

extension Answer {
    /// What a problem is to the machine: to be tried again, or a refusal. A
    /// server that cannot be reached, is not trusted or does not let this
    /// device in says nothing of the operation.
    init(_ problem: ServerProblem) {
        self =
            switch problem {
            case .refused(let reason): .refused(.other, reason: reason)
            case .busy(let milliseconds): .failed(retryAfterMilliseconds: milliseconds)
            case .sourceChanged: .sourceChanged
            default: .failed(retryAfterMilliseconds: nil)
            }
    }
}
