import DropboxAPI
import Photos
import Sync

/// Uploads: small files in one call, large ones in parts that survive a
/// restart.
extension PhotoServer {
    /// Bytes of one call at most. What a restart costs.
    static let partSize: Int64 = 16 << 20

    func upload(_ order: UploadOrder) async throws(ServerProblem) -> Answer {
        if order.upload.size <= Self.partSize, order.session == nil {
            return try await sendWhole(order)
        }
        return try await sendInParts(order)
    }

    private func sendWhole(_ order: UploadOrder) async throws(ServerProblem) -> Answer {
        var places = order.places
        let argument = Named(
            UploadArgument(commit: places.commit, contentHash: order.upload.hash),
            operation: order.operation)
        do throws(CallFailure<UploadError>) {
            return Answer(
                landed:
                    try await client.upload(Routes.upload, argument) {
                        FilePart(order.file, order.stamp, 0..<order.upload.size).body
                    })
        } catch .route(.path(let error, let session)) {
            guard places.goOn(after: error) else { return try Answer(refusing: error) }
            return try await commit(order, at: places, session: session.text)
        } catch .route(.contentHashMismatch) {
            return .sourceChanged
        } catch {
            return try answer(to: error.problem)
        }
    }

    private func sendInParts(_ order: UploadOrder) async throws(ServerProblem) -> Answer {
        var session = order.session
        while true {
            guard let current = session else {
                session = try await begin(order)
                if session == nil { return .sourceChanged }
                await order.remember(session)
                continue
            }
            // The last part goes with the commit.
            if current.bytes + Self.partSize >= order.upload.size {
                switch try await finish(order, current) {
                case .answer(let answer):
                    await order.remember(nil)
                    return answer
                case .goOn(let next): session = next
                }
            } else {
                switch try await append(order, current) {
                case .answer(let answer): return answer
                case .goOn(let next): session = next
                }
            }
            await order.remember(session)
        }
    }

    private enum Step {
        /// Nil begins anew.
        case goOn(UploadOrder.Session?)
        case answer(Answer)
    }

    /// Nil when the file is another one.
    private func begin(_ order: UploadOrder) async throws(ServerProblem) -> UploadOrder.Session? {
        let count = min(Self.partSize, order.upload.size)
        do throws(CallFailure<SessionStartError>) {
            let result = try await client.upload(
                Routes.sessionStart, SessionStartArgument(),
                { FilePart(order.file, order.stamp, 0..<count).body })
            return UploadOrder.Session(id: result.sessionID.text, bytes: count)
        } catch {
            if try answer(to: error.problem) == .sourceChanged { return nil }
            throw error.problem
        }
    }

    private func append(
        _ order: UploadOrder, _ session: UploadOrder.Session
    ) async throws(ServerProblem) -> Step {
        guard let id = SessionID(session.id) else { return .goOn(nil) }
        let end = session.bytes + Self.partSize
        do throws(CallFailure<SessionError>) {
            let cursor = SessionCursor(sessionID: id, offset: session.bytes)
            let _: Nothing = try await client.upload(
                Routes.sessionAppend, SessionAppendArgument(cursor: cursor),
                { FilePart(order.file, order.stamp, session.bytes..<end).body })
            return .goOn(UploadOrder.Session(id: session.id, bytes: end))
        } catch .route(let failure) {
            return try step(failure, order, session)
        } catch {
            return .answer(try answer(to: error.problem))
        }
    }

    private func finish(
        _ order: UploadOrder, _ session: UploadOrder.Session
    ) async throws(ServerProblem) -> Step {
        guard let id = SessionID(session.id) else { return .goOn(nil) }
        var places = order.places
        var rest = session.bytes..<max(session.bytes, order.upload.size)
        while true {
            let argument = Named(
                SessionFinishArgument(
                    cursor: SessionCursor(sessionID: id, offset: rest.lowerBound),
                    commit: places.commit),
                operation: order.operation)
            do throws(CallFailure<SessionFinishError>) {
                let result = try await client.upload(
                    Routes.sessionFinish, argument,
                    { [rest] in FilePart(order.file, order.stamp, rest).body })
                return .answer(Answer(landed: result))
            } catch .route(.lookupFailed(let failure)) {
                return try step(failure, order, session)
            } catch .route(.path(let error)) {
                guard places.goOn(after: error) else {
                    return .answer(try Answer(refusing: error))
                }
                // Once they were sent the last bytes are part of the session.
                rest = order.upload.size..<order.upload.size
            } catch {
                return .answer(try answer(to: error.problem))
            }
        }
    }

    /// Finds another place for bytes that were refused the first one.
    private func commit(
        _ order: UploadOrder, at first: UploadPlaces, session: String
    ) async throws(ServerProblem) -> Answer {
        guard let id = SessionID(session) else { return .failed(retryAfterMilliseconds: nil) }
        let cursor = SessionCursor(sessionID: id, offset: order.upload.size)
        var places = first
        while true {
            let argument = Named(
                SessionFinishArgument(cursor: cursor, commit: places.commit),
                operation: order.operation)
            do throws(CallFailure<SessionFinishError>) {
                return Answer(
                    landed:
                        try await client.upload(Routes.sessionFinish, argument, { .bytes([]) }))
            } catch .route(.path(let error)) {
                guard places.goOn(after: error) else { return try Answer(refusing: error) }
            } catch {
                return try answer(to: error.problem)
            }
        }
    }

    private func step(
        _ failure: SessionError, _ order: UploadOrder, _ session: UploadOrder.Session
    ) throws(ServerProblem) -> Step {
        switch failure {
        case .incorrectOffset(let correct) where (0...order.upload.size).contains(correct):
            return .goOn(UploadOrder.Session(id: session.id, bytes: correct))
        case .notFound, .closed, .incorrectOffset: return .goOn(nil)
        case .contentHashMismatch: return .answer(.sourceChanged)
        default: throw .refused(failure.summary.joined(separator: "/"))
        }
    }

    /// A file that changed while it was sent is no problem of the server's.
    private func answer(to problem: ServerProblem) throws(ServerProblem) -> Answer {
        guard problem == .sourceChanged else { throw problem }
        return .sourceChanged
    }
}
