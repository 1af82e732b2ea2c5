import DropboxAPI
import Photos
import Testing

@testable import CarouselServer

@Suite struct SessionTests {
    private static let block = Int64(ContentHash.blockSize)

    /// Bytes of a call, cut into blocks; the seed tells contents apart.
    private func bytes(_ offset: Int64, _ count: Int64, seed: Int = 0) -> AppendedBytes {
        var blocks: [SessionBlock] = []
        var index = offset / Self.block
        while index * Self.block < offset + count {
            let end = min((index + 1) * Self.block, offset + count)
            blocks.append(
                SessionBlock(
                    index: index, digest: MachineFixture.content(Int(end) + seed).hash,
                    length: end - index * Self.block))
            index += 1
        }
        return AppendedBytes(offset: offset, count: count, blocks: blocks)
    }

    private func start(
        _ server: inout MachineFixture, _ id: String, _ count: Int64,
        _ argument: SessionStartArgument = SessionStartArgument()
    ) throws -> SessionID {
        let id = try #require(SessionID(id))
        try server.machine.startSession(id, argument, bytes(0, count), by: server.caller)
        return id
    }

    private func append(
        _ server: inout MachineFixture, _ id: SessionID, _ offset: Int64, _ count: Int64,
        close: Bool = false, seed: Int = 0
    ) throws {
        try server.machine.append(
            SessionAppendArgument(
                cursor: SessionCursor(sessionID: id, offset: offset), close: close),
            bytes(offset, count, seed: seed), by: server.caller)
    }

    private func finish(
        _ server: inout MachineFixture, _ id: SessionID, _ offset: Int64, last: Int64 = 0,
        to path: String = "/v.mov"
    ) throws -> Result<FileMetadata, SessionFinishError> {
        try server.machine.finishSession(
            SessionFinishArgument(
                cursor: SessionCursor(sessionID: id, offset: offset),
                commit: CommitInfo(path: PathArgument(path))),
            last > 0 ? bytes(offset, last) : nil, by: server.caller)
    }

    @Test func bytesComeOneCallBehindTheOther() throws {
        var server = try MachineFixture()
        let id = try start(&server, "s", 10)
        #expect(
            refusal { try append(&server, id, 3, 1) } as? SessionError
                == .incorrectOffset(correct: 10))
        try append(&server, id, 10, Self.block)
        let file = try finish(&server, id, 10 + Self.block, last: 5).get()
        #expect(file.size == 15 + Self.block)
        #expect(file.contentHash.map(server.machine.blobs.holds) == true)
        // The answer was lost: the same call again gives the same file.
        #expect(try finish(&server, id, 15 + Self.block).get() == file)
        #expect(
            refusal { try finish(&server, id, 10) } as? SessionFinishError
                == .lookupFailed(.incorrectOffset(correct: 15 + Self.block)))
    }

    @Test func aClosedSessionTakesNoMore() throws {
        var server = try MachineFixture()
        let id = try start(&server, "s", 10, SessionStartArgument(close: true))
        #expect(refusal { try append(&server, id, 10, 1) } as? SessionError == .closed)
        #expect(
            refusal { try finish(&server, id, 10, last: 1) } as? SessionFinishError
                == .lookupFailed(.closed))
        #expect(try finish(&server, id, 10).get().size == 10)
    }

    @Test func anUnknownOrOldSessionIsNotFound() throws {
        var server = try MachineFixture()
        let id = try start(&server, "s", 10)
        let unknown = try #require(SessionID("t"))
        #expect(refusal { try append(&server, unknown, 0, 1) } as? SessionError == .notFound)
        server.now = server.now.advanced(bySeconds: 7 * 86_400)
        #expect(refusal { try append(&server, id, 10, 1) } as? SessionError == .notFound)
        #expect(
            refusal { try finish(&server, id, 10) } as? SessionFinishError
                == .lookupFailed(.notFound))
        while try server.machine.tidy(MachineFixture.account, at: server.now) {}
        #expect(server.machine.blobs.discarded == [id])
    }

    @Test func blocksOfAConcurrentSessionComeInAnyOrder() throws {
        var server = try MachineFixture()
        let argument = SessionStartArgument(kind: .concurrent)
        let id = try start(&server, "c", 0, argument)
        try append(&server, id, 2 * Self.block, 7, close: true)
        #expect(
            refusal { try append(&server, id, 0, Self.block) } as? SessionError == .closed)

        let other = try start(&server, "d", 0, argument)
        #expect(
            refusal { try append(&server, other, 1, Self.block) } as? SessionError
                == .concurrentSessionInvalidOffset)
        #expect(
            refusal { try append(&server, other, 0, 1) } as? SessionError
                == .concurrentSessionInvalidDataSize)
        try append(&server, other, Self.block, Self.block)
        #expect(
            refusal { try finish(&server, other, 2 * Self.block) } as? SessionFinishError
                == .concurrentSessionNotClosed)
        try append(&server, other, 2 * Self.block, 7, close: true)
        #expect(
            refusal { try finish(&server, other, 2 * Self.block + 7) } as? SessionFinishError
                == .concurrentSessionMissingData)

        let whole = try start(&server, "e", 0, argument)
        for index: Int64 in [1, 0] { try append(&server, whole, index * Self.block, Self.block) }
        try append(&server, whole, 2 * Self.block, 7, close: true)
        #expect(try finish(&server, whole, 2 * Self.block + 7).get().size == 2 * Self.block + 7)
    }

    @Test func aStoredBlockOfAConcurrentSessionStaysWhatItIs() throws {
        var server = try MachineFixture()
        let id = try start(&server, "c", 0, SessionStartArgument(kind: .concurrent))
        try append(&server, id, Self.block, Self.block)
        // Again, alone and with one before it.
        try append(&server, id, Self.block, Self.block)
        try append(&server, id, 0, 2 * Self.block)
        for (offset, count) in [(Self.block, Self.block), (0, 2 * Self.block)] {
            #expect(
                refusal { try append(&server, id, offset, count, seed: 1) } as? SessionError
                    == .contentHashMismatch)
        }
        let session = try server.view.session(id, now: server.now)
        #expect(
            try server.view.storedBlocks(of: session, from: Self.block, count: 2 * Self.block)
                == [1])
    }

    @Test func aConcurrentSessionStartsEmptyAndOpen() throws {
        var server = try MachineFixture()
        #expect(
            refusal { try start(&server, "a", 1, SessionStartArgument(kind: .concurrent)) }
                as? SessionStartError == .concurrentSessionDataNotAllowed)
        #expect(
            refusal {
                try start(&server, "b", 0, SessionStartArgument(close: true, kind: .concurrent))
            } as? SessionStartError == .concurrentSessionCloseNotAllowed)
    }

    @Test func aRefusedFinishKeepsTheBytesForAnotherName() throws {
        var server = try MachineFixture()
        try server.put(1, at: "/v.mov")
        let id = try start(&server, "s", 10)
        guard case .failure(let failure) = try finish(&server, id, 10) else {
            return #expect(Bool(false), "a conflict was due")
        }
        #expect(failure == .path(.conflict(.file)))
        #expect(try finish(&server, id, 10, to: "/w.mov").get().size == 10)
    }

    @Test func aBatchFinishesWhatIsClosed() throws {
        var server = try MachineFixture()
        let closed = try start(&server, "a", 10, SessionStartArgument(close: true))
        let open = try start(&server, "b", 10)
        let empty = try start(&server, "e", 0, SessionStartArgument(close: true))
        let batch = try server.machine.finishSessions(
            SessionFinishBatchArgument(
                entries: [(closed, "/a"), (open, "/b"), (empty, "/e"), (closed, "/a")].map {
                    SessionFinishArgument(
                        cursor: SessionCursor(sessionID: $0.0, offset: $0.0 == empty ? 0 : 10),
                        commit: CommitInfo(path: PathArgument($0.1)))
                }), by: server.caller)
        let results = batch.entries.map { try? $0.result.get().size }
        #expect(results == [10, nil, 0, 10])
        guard case .failure(.lookupFailed(.notClosed)) = batch.entries[1].result else {
            return #expect(Bool(false), "an open session cannot be finished in a batch")
        }
        #expect(try server.list() == ["/a", "/e"])
    }

    @Test func sessionsHoldNoMoreThanTheQuota() throws {
        var server = try MachineFixture(quota: 100)
        let id = try start(&server, "s", 60)
        #expect(refusal { try append(&server, id, 60, 41) } as? SessionError == .tooLarge)
        #expect(refusal { try start(&server, "t", 41) } as? SessionStartError == .payloadTooLarge)
        try append(&server, id, 60, 40, close: true)
        #expect(try finish(&server, id, 100).get().size == 100)
        // What became a file counts as one, and no longer as a session.
        #expect(try server.view.metadata.sessionBytes(of: MachineFixture.account) == 0)
    }

    @Test func anotherAccountsSessionDoesNotExist() throws {
        var server = try MachineFixture()
        let id = try start(&server, "s", 10)
        let other = AccountNumber(8)
        try server.machine.openAccount(other, epoch: 1, cursorSecret: 1, quota: 1000)
        let caller = Caller(account: other, displayName: "Bob", now: server.now)
        #expect(
            refusal {
                try server.machine.append(
                    SessionAppendArgument(cursor: SessionCursor(sessionID: id, offset: 10)),
                    bytes(10, 1), by: caller)
            } as? SessionError == .notFound)
    }
}
