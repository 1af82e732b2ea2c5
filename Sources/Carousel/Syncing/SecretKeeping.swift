/// Keeps secrets where the user's other secrets are, for a library's token.
///
/// Calls may take as long as the user takes to unlock it: they are made where
/// nothing else waits. Errors are `noTokenStore`, with the reason in words.
public protocol SecretKeeping: Sendable {
    /// The secret of a library; nil when there is none.
    func secret(of library: String) throws(ServerProblem) -> String?
    /// Keeps a secret in the place of what there was.
    /// - Parameter label: how it is called in the user's list of secrets.
    func keep(_ secret: String, of library: String, label: String) throws(ServerProblem)
    func forget(_ library: String) throws(ServerProblem)
}
