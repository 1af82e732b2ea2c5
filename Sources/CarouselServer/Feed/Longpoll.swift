import DropboxAPI
import HTTPServer

/// One long poll: waits until a cursor's feed has something.
struct Longpoll {
    let store: FileStore

    func run(
        _ argument: LongpollArgument, _ request: HTTPRequest
    ) async throws(ServerError) -> LongpollResult {
        guard let account = AccountView<SQLiteMetadata>.account(of: argument.cursor) else {
            throw .refused(LongpollError.reset)
        }
        request.cancelHandler(after: .seconds(argument.timeout))
        var seen: Sequence?
        while true {
            let generation = store.hub.generation(of: account)
            let news = try store.view(of: account) { view throws(ServerError) in
                try view.news(for: argument.cursor, after: seen)
            }
            switch news {
            case .reset: throw .refused(LongpollError.reset)
            case .changes: return LongpollResult(changes: true)
            case .none(let sequence): seen = sequence
            }
            guard !Task.isCancelled, !store.hub.isClosed else { break }
            await store.hub.wait(for: account, after: generation)
        }
        return LongpollResult(changes: false)
    }
}
