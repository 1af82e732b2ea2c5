import Dispatch

/// Where the token of a linked library is kept: with the user's other secrets
/// when something keeps them, else in a file of the library's directory.
///
/// It stays where it was put when the library was linked. The file counts
/// first: it is there only when nothing else took the token.
struct TokenPlace: Sendable {
    private let file: TokenFile
    private let secrets: (any SecretKeeping)?
    /// The library's name among the user's secrets.
    private let library: String
    private static let queue = DispatchQueue(label: "carousel.secrets", attributes: .concurrent)

    init(_ file: TokenFile, _ secrets: (any SecretKeeping)?, library: String) {
        self.file = file
        self.secrets = secrets
        self.library = library
    }

    /// Nil when there is none.
    func read() async throws(ServerProblem) -> String? {
        if let token = try file.read() { return token }
        return try await withSecrets { secrets, library throws(ServerProblem) in
            try secrets.secret(of: library)
        } ?? nil
    }

    /// Replaces what is there. It is in the file before it is anywhere else,
    /// and leaves that only when it could be read where it is instead.
    func write(_ token: String, label: String) async throws(ServerProblem) {
        try file.write(token)
        do throws(ServerProblem) {
            let isKept = try await withSecrets { secrets, library throws(ServerProblem) in
                try secrets.keep(token, of: library, label: label)
                return try secrets.secret(of: library) == token
            }
            if isKept == true { file.remove() }
            if isKept == false { Log.shared.warning(inFile("it came back changed")) }
        } catch {
            Log.shared.warning(inFile("\(error)"))
        }
    }

    func remove() async {
        file.remove()
        do throws(ServerProblem) {
            _ = try await withSecrets { secrets, library throws(ServerProblem) in
                try secrets.forget(library)
            }
        } catch {
            // It may not be there at all: what cannot be asked took none.
            Log.shared.info("a token may be left among your secrets: \(error)")
        }
    }

    private func inFile(_ reason: String) -> String {
        "the token is kept in \(file.path.display), which only you can read: \(reason)"
    }

    /// Nil where nobody keeps secrets.
    private func withSecrets<Value: Sendable>(
        _ body: @escaping @Sendable (any SecretKeeping, String) throws(ServerProblem) -> Value
    ) async throws(ServerProblem) -> Value? {
        guard let secrets else { return nil }
        let library = library
        let result = await withCheckedContinuation { continuation in
            Self.queue.async {
                continuation.resume(
                    returning: Result<Value, ServerProblem> { () throws(ServerProblem) in
                        try body(secrets, library)
                    })
            }
        }
        return try result.get()
    }
}
