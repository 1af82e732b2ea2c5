@testable import Carousel
import Foundation
import Photos
import Synchronization
import TestSupport
import Testing

/// Where a token is kept, by what a keeper of secrets does with it.
struct TokenPlaceTests {
    /// Keeps secrets as told.
    private final class Keeper: SecretKeeping {
        enum Manner: Sendable {
            case keeps, refuses, mangles
        }
        let manner: Mutex<Manner>
        let kept = Mutex<[String: String]>([:])

        init(_ manner: Manner) { self.manner = Mutex(manner) }

        private func ask() throws(ServerProblem) -> Manner {
            let manner = manner.withLock { $0 }
            if manner == .refuses { throw .noTokenStore("it is locked") }
            return manner
        }

        func secret(of library: String) throws(ServerProblem) -> String? {
            _ = try ask()
            return kept.withLock { $0[library] }
        }

        func keep(
            _ secret: String, of library: String, label: String
        ) throws(ServerProblem) {
            let isMangled = try ask() == .mangles
            kept.withLock { $0[library] = isMangled ? String(secret.dropLast()) : secret }
        }

        func forget(_ library: String) throws(ServerProblem) {
            _ = try ask()
            kept.withLock { $0[library] = nil }
        }
    }

    private let folder: TemporaryFolder
    private let file: TokenFile

    init() throws {
        folder = try TemporaryFolder()
        file = TokenFile(LibraryDirectory(folder.filePath))
    }

    private func place(_ keeper: Keeper?) -> TokenPlace {
        TokenPlace(file, keeper, library: "library")
    }

    @Test func whatIsKeptElsewhereIsInNoFile() async throws {
        let keeper = Keeper(.keeps)
        try file.write("old")
        try await place(keeper).write("new", label: "a server")
        #expect(try file.read() == nil)
        #expect(try await place(keeper).read() == "new")
        await place(keeper).remove()
        #expect(try await place(keeper).read() == nil)
        #expect(keeper.kept.withLock { $0.isEmpty })
    }

    @Test(arguments: [Keeper.Manner.refuses, .mangles])
    private func whatIsNotKeptElsewhereIsInAFile(_ manner: Keeper.Manner) async throws {
        let keeper = Keeper(manner)
        try await place(keeper).write("token", label: "a server")
        #expect(try file.read() == "token")
        #expect(try await place(keeper).read() == "token")
        // Whatever is kept by then, the file counts.
        keeper.manner.withLock { $0 = .keeps }
        #expect(try await place(keeper).read() == "token")
        await place(keeper).remove()
        #expect(try await place(keeper).read() == nil)
    }

    @Test func aKeeperThatCannotBeAskedIsNoSignOut() async throws {
        let keeper = Keeper(.keeps)
        try await place(keeper).write("token", label: "a server")
        keeper.manner.withLock { $0 = .refuses }
        await #expect(throws: ServerProblem.noTokenStore("it is locked")) {
            try await place(keeper).read()
        }
        keeper.manner.withLock { $0 = .keeps }
        #expect(try await place(keeper).read() == "token")
    }

    @Test func withoutAKeeperThereIsTheFile() async throws {
        try await place(nil).write("token", label: "a server")
        #expect(try await place(nil).read() == "token")
        await place(nil).remove()
        #expect(try await place(nil).read() == nil)
    }
}
