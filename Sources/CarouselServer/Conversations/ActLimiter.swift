import DropboxAPI
import Synchronization

/// How often an account may act in conversations: each act is told to many.
final class ActLimiter: Sendable {
    /// Making conversations, posting, adding people: 60 a minute.
    let posts = Limit(of: 60)
    /// 300 a minute.
    let likes = Limit(of: 300)

    /// A limit of one kind of acts.
    final class Limit: Sendable {
        private let limiter: Mutex<LoginLimiter>

        init(of acts: Int) {
            limiter = Mutex(LoginLimiter(failures: acts, window: 60))
        }

        /// Counts an act. - Throws: `tooMany`; then it is not counted.
        func note(_ call: WireCall) throws(ServerError) {
            let name = "\(call.account.rawValue)"
            let wait = limiter.withLock { limiter in
                let wait = limiter.wait(name, at: call.now)
                if wait == nil { limiter.recordFailure(name, at: call.now) }
                return wait
            }
            if let wait { throw .tooMany(retryAfter: Int(wait)) }
        }
    }
}
