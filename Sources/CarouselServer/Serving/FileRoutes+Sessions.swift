import DropboxAPI
import HTTPServer
import Photos

extension FileRoutes {
    /// Puts the routes of upload sessions on the router.
    func addSessions(to router: inout WireRouter) {
        router.upload(Routes.sessionStart) { [self] argument, call in
            try await withTaskExecutorPreference(store.threads) {
                try await start(argument, call)
            }
        }
        router.upload(Routes.sessionAppend) { [self] argument, call in
            try await withTaskExecutorPreference(store.threads) {
                try await append(argument, call)
            }
        }
        router.upload(Routes.sessionFinish) { [self] argument, call in
            do {
                return try await withTaskExecutorPreference(store.threads) {
                    try await finish(argument, call)
                }
            } catch ServerError.diskFull {
                throw ServerError.refused(SessionFinishError.path(.insufficientSpace))
            }
        }
        router.rpc(Routes.sessionStartBatch) { [self] argument, call throws(ServerError) in
            try await startBatch(argument, call)
        }
    }

    private func start(
        _ argument: SessionStartArgument, _ call: WireCall
    ) async throws -> SessionStartResult {
        let id = try newSessionID()
        let caller = call.caller
        let arriving = try ArrivingBytes.session(
            id, of: caller.account, at: 0, hashesCall: true, in: store.blobs)
        do {
            guard
                let (bytes, hash) = try await receive(
                    call.request.body, into: arriving, upTo: try room(of: caller))
            else { throw ServerError.refused(SessionStartError.payloadTooLarge) }
            guard argument.contentHash == nil || argument.contentHash == hash else {
                throw ServerError.refused(SessionStartError.contentHashMismatch)
            }
            try await store.change(for: call) { machine, caller throws(ServerError) in
                try machine.startSession(id, argument, bytes, by: caller)
            }
            return SessionStartResult(sessionID: id)
        } catch {
            // No row names the file: nothing else would ever remove it.
            try FileSystem.remove(store.blobs.session(id, of: caller.account))
            throw error
        }
    }

    private func startBatch(
        _ argument: SessionStartBatchArgument, _ call: WireCall
    ) async throws(ServerError) -> SessionStartBatchResult {
        var ids: [SessionID] = []
        for _ in 0..<argument.count { ids.append(try newSessionID()) }
        let start = SessionStartArgument(kind: argument.kind)
        let nothing = AppendedBytes(offset: 0, count: 0, blocks: [])
        try await store.change(for: call) { [ids] machine, caller throws(ServerError) in
            for id in ids { try machine.startSession(id, start, nothing, by: caller) }
        }
        return SessionStartBatchResult(sessionIDs: ids)
    }

    private func append(_ argument: SessionAppendArgument, _ call: WireCall) async throws -> Nothing
    {
        let caller = call.caller
        let session = try check(argument, caller)
        let offset = argument.cursor.offset
        let length = min(call.request.body.announcedLength ?? Self.uploadLimit, Self.uploadLimit)
        // Who closes a session waits for all who write into it: its bytes may
        // become a file at once.
        let isAlone = session.kind == .sequential || argument.close
        let stretch = isAlone ? 0..<Int64.max : offset..<(offset + length)
        return try await cuttingBack(session.id, caller, stretch) {
            // Another call may have written while this one waited.
            let (session, stored) = try storedBlocks(argument, caller, length: length)
            let room = try room(of: caller)
            guard call.request.body.announcedLength ?? 0 <= max(room, Self.uploadLimit) else {
                throw ServerError.refused(SessionError.payloadTooLarge)
            }
            guard call.request.body.announcedLength ?? 0 <= room else {
                throw ServerError.refused(SessionError.tooLarge)
            }
            let arriving = try ArrivingBytes.session(
                session.id, of: caller.account, at: offset, length: session.length,
                stored: stored, hashesCall: argument.contentHash != nil, in: store.blobs)
            guard
                let (bytes, hash) = try await receive(
                    call.request.body, into: arriving, upTo: room)
            else {
                throw ServerError.refused(
                    room < Self.uploadLimit
                        ? SessionError.tooLarge : SessionError.payloadTooLarge)
            }
            guard argument.contentHash == nil || argument.contentHash == hash else {
                throw ServerError.refused(SessionError.contentHashMismatch)
            }
            try await store.change(for: call) { machine, caller throws(ServerError) in
                try machine.append(argument, bytes, by: caller)
            }
            if faults.strikes(.incorrectOffset) {
                // As if the answer had been lost: the bytes are stored.
                throw ServerError.refused(
                    SessionError.incorrectOffset(correct: bytes.offset + bytes.count))
            }
            return Nothing()
        }
    }

    /// Runs a step that writes into a session's file. When it fails, what it
    /// wrote is cut off: it is nobody's, and counts nowhere.
    private func cuttingBack<Value>(
        _ session: SessionID, _ caller: Caller, _ stretch: Range<Int64>,
        _ body: () async throws -> Value
    ) async throws -> Value {
        let name = Self.name(session, caller)
        do {
            return try await store.leases.hold(name, stretch, body)
        } catch {
            // Alone: others may be writing behind what is acknowledged.
            try await store.leases.hold(name, 0..<Int64.max) {
                let length = try store.view(of: caller.account) { view throws(ServerError) in
                    let kept = try view.metadata.session(session, of: caller.account)
                    return kept?.hash == nil ? kept?.length : nil
                }
                if let length {
                    try store.blobs.cut(session: session, of: caller.account, to: length)
                }
            }
            throw error
        }
    }

    /// Bytes that sessions may still take.
    private func room(of caller: Caller) throws(ServerError) -> Int64 {
        try store.view(of: caller.account) { view throws(ServerError) in
            let held = try view.metadata.sessionBytes(of: caller.account)
            return max(0, try view.state().quota - held)
        }
    }

    private func check(
        _ argument: SessionAppendArgument, _ caller: Caller
    ) throws(ServerError) -> UploadSession {
        try store.view(of: caller.account) { view throws(ServerError) in
            try view.session(for: argument, count: nil, now: caller.now)
        }
    }

    private func storedBlocks(
        _ argument: SessionAppendArgument, _ caller: Caller, length: Int64
    ) throws(ServerError) -> (UploadSession, Set<Int64>) {
        try store.view(of: caller.account) { view throws(ServerError) in
            let session = try view.session(for: argument, count: nil, now: caller.now)
            let stored = try view.storedBlocks(
                of: session, from: argument.cursor.offset, count: length)
            return (session, stored)
        }
    }

    /// What a session is called among those of all accounts.
    private static func name(_ session: SessionID, _ caller: Caller) -> String {
        "\(caller.account.rawValue)/\(session.text)"
    }

    private func finish(
        _ named: Named<SessionFinishArgument>, _ call: WireCall
    ) async throws -> Marked<FileMetadata> {
        let argument = named.argument
        let caller = call.caller
        return try await cuttingBack(argument.cursor.sessionID, caller, 0..<Int64.max) {
            let session = try store.view(of: caller.account) { view throws(ServerError) in
                try view.session(for: argument, now: caller.now)
            }
            let last = try await lastBytes(of: session, argument, call)
            let id = argument.cursor.sessionID
            let result = try await store.once(for: call, named.operation) {
                machine throws(ServerError) in
                try named.operation.flatMap { operation throws(ServerError) in
                    try machine.call(operation, finishing: id, last, of: caller.account)
                }
            } _: { machine, caller throws(ServerError) in
                try machine.finishSession(argument, last, by: caller)
            }
            return try Self.value(of: result)
        }
    }

    /// The bytes that come with a finish; nil where the session takes none,
    /// in which case a body is refused unless it is empty.
    private func lastBytes(
        of session: UploadSession, _ argument: SessionFinishArgument, _ call: WireCall
    ) async throws -> AppendedBytes? {
        guard session.state == .open, session.kind == .sequential else {
            for try await _ in call.request.body {
                throw ServerError.refused(
                    session.kind == .concurrent
                        ? SessionFinishError.concurrentSessionDataNotAllowed
                        : SessionFinishError.lookupFailed(.closed))
            }
            return nil
        }
        let room = try room(of: call.caller)
        guard call.request.body.announcedLength ?? 0 <= max(room, Self.uploadLimit) else {
            throw ServerError.refused(SessionFinishError.payloadTooLarge)
        }
        guard call.request.body.announcedLength ?? 0 <= room else {
            throw ServerError.refused(SessionFinishError.lookupFailed(.tooLarge))
        }
        let arriving: ArrivingBytes
        do throws(ServerError) {
            arriving = try ArrivingBytes.session(
                session.id, of: call.account, at: session.length,
                hashesCall: argument.contentHash != nil, in: store.blobs)
        } catch {
            guard let failure = error.failure as? SessionError else { throw error }
            throw ServerError.refused(SessionFinishError.lookupFailed(failure))
        }
        guard let (bytes, hash) = try await receive(call.request.body, into: arriving, upTo: room)
        else {
            throw ServerError.refused(
                room < Self.uploadLimit
                    ? SessionFinishError.lookupFailed(.tooLarge)
                    : SessionFinishError.payloadTooLarge)
        }
        guard argument.contentHash == nil || argument.contentHash == hash else {
            throw ServerError.refused(SessionFinishError.contentHashMismatch)
        }
        return bytes
    }
}
