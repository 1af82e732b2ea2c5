import DropboxAPI
import HTTPServer

/// The route on which clients wait for changes.
///
/// Thousands wait at a time, so what each keeps is small: the handler stands
/// on the router by itself, with no layers of others around it, and all that
/// it knows while it waits is one object.
struct LongpollRoute: Sendable {
    let store: FileStore
    let faults: FaultPlan
    let log: Log
    let names: RequestNames

    private static let bodyLimit = 64 << 10

    /// Puts the route on the router.
    func add(to router: inout Router) {
        let options = RouteOptions(bodyLimit: Int64(Self.bodyLimit))
        router.post(Routes.longpoll.path, options) { [self] request in
            let poll = Poll()
            if let answer = begin(
                poll, request, try await request.body.collect(upTo: Self.bodyLimit))
            {
                return answer
            }
            while true {
                await hub(of: poll).wait(for: poll.account, after: poll.seen)
                if let answer = look(poll) { return answer }
            }
        }
    }

    /// One client that waits.
    private final class Poll {
        var cursor: ListCursor?
        var account = AccountNumber(0)
        var followsWholeAccount = false
        var followsPhotos = false
        /// Up to where there was nothing for this client.
        var seen = Sequence.start
    }

    /// Where the client waits.
    private func hub(of poll: Poll) -> ChangeHub {
        poll.followsPhotos ? store.photoHub : store.hub
    }

    /// Reads the argument and looks for the first time.
    /// - Returns: nil when the client has to wait.
    private func begin(_ poll: Poll, _ request: HTTPRequest, _ bytes: [UInt8]) -> HTTPResponse? {
        do throws(ServerError) {
            guard request.headers["Authorization"] == nil else {
                throw .badRequest("this route takes no HTTP header \"Authorization\"")
            }
            if let wrong = RequestForm.wrongRPCType(request) { throw .badRequest(wrong) }
            let argument: LongpollArgument = try RequestForm.argument(
                bytes.isEmpty ? Array("null".utf8) : bytes, named: "request body")
            guard !faults.strikes(.reset),
                let account = AccountView<SQLiteMetadata>.account(of: argument.cursor)
            else { throw .refused(LongpollError.reset) }
            poll.cursor = argument.cursor
            poll.account = account
            poll.followsWholeAccount = argument.cursor.followsWholeAccount
            poll.followsPhotos = argument.cursor.followsPhotos
            request.cancelHandler(after: .seconds(argument.timeout))
            return look(poll)
        } catch {
            return refusal(error)
        }
    }

    /// Looks for changes. - Returns: nil when the client has to wait on.
    private func look(_ poll: Poll) -> HTTPResponse? {
        guard let cursor = poll.cursor else { return nil }
        // Its rows go bit by bit, and say nothing meanwhile.
        let hub = hub(of: poll)
        guard !hub.isGone(poll.account) else {
            return refusal(.refused(LongpollError.reset))
        }
        let changes = LongpollResult(changes: true)
        // Woken with thousands of others: most need not read anything.
        if poll.followsWholeAccount, poll.seen > .start,
            hub.hasChange(of: poll.account, after: poll.seen), !hub.isClosed
        {
            return named(WireAnswer.result(changes))
        }
        do throws(ServerError) {
            let news = try store.view(of: poll.account) { view throws(ServerError) in
                try view.news(for: cursor, after: poll.seen > .start ? poll.seen : nil)
            }
            switch news {
            case .reset: throw .refused(LongpollError.reset)
            case .changes: return named(WireAnswer.result(changes))
            case .none(let sequence): poll.seen = sequence
            }
            guard Task.isCancelled || hub.isClosed else { return nil }
            return named(WireAnswer.result(LongpollResult(changes: false)))
        } catch {
            return refusal(error)
        }
    }

    private func refusal(_ error: ServerError) -> HTTPResponse {
        log.note(error, route: Routes.longpoll.name)
        return named(WireAnswer.refusal(error, route: Routes.longpoll.name))
    }

    private func named(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        names.name(&response)
        return response
    }
}
