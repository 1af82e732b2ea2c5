import Photos
import Testing

@testable import CarouselServer

/// What is remembered of photos that were read.
@Suite struct ReadyPhotosTests {
    private let state = ReadyPhotos.State(epoch: 1, sequence: Sequence(5))
    private let account = AccountNumber(1)

    @Test func whatWasNotedIsKnownUntilTheFeedChanges() {
        let ready = ReadyPhotos()
        let hashes = (1...3).map { MachineFixture.content($0).hash }
        #expect(ready.unknown(among: hashes, of: account, at: state) == [0, 1, 2])
        ready.note([hashes[0], hashes[2]], of: account, at: state)
        #expect(ready.unknown(among: hashes, of: account, at: state) == [1])
        #expect(ready.unknown(among: hashes, of: AccountNumber(2), at: state) == [0, 1, 2])
        let later = ReadyPhotos.State(epoch: 1, sequence: Sequence(6))
        #expect(ready.unknown(among: hashes, of: account, at: later) == [0, 1, 2])
        ready.note([hashes[1]], of: account, at: later)
        #expect(ready.unknown(among: hashes, of: account, at: later) == [0, 2])
    }

    @Test func itHoldsNoMoreThanItsCapacity() {
        let ready = ReadyPhotos()
        let count = ReadyPhotos.capacity + 2
        var known = 0
        for account in 1...4 {
            let hashes = (0..<count / 3).compactMap { number in
                ContentHash(
                    bytes: (0..<32).map { index in
                        UInt8(truncatingIfNeeded: (number + account << 32) >> (8 * (index % 8)))
                    })
            }
            ready.note(hashes, of: AccountNumber(Int64(account)), at: state)
            known = hashes.count
        }
        let first = MachineFixture.content(1).hash
        #expect(known > 0)
        #expect(ready.count <= ReadyPhotos.capacity + known)
        ready.note([first], of: account, at: state)
        #expect(ready.count <= ReadyPhotos.capacity)
        #expect(ready.unknown(among: [first], of: account, at: state) == [])
    }
}
