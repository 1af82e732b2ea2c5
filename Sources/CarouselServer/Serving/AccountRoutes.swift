import DropboxAPI
import HTTPServer

/// Whose account it is, how full it is, and whether a token is good.
struct AccountRoutes: Sendable {
    let store: FileStore
    let book: AccountBook

    /// Puts the routes on the router.
    func add(to router: inout WireRouter) {
        router.rpc(Routes.currentAccount) { _, call throws(ServerError) in
            call.user.fullAccount
        }
        router.rpc(Routes.account) { argument, call throws(ServerError) in
            // Users know of nobody but themselves.
            guard AccountNumber(argument.id) == call.account else {
                throw .refused(GetAccountError.noAccount)
            }
            return call.user.basicAccount
        }
        router.rpc(Routes.spaceUsage) { [store] _, call throws(ServerError) in
            try store.view(of: call.account) { view throws(ServerError) in try view.spaceUsage() }
        }
        router.rpc(Routes.checkUser) { argument, _ throws(ServerError) in
            EchoResult(result: argument.query)
        }
        router.rpc(Routes.checkApp) { argument, _ throws(ServerError) in
            EchoResult(result: argument.query)
        }
        router.rpc(Routes.revokeToken) { [book] _, call throws(ServerError) in
            guard let grant = call.grant else { return Nothing() }
            try await book.revoke(family: grant.family)
            return Nothing()
        }
    }
}
