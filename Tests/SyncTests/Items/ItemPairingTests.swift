import Photos
import Sync
import TestSupport
import Testing

/// A file of a made-up shot.
private func file(
    _ id: Int64, _ form: MediaForm, _ stem: String = "/a/img_1", at seconds: Double? = 0,
    offset: Int? = nil, isUTC: Bool = false, identifier: String? = nil, length: Int? = nil,
    camera: String? = nil
) -> ItemFile {
    let taken = seconds.map { CaptureTime(milliseconds: 1_500_000_000_000 + Int64($0 * 1000)) }
    let zone: ZoneSource = isUTC ? .utc : offset == nil ? .unknown : .written
    return ItemFile(
        source: .local(FileID(id)), luid: LUID(id), stem: Array(stem.utf8),
        metadata: PhotoMetadata(
            kind: form == .film ? .video : .photo, taken: taken, utcOffsetMinutes: offset,
            dateSource: taken == nil ? .none : form == .film ? .container : .exif, zone: zone,
            camera: camera, durationMilliseconds: length,
            traits: FileTraits(form: form, contentIdentifier: identifier)))
}

private func parts(_ files: [ItemFile]) -> [LUID: LUID] {
    Dictionary(
        uniqueKeysWithValues: ItemPairing(files: files).parts().map { ($0.luid, $0.item) })
}

struct ItemPairingTests {
    @Test func aFileAloneIsNoPart() {
        #expect(parts([file(1, .film)]).isEmpty)
        #expect(parts([file(1, .raw), file(2, .raw)]).isEmpty)
        #expect(parts([file(1, .still), file(2, .still)]).isEmpty)
    }

    @Test(arguments: [0, 2.9, -3, 5])
    func aFilmOfTheSameNameAndMomentIsAPart(distance: Double) {
        let film = file(2, .film, at: distance, length: 2000)
        #expect(parts([file(1, .still), film]) == [LUID(2): LUID(1)])
    }

    @Test(arguments: [5.1, -5.1, 900, 86_400])
    func aFilmOfAnotherMomentIsNone(distance: Double) {
        #expect(parts([file(1, .still), file(2, .film, at: distance, length: 2000)]).isEmpty)
    }

    @Test func utcAndLocalTimesOfOneMomentMeet() {
        let still = file(1, .still, offset: 330)
        // 5 h 30 min earlier by UTC.
        #expect(parts([still, file(2, .film, at: -19_800, isUTC: true)]) == [LUID(2): LUID(1)])
        #expect(parts([still, file(2, .film, at: -18_000, isUTC: true)]).isEmpty)
        // Nobody says the still's zone: whole quarters count as none.
        let local = file(1, .still)
        #expect(parts([local, file(2, .film, at: -18_000, isUTC: true)]) == [LUID(2): LUID(1)])
        #expect(parts([local, file(2, .film, at: -18_100, isUTC: true)]).isEmpty)
        #expect(parts([local, file(2, .film, at: -80_000 * 3600, isUTC: true)]).isEmpty)
    }

    @Test func aFilmWithoutADateCountsWhenItIsShort() {
        let film = file(2, .film, at: nil, length: 3000)
        #expect(parts([file(1, .still), film]) == [LUID(2): LUID(1)])
        #expect(parts([file(1, .still), file(2, .film, at: nil, length: 60_000)]).isEmpty)
    }

    @Test func identifiersGoBeforeNamesAndTimes() {
        let files = [
            file(1, .still, "/a/img_1", identifier: "A"), file(2, .still, "/a/img_2"),
            file(3, .film, "/a/img_2", identifier: "A"),
        ]
        #expect(parts(files) == [LUID(3): LUID(1)])
        let other = [
            file(1, .still, identifier: "A"), file(2, .film, identifier: "B", length: 1000),
        ]
        #expect(parts(other).isEmpty)
    }

    @Test func anEditedCopyStaysAPhotoAndTheFilmKeepsItsOwnStill() {
        let files = [
            file(1, .still, "/a/img_e1", identifier: "A"),
            file(2, .still, "/a/img_1", identifier: "A"),
            file(3, .film, "/a/img_1", identifier: "A"),
        ]
        #expect(parts(files) == [LUID(3): LUID(2)])
    }

    @Test func rawIsAPartOfItsJPEGAndItsFilmToo() {
        let files = [
            file(1, .raw, identifier: "A"), file(2, .still), file(3, .film, identifier: "A"),
        ]
        #expect(parts(files) == [LUID(1): LUID(2), LUID(3): LUID(2)])
        #expect(parts([files[0], files[2]]) == [LUID(3): LUID(1)])
    }

    @Test func rawOfAnotherCameraOrTimeIsNoPart() {
        #expect(parts([file(1, .raw, camera: "A"), file(2, .still, camera: "B")]).isEmpty)
        #expect(parts([file(1, .raw), file(2, .still, at: 10)]).isEmpty)
        #expect(parts([file(1, .raw, at: nil), file(2, .still)]) == [LUID(1): LUID(2)])
    }

    /// All sets of up to four files of few kinds: nothing is a part of a part
    /// or of itself, a film is never an item, and the order is of no matter.
    @Test func smallSetsAreSoundInEveryOrder() {
        var kinds: [(MediaForm, String, String?, Double?)] = []
        for form in [MediaForm.still, .raw, .film] {
            for stem in ["/a/1", "/a/2"] {
                for identifier in [nil, "A", "B"] as [String?] {
                    kinds.append((form, stem, identifier, identifier == "A" ? nil : 0))
                }
            }
        }
        var random = SplitMix64(seed: 4)
        for a in kinds {
            for b in kinds {
                for c in kinds {
                    let files = [a, b, c, kinds.randomElement(using: &random)!].enumerated().map {
                        file(Int64($0 + 1), $1.0, $1.1, at: $1.3, identifier: $1.2)
                    }
                    let found = parts(files)
                    for (part, item) in found {
                        #expect(part != item)
                        #expect(found[item] == nil)
                        let form = files[Int(item.rawValue) - 1].metadata.traits.form
                        #expect(form != .film)
                    }
                    #expect(parts(files.shuffled(using: &random)) == found)
                }
            }
        }
    }
}
