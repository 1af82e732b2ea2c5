import DropboxAPI
import Photos

/// A call as its client named it.
public struct NamedCall: Hashable, Sendable {
    public var operation: OperationID
    /// Of the route, the argument and the bytes that came with it.
    public var fingerprint: ContentHash

    public init(operation: OperationID, fingerprint: ContentHash) {
        self.operation = operation
        self.fingerprint = fingerprint
    }

    /// A call as it came.
    /// - Parameters:
    ///   - route: the route's name; a name of another route's is no repeat.
    ///   - argument: as it was read; equal ones are spelt alike.
    ///   - bytes: the hash of the bytes that came with it.
    public init(
        _ operation: OperationID, _ route: String, _ argument: some WireEncodable,
        bytes: ContentHash? = nil
    ) {
        let spelt = Array(route.utf8) + [0] + argument.jsonBytes() + (bytes?.bytes ?? [])
        self.init(operation: operation, fingerprint: SHA256Digest.hash(spelt))
    }
}

extension ServerMachine {
    /// Makes a change once: a repeat under the same name gives the first
    /// answer. What is refused changed nothing, and is decided anew.
    public mutating func once<Value: WireValue, Failure>(
        _ named: NamedCall?, by caller: Caller,
        _ body: (inout Self) throws(ServerError) -> Result<Value, Failure>
    ) throws(ServerError) -> Result<Marked<Value>, Failure> {
        if let named, let first = try firstAnswer(to: named, as: Value.self, caller.account) {
            return .success(first)
        }
        let result = try body(&self)
        let mark = try view(of: caller.account).mark()
        if let named, case .success(let value) = result {
            try metadata.put(
                StoredOperation(
                    fingerprint: named.fingerprint, answer: value.jsonBytes(),
                    sequence: Sequence(mark.sequence), done: caller.now),
                named.operation, of: caller.account)
        }
        return result.map { Marked($0, mark: mark) }
    }

    private func firstAnswer<Value: WireValue>(
        to named: NamedCall, as type: Value.Type, _ account: AccountNumber
    ) throws(ServerError) -> Marked<Value>? {
        guard let first = try metadata.operation(named.operation, of: account),
            let answer = first.answer
        else { return nil }
        guard first.fingerprint == named.fingerprint else {
            throw .badRequest(
                "op_id: '\(named.operation)' was used before with other arguments")
        }
        // It is of this life also when it came back with a backup, as its
        // effect did.
        let mark = FeedMark(
            epoch: try view(of: account).state().epoch, sequence: first.sequence.rawValue)
        do throws(WireError) {
            return Marked(
                try Value(jsonBytes: answer, strictness: .tolerant, limits: .answer), mark: mark)
        } catch {
            throw .damaged("an answer cannot be read: \(error)")
        }
    }

    /// Refuses an upload that a client of the photo plane may not want any
    /// more. Clients that name no operation know nothing of wishes: what they
    /// upload is theirs to say.
    func refuseUnwished(
        _ info: CommitInfo, _ hash: ContentHash, _ work: Work
    ) throws(ServerError) {
        guard let operation = work.caller.operation else { return }
        if let called = try metadata.operation(operation, of: work.account), called.answer == nil {
            throw .refused(WriteError.cancelled)
        }
        guard !info.isWish, try metadata.end(of: hash, of: work.account) == .deleted else { return }
        throw .refused(WriteError.deleted)
    }
}
