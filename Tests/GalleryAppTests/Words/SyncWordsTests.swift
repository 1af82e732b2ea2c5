import Carousel
import Photos
import Testing

@testable import GalleryApp

struct SyncWordsTests {
    private func words(
        _ state: SyncStatus.State, upload: Int = 0, send: Int = 0, problem: String? = nil
    ) -> SyncWords {
        var status = SyncStatus()
        status.state = state
        status.toUpload = upload
        status.toSend = send
        status.problem = problem
        return SyncWords(status)
    }

    @Test func nothingIsSaidWhileAllIsWell() {
        for state in [SyncStatus.State.unlinked, .upToDate, .working, .paused] {
            #expect(words(state).line == nil)
            #expect(words(state, problem: "x").demand == nil)
        }
    }

    @Test func whatWaitsIsCountedAndAttentionIsAskedForWithItsReason() {
        #expect(words(.working, upload: 3).line == "3 to upload")
        #expect(words(.offline, upload: 3, send: 1).line == "offline, 3 to upload, 1 to send")
        #expect(words(.offline).line == "offline")
        #expect(words(.paused, send: 2).line == "not syncing, 2 to send")
        #expect(words(.needsAttention, problem: "Link again.").demand == "Link again.")
    }

    @Test func aPauseIsSaidEvenWhenNothingWaits() {
        var status = SyncStatus()
        status.state = .paused
        status.isPausedByUser = true
        #expect(SyncWords(status).line == "sync paused")
        status.toUpload = 4
        #expect(SyncWords(status).line == "sync paused, 4 to upload")
    }

    @Test func uploadsThatWaitForBetterTimesSayForWhat() {
        var status = SyncStatus()
        status.state = .upToDate
        status.hold = .meteredNetwork
        #expect(SyncWords(status).line == nil)
        status.toUpload = 4
        #expect(
            SyncWords(status).line
                == "4 to upload, uploads wait for a network that is not metered")
        status.hold = .battery
        #expect(SyncWords(status).line == "4 to upload, uploads wait for mains power")
    }
}
