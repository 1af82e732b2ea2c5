/// How the last exchanges with the server went.
struct SyncContact: Hashable, Sendable {
    /// Why the server could not be asked; nil while all is well.
    var problem: ServerProblem?
    /// Exchanges that succeeded.
    var successes = 0
    /// Turns of the machine: what is queued may have changed.
    var turns = 0
    /// Those of them that the driver has carried out.
    var carriedOut = 0

    mutating func note(_ problem: ServerProblem?) {
        switch problem {
        case nil:
            self.problem = nil
            successes += 1
        // Says nothing of the server.
        case .cancelled, .sourceChanged: break
        // It answered, and is well.
        case .refused, .busy: self.problem = nil
        case .some(let problem): self.problem = problem
        }
    }
}
