import HTTPTransport

/// The token of a linked account: shown with every call, made anew when it is
/// too old, by one request at a time for all who wait.
actor Credentials {
    private let transport: any HTTPTransporting
    private let address: ServerAddress
    private let refreshToken: String
    private var access: String?
    private var refreshing: Task<Result<String, ServerProblem>, Never>?

    init(transport: any HTTPTransporting, address: ServerAddress, refreshToken: String) {
        self.transport = transport
        self.address = address
        self.refreshToken = refreshToken
    }

    /// A token to show.
    ///
    /// - Parameter rejected: one that the server did not take; nil at first.
    func token(instead rejected: String?) async throws(ServerProblem) -> String {
        if let access, access != rejected { return access }
        let task = refreshing ?? begin()
        // One caller's end must not take the token from the others.
        let result = await task.value
        if Task.isCancelled { throw .cancelled }
        return try result.get()
    }

    private func begin() -> Task<Result<String, ServerProblem>, Never> {
        let (transport, address, refreshToken) = (transport, address, refreshToken)
        let task = Task {
            let result: Result<String, ServerProblem>
            do throws(ServerProblem) {
                let grant = TokenGrant(transport: transport, address: address)
                result = .success(try await grant.refresh(refreshToken).access)
            } catch {
                result = .failure(error)
            }
            finish(result)
            return result
        }
        refreshing = task
        return task
    }

    private func finish(_ result: Result<String, ServerProblem>) {
        refreshing = nil
        access = try? result.get()
    }
}
