import DropboxAPI

/// Why one call of the wire failed: by the route's own reasons, or by those
/// that all have in common.
enum CallFailure<Failure: WireFailure>: Error {
    case route(Failure)
    case problem(ServerProblem)

    /// The failure where the route's own reasons need no answer of their own.
    var problem: ServerProblem {
        switch self {
        case .route(let failure): .refused(failure.summary.joined(separator: "/"))
        case .problem(let problem): problem
        }
    }
}
