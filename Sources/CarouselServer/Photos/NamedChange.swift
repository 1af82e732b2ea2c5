import DropboxAPI
import Photos

extension FileStore {
    /// Makes a change for whoever calls, once under the name that the client
    /// gave it, and returns when it is durable.
    /// - Parameter named: the call as it is known in the transaction.
    func once<Value: WireValue, Failure: Error>(
        for call: WireCall, _ operation: OperationID?,
        named: @escaping @Sendable (CommitQueue.Machine) throws(ServerError) -> NamedCall?,
        _ body:
            @escaping @Sendable (inout CommitQueue.Machine, Caller) throws(ServerError) ->
            Result<Value, Failure>
    ) async throws(ServerError) -> Result<Marked<Value>, Failure> {
        try await change(for: call) { machine, caller throws(ServerError) in
            var caller = caller
            caller.operation = operation
            return try machine.once(try named(machine), by: caller) { machine throws(ServerError) in
                try body(&machine, caller)
            }
        }
    }

    /// The same, of a route's argument as it was read.
    func once<Value: WireValue, Failure: Error>(
        for call: WireCall, _ operation: OperationID?, _ route: String,
        _ argument: some WireEncodable,
        _ body:
            @escaping @Sendable (inout CommitQueue.Machine, Caller) throws(ServerError) ->
            Result<Value, Failure>
    ) async throws(ServerError) -> Result<Marked<Value>, Failure> {
        let named = operation.map { NamedCall($0, route, argument) }
        return try await once(for: call, operation, named: { _ in named }, body)
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
