import DropboxAPI
import HTTPServer

/// One call of a route as its handler sees it.
struct WireCall: Sendable {
    let request: HTTPRequest
    /// Nil where the route asks for nobody.
    let grant: Grant?
    let now: Timestamp

    /// - Precondition: the route admits users only.
    var user: User {
        guard let grant else { preconditionFailure("the route admits callers without a user") }
        return grant.user
    }

    var account: AccountNumber { user.account }

    var caller: Caller {
        Caller(account: user.account, displayName: user.displayName, now: now)
    }
}

extension FileStore {
    /// Makes a change for whoever calls, and returns when it is durable.
    func change<Value: Sendable>(
        for call: WireCall,
        _ body:
            @escaping @Sendable (inout CommitQueue.Machine, Caller) throws(ServerError) -> Value
    ) async throws(ServerError) -> Value {
        let caller = call.caller
        return try await commits.perform(caller.account) { machine throws(ServerError) in
            try body(&machine, caller)
        }
    }
}
