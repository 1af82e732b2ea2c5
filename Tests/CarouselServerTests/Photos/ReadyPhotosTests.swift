import Photos
import Testing

@testable import CarouselServer

/// What is remembered of photos that were read.
@Suite struct ReadyPhotosTests {
    private static func state(_ sequence: Int64, _ generation: UInt64 = 1) -> ReadyPhotos.State {
        .init(epoch: 1, sequence: Sequence(sequence), generation: generation)
    }
    private let account = AccountNumber(1)

    @Test func whatWasNotedIsKnownUntilTheFeedOrTheNumbersChange() {
        let ready = ReadyPhotos()
        let state = Self.state(5)
        let numbers: [UInt32] = [7, 64, 1000]
        #expect(ready.unknown(among: numbers, of: account, at: state) == [0, 1, 2])
        ready.note([7, 1000], of: account, at: state)
        #expect(ready.unknown(among: numbers, of: account, at: state) == [1])
        #expect(ready.unknown(among: numbers, of: AccountNumber(2), at: state) == [0, 1, 2])
        for other in [Self.state(6), Self.state(5, 2)] {
            #expect(ready.unknown(among: numbers, of: account, at: other) == [0, 1, 2])
        }
        ready.note([64], of: account, at: Self.state(6))
        #expect(ready.unknown(among: numbers, of: account, at: Self.state(6)) == [0, 2])
    }

    @Test func aContentWithoutANumberIsNeverKnown() {
        let ready = ReadyPhotos()
        ready.note([ThumbnailIndex.none], of: account, at: Self.state(5))
        #expect(ready.byteCount == 0)
        #expect(
            ready.unknown(among: [ThumbnailIndex.none], of: account, at: Self.state(5)) == [0])
    }

    @Test func itHoldsNoMoreThanItsCapacity() {
        let ready = ReadyPhotos()
        // A million photos, in more accounts than there is room for.
        let last: UInt32 = 1_000_000
        for account in 1...200 {
            ready.note([3, last], of: AccountNumber(Int64(account)), at: Self.state(5))
            #expect(ready.byteCount <= ReadyPhotos.capacity + 126_000)
        }
        #expect(ready.unknown(among: [3, last], of: AccountNumber(200), at: Self.state(5)) == [])
        #expect(ready.unknown(among: [3], of: AccountNumber(1), at: Self.state(5)) == [0])
    }
}
