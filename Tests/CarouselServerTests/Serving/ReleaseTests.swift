import Synchronization
import Testing

@testable import CarouselServer

/// What a stopped server held.
@Suite struct ReleaseTests {
    private struct Reference {
        weak var store: FileStore?
    }

    /// Its threads and descriptors go with its store.
    @Test func aStoppedServerIsFreed() async throws {
        let reference = Mutex(Reference())
        try await ServerFixture.run { server in
            try server.put("bytes", at: "/a.txt")
            _ = try server.rpc("users/get_current_account", "null")
            reference.withLock { $0.store = server.server.store }
        }
        #expect(reference.withLock { $0.store } == nil)
    }
}
