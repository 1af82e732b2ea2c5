import DropboxAPI
import Photos

/// Starting and filling sessions.
extension ServerMachine {
    /// `files/upload_session/start`, once the bytes of the call are in the
    /// session's file.
    /// - Parameter id: drawn anew for each session.
    public mutating func startSession(
        _ id: SessionID, _ argument: SessionStartArgument, _ bytes: AppendedBytes,
        by caller: Caller
    ) throws(ServerError) {
        let kind = argument.kind ?? .sequential
        if kind == .concurrent {
            guard bytes.count == 0 else {
                throw .refused(SessionStartError.concurrentSessionDataNotAllowed)
            }
            guard !argument.close else {
                throw .refused(SessionStartError.concurrentSessionCloseNotAllowed)
            }
        }
        guard try hasRoom(for: bytes.count, try begin(caller)) else {
            throw .refused(SessionStartError.payloadTooLarge)
        }
        try metadata.put(
            UploadSession(
                id: id, kind: kind, state: argument.close ? .closed : .open,
                length: bytes.count, lastActivity: caller.now), of: caller.account)
        for block in bytes.blocks { try metadata.put(block, of: id, of: caller.account) }
    }

    /// `files/upload_session/append_v2`, once the bytes are in the session's
    /// file.
    public mutating func append(
        _ argument: SessionAppendArgument, _ bytes: AppendedBytes, by caller: Caller
    ) throws(ServerError) {
        var session = try view(of: caller.account).session(
            for: argument, count: bytes.count, now: caller.now)
        let work = try begin(caller)
        guard try hasRoom(for: bytes.count, work) else {
            throw .refused(SessionError.tooLarge)
        }
        if session.kind == .concurrent {
            try refuseOtherBytes(bytes.blocks, for: session.id, of: caller.account)
        }
        session.length = max(session.length, bytes.offset + bytes.count)
        if argument.close { session.state = .closed }
        session.lastActivity = caller.now
        try metadata.put(session, of: caller.account)
        for block in bytes.blocks {
            try metadata.put(block, of: session.id, of: caller.account)
        }
    }
}

extension ServerMachine {
    /// A block of a concurrent session may come again, as it does when an
    /// answer was lost; it cannot become another one.
    private func refuseOtherBytes(
        _ blocks: [SessionBlock], for session: SessionID, of account: AccountNumber
    ) throws(ServerError) {
        guard let first = blocks.first, let last = blocks.last else { return }
        let stored = try metadata.blocks(
            of: session, in: first.index..<(last.index + 1), of: account)
        for block in stored where blocks[Int(block.index - first.index)] != block {
            throw .refused(SessionError.contentHashMismatch)
        }
    }
}

extension AccountView {
    /// Blocks of a concurrent session that an append may bring again: their
    /// bytes are durable, acknowledged and not to be written over.
    /// - Parameter count: bytes that the append brings at most.
    public func storedBlocks(
        of session: UploadSession, from offset: Int64, count: Int64
    ) throws(ServerError) -> Set<Int64> {
        guard session.kind == .concurrent else { return [] }
        let size = Int64(ContentHash.blockSize)
        let indices = offset / size..<(offset + count + size - 1) / size
        let stored = try metadata.blocks(of: session.id, in: indices, of: account)
        return Set(stored.map { $0.index })
    }

    /// The session that an append is for.
    /// - Parameter count: bytes of the call, where they are known: those of a
    ///   concurrent session come in whole blocks.
    /// - Throws: `SessionError`.
    public func session(
        for argument: SessionAppendArgument, count: Int64?, now: Timestamp
    ) throws(ServerError) -> UploadSession {
        let session = try session(argument.cursor.sessionID, now: now)
        guard session.state == .open else { throw .refused(SessionError.closed) }
        let offset = argument.cursor.offset
        switch session.kind {
        case .sequential:
            guard offset == session.length else {
                throw .refused(SessionError.incorrectOffset(correct: session.length))
            }
        case .concurrent:
            let block = Int64(ContentHash.blockSize)
            guard offset % block == 0 else {
                throw .refused(SessionError.concurrentSessionInvalidOffset)
            }
            if let count, count % block != 0, !argument.close {
                throw .refused(SessionError.concurrentSessionInvalidDataSize)
            }
        }
        guard offset + (count ?? 0) <= rules.sessionLength else {
            throw .refused(SessionError.tooLarge)
        }
        return session
    }

    /// A session that is not forgotten yet.
    /// - Throws: `SessionError`.
    public func session(_ id: SessionID, now: Timestamp) throws(ServerError) -> UploadSession {
        guard let session = try metadata.session(id, of: account),
            session.lastActivity.advanced(bySeconds: rules.sessionLifetime) > now
        else { throw .refused(SessionError.notFound) }
        return session
    }

    /// The session that a finish is for, as far as can be told before its
    /// bytes are read.
    /// - Throws: `SessionFinishError`.
    public func session(
        for argument: SessionFinishArgument, now: Timestamp
    ) throws(ServerError) -> UploadSession {
        do throws(ServerError) {
            let session = try session(argument.cursor.sessionID, now: now)
            guard argument.cursor.offset == session.length else {
                throw ServerError.refused(SessionError.incorrectOffset(correct: session.length))
            }
            return session
        } catch {
            guard let failure = error.failure as? SessionError else { throw error }
            throw .refused(SessionFinishError.lookupFailed(failure))
        }
    }
}

/// Committing sessions.
extension ServerMachine {
    /// `files/upload_session/finish`, once the last bytes are in the
    /// session's file.
    ///
    /// - Returns: a refusal that is to be committed: the session is sealed
    ///   and can be committed elsewhere. A finish that is repeated finds its
    ///   own file and gives it again.
    public mutating func finishSession(
        _ argument: SessionFinishArgument, _ last: AppendedBytes?, by caller: Caller
    ) throws(ServerError) -> Result<FileMetadata, SessionFinishError> {
        let session = try view(of: caller.account).session(for: argument, now: caller.now)
        if let last, last.count > 0 {
            guard session.kind == .sequential else {
                throw .refused(SessionFinishError.concurrentSessionDataNotAllowed)
            }
            guard session.state == .open else {
                throw .refused(SessionFinishError.lookupFailed(.closed))
            }
            guard session.length + last.count <= rules.sessionLength,
                try hasRoom(for: last.count, try begin(caller))
            else { throw .refused(SessionFinishError.lookupFailed(.tooLarge)) }
            for block in last.blocks {
                try metadata.put(block, of: session.id, of: caller.account)
            }
        } else if session.kind == .concurrent, session.state == .open {
            throw .refused(SessionFinishError.concurrentSessionNotClosed)
        }
        var work = try begin(caller)
        let bytes = try seal(session, adding: last?.count ?? 0, &work)
        if last == nil { try compare(argument, bytes) }
        return try commit(argument, bytes, &work)
    }

    /// `files/upload_session/finish_batch_v2`: each entry by itself.
    public mutating func finishSessions(
        _ argument: SessionFinishBatchArgument, by caller: Caller
    ) throws(ServerError) -> BatchResult<FinishBatchEntry> {
        var work = try begin(caller)
        var entries: [FinishBatchEntry] = []
        for one in argument.entries {
            entries.append(FinishBatchEntry(try finishClosed(one, &work)))
        }
        try finish(&work)
        return BatchResult(entries: entries)
    }

    private mutating func finishClosed(
        _ argument: SessionFinishArgument, _ work: inout Work
    ) throws(ServerError) -> Result<FileMetadata, SessionFinishError> {
        do throws(ServerError) {
            let session = try view(of: work.account).session(for: argument, now: work.now)
            guard session.state != .open else {
                throw ServerError.refused(SessionFinishError.lookupFailed(.notClosed))
            }
            let bytes = try seal(session, adding: 0, &work)
            try compare(argument, bytes)
            return try commit(argument, bytes, &work)
        } catch {
            guard let failure = error.failure as? SessionFinishError else { throw error }
            return .failure(failure)
        }
    }

    /// Compares the hash that came with a finish without bytes: it is that of
    /// the whole, or that of no bytes.
    private func compare(
        _ argument: SessionFinishArgument, _ bytes: CommittedBytes
    ) throws(ServerError) {
        guard let hash = argument.contentHash else { return }
        guard hash == bytes.hash || hash == .ofBlocks([]) else {
            throw .refused(SessionFinishError.contentHashMismatch)
        }
    }

    private mutating func commit(
        _ argument: SessionFinishArgument, _ bytes: CommittedBytes, _ work: inout Work
    ) throws(ServerError) -> Result<FileMetadata, SessionFinishError> {
        do throws(ServerError) {
            let entry = try commit(argument.commit, bytes, publishing: nil, &work)
            try metadata.put(
                UploadSession(
                    id: argument.cursor.sessionID, kind: .sequential,
                    state: .committed(bytes.hash), length: bytes.size, lastActivity: work.now),
                of: work.account)
            try finish(&work)
            return .success(try file(entry, work))
        } catch {
            guard let write = error.failure as? WriteError else { throw error }
            return .failure(.path(write))
        }
    }

    /// Makes a session's bytes a blob; they stay until it is forgotten.
    /// - Throws: `SessionFinishError`.
    private mutating func seal(
        _ session: UploadSession, adding count: Int64, _ work: inout Work
    ) throws(ServerError) -> CommittedBytes {
        if let hash = session.hash {
            // Those of a file that is gone are gone with it.
            guard try blobs.holds(hash) else {
                throw .refused(SessionFinishError.lookupFailed(.notFound))
            }
            return CommittedBytes(hash: hash, size: session.length)
        }
        let length = session.length + count
        let blocks = try metadata.blocks(
            of: session.id, in: 0..<Int64.max, of: work.account)
        guard Self.cover(blocks, length) else {
            throw .refused(SessionFinishError.concurrentSessionMissingData)
        }
        let hash = try blobs.publish(
            session: session.id, of: work.account, length: length, blocks: blocks.map(\.digest))
        var sealed = session
        sealed.state = .sealed(hash)
        sealed.length = length
        sealed.lastActivity = work.now
        try metadata.put(sealed, of: work.account)
        try metadata.removeBlocks(of: session.id, of: work.account)
        blobs.discard(session: session.id, of: work.account)
        return CommittedBytes(hash: hash, size: length)
    }

    /// Whether blocks are all there, in order, for a length.
    static func cover(_ blocks: [SessionBlock], _ length: Int64) -> Bool {
        let size = Int64(ContentHash.blockSize)
        guard Int64(blocks.count) == (length + size - 1) / size else { return false }
        return blocks.enumerated().allSatisfy { index, block in
            block.index == Int64(index)
                && block.length == min(size, length - Int64(index) * size)
        }
    }
}
