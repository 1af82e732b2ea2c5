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
            guard let (bytes, hash) = try await receive(call.request.body, into: arriving) else {
                throw ServerError.refused(SessionStartError.payloadTooLarge)
            }
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
        return try await store.leases.hold(Self.name(session.id, caller), stretch) {
            // Another call may have written while this one waited.
            let stored = try storedBlocks(argument, caller, length: length)
            let arriving = try ArrivingBytes.session(
                session.id, of: caller.account, at: offset, stored: stored,
                hashesCall: argument.contentHash != nil, in: store.blobs)
            guard let (bytes, hash) = try await receive(call.request.body, into: arriving) else {
                throw ServerError.refused(SessionError.payloadTooLarge)
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

    private func check(
        _ argument: SessionAppendArgument, _ caller: Caller
    ) throws(ServerError) -> UploadSession {
        try store.view(of: caller.account) { view throws(ServerError) in
            try view.session(for: argument, count: nil, now: caller.now)
        }
    }

    private func storedBlocks(
        _ argument: SessionAppendArgument, _ caller: Caller, length: Int64
    ) throws(ServerError) -> Set<Int64> {
        try store.view(of: caller.account) { view throws(ServerError) in
            let session = try view.session(for: argument, count: nil, now: caller.now)
            return try view.storedBlocks(
                of: session, from: argument.cursor.offset, count: length)
        }
    }

    /// What a session is called among those of all accounts.
    private static func name(_ session: SessionID, _ caller: Caller) -> String {
        "\(caller.account.rawValue)/\(session.text)"
    }

    private func finish(
        _ argument: SessionFinishArgument, _ call: WireCall
    ) async throws -> FileMetadata {
        let caller = call.caller
        let name = Self.name(argument.cursor.sessionID, caller)
        return try await store.leases.hold(name, 0..<Int64.max) {
            let session = try store.view(of: caller.account) { view throws(ServerError) in
                try view.session(for: argument, now: caller.now)
            }
            let last = try await lastBytes(of: session, argument, call)
            let result = try await store.change(for: call) { machine, caller throws(ServerError) in
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
        let arriving = try ArrivingBytes.session(
            session.id, of: call.account, at: session.length,
            hashesCall: argument.contentHash != nil, in: store.blobs)
        guard let (bytes, hash) = try await receive(call.request.body, into: arriving) else {
            throw ServerError.refused(SessionFinishError.payloadTooLarge)
        }
        guard argument.contentHash == nil || argument.contentHash == hash else {
            throw ServerError.refused(SessionFinishError.contentHashMismatch)
        }
        return bytes
    }
}
