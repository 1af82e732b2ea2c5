import Photos
import TestSupport
import Testing

@testable import CarouselServer

@Suite struct ThumbnailIndexTests {
    private static func hash(_ number: UInt64) -> ContentHash {
        var generator = SplitMix64(seed: number)
        // There are 32.
        return ContentHash(
            bytes: (0..<32).map { _ in UInt8(truncatingIfNeeded: generator.next()) })!
    }

    private static func places(_ number: Int) -> ThumbnailIndex.Places {
        .init(
            s75: PackPlace(pack: number % 7, offset: number, length: number % 100),
            s256: PackPlace(pack: number % 5, offset: 2 * number, length: number % 1000))
    }

    @Test func itIsADictionaryWhateverComesAndGoes() {
        let hashes = (0..<3000).map { Self.hash(UInt64($0)) }
        var generator = SplitMix64(seed: 7)
        var index = ThumbnailIndex()
        var model: [ContentHash: ThumbnailIndex.Places] = [:]
        for round in 0..<40_000 {
            let hash = hashes[Int.random(in: 0..<hashes.count, using: &generator)]
            // It fills at first, and is emptied in the end.
            let isRemoval = Int.random(in: 0..<40_000, using: &generator) < round
            if isRemoval {
                #expect(index.remove(hash) == model.removeValue(forKey: hash))
            } else {
                let places = Self.places(round)
                #expect(index.set(places, of: hash) == model.updateValue(places, forKey: hash))
            }
            #expect(index.count == model.count)
        }
        for hash in hashes { #expect(index[hash] == model[hash]) }
        for hash in hashes { index.remove(hash) }
        #expect(index.count == 0)
        #expect(hashes.allSatisfy { index[$0] == nil })
    }

    @Test func aMillionPhotosTakeLessThan64Megabytes() {
        // The table doubles, so that a count just above a doubling is the worst.
        for count in [1000, 26_300, 52_500, 60_000] {
            var index = ThumbnailIndex()
            for number in 0..<count {
                index.set(Self.places(number), of: Self.hash(UInt64(number)))
            }
            #expect(index.byteCount <= 64 * count + (128 << 10), "\(count) contents")
        }
    }

    @Test func aPlaceIsEightBytesThatSortAsThePacksDo() throws {
        let places = [
            PackPlace(pack: 0, offset: 0, length: 0), PackPlace(pack: 0, offset: 4, length: 900),
            PackPlace(
                pack: 0, offset: PackPlace.packCapacity - 1, length: PackPlace.lengthLimit - 1),
            PackPlace(pack: 1, offset: 0, length: 17),
            PackPlace(
                pack: PackPlace.packLimit - 1, offset: PackPlace.packCapacity - 1,
                length: PackPlace.lengthLimit - 1),
        ]
        #expect(MemoryLayout<PackPlace>.size == 8)
        #expect(places.map(\.rawValue) == places.map(\.rawValue).sorted())
        for place in places {
            let again = try #require(PackPlace(rawValue: place.rawValue))
            #expect(
                PackPlace(pack: again.pack, offset: again.offset, length: again.length) == place)
        }
        #expect(PackPlace(rawValue: -1) == nil)
    }
}
