import DropboxAPI
import Photos

extension FileStore {
    /// Makes a change for whoever calls, once under the name that the client
    /// gave it, and returns when it is durable.
    /// - Parameters:
    ///   - route: the route's name; a name of another route's is no repeat.
    ///   - argument: as it was read; equal ones are spelt alike.
    ///   - bytes: the hash of the bytes that came with it.
    func once<Value: WireValue, Failure: Error>(
        for call: WireCall, _ operation: OperationID?, _ route: String,
        _ argument: some WireEncodable, bytes: ContentHash? = nil,
        _ body:
            @escaping @Sendable (inout CommitQueue.Machine, Caller) throws(ServerError) ->
            Result<Value, Failure>
    ) async throws(ServerError) -> Result<Marked<Value>, Failure> {
        let named = operation.map { NamedCall($0, route, argument, bytes: bytes) }
        return try await change(for: call) { machine, caller throws(ServerError) in
            var caller = caller
            caller.operation = operation
            return try machine.once(named, by: caller) { machine throws(ServerError) in
                try body(&machine, caller)
            }
        }
    }

    /// The same, of a route's argument that may be named.
    func once<Argument, Value: WireValue>(
        for call: WireCall, _ route: String, _ named: Named<Argument>,
        _ body:
            @escaping @Sendable (inout CommitQueue.Machine, Argument, Caller) throws(ServerError)
            -> Value
    ) async throws(ServerError) -> Marked<Value> {
        let result: Result<Marked<Value>, Never> = try await once(
            for: call, named.operation, route, named.argument
        ) { machine, caller throws(ServerError) in
            .success(try body(&machine, named.argument, caller))
        }
        switch result {
        case .success(let value): return value
        }
    }
}
