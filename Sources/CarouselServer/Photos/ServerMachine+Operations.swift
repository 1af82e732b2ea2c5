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
    public init(
        _ operation: OperationID, _ route: String, _ argument: some WireEncodable
    ) {
        let spelt = Array(route.utf8) + [0] + argument.jsonBytes()
        self.init(operation: operation, fingerprint: SHA256Digest.hash(spelt))
    }

    /// An upload, however its bytes came and whatever places were tried before
    /// it landed: a client whose answer was lost begins with the first again.
    public init(_ operation: OperationID, uploading hash: ContentHash) {
        self.init(
            operation: operation,
            fingerprint: SHA256Digest.hash(Array("upload\0".utf8) + hash.bytes))
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

    /// A finish of a session as its client named it; nil where it is not
    /// known what bytes the session holds.
    /// - Parameter last: bytes that came with the call.
    public func call(
        _ operation: OperationID, finishing session: SessionID, _ last: AppendedBytes?,
        of account: AccountNumber
    ) throws(ServerError) -> NamedCall? {
        guard let found = try metadata.session(session, of: account) else { return nil }
        if let hash = found.hash { return NamedCall(operation, uploading: hash) }
        var blocks = try metadata.blocks(of: session, in: 0..<Int64.max, of: account)
        for block in last?.blocks ?? [] {
            blocks.removeAll { $0.index == block.index }
            blocks.append(block)
        }
        let digests = blocks.sorted { $0.index < $1.index }.map(\.digest)
        return NamedCall(operation, uploading: .ofBlocks(digests))
    }

    /// Whether nothing is to be done under a name any more.
    func isCalledOff(
        _ operation: OperationID, of account: AccountNumber
    ) throws(ServerError) -> Bool {
        guard let called = try metadata.operation(operation, of: account) else { return false }
        return called.answer == nil
    }

    /// Refuses an upload that a client of the photo plane may not want any
    /// more. Clients that name no operation know nothing of wishes: what they
    /// upload is theirs to say.
    func refuseUnwished(
        _ info: CommitInfo, _ hash: ContentHash, _ work: Work
    ) throws(ServerError) {
        guard let operation = work.caller.operation else { return }
        if try isCalledOff(operation, of: work.account) { throw .refused(WriteError.cancelled) }
        guard !info.isWish, try metadata.end(of: hash, of: work.account) == .deleted else { return }
        throw .refused(WriteError.deleted)
    }
}
