import Media
import Testing

/// One folder's names and which sidecars go to which photo.
private func matches(_ media: [String], _ sidecars: [String]) -> [String: [String]] {
    let matching = SidecarMatching(
        media: media.map { Array($0.utf8) }, sidecars: sidecars.map { Array($0.utf8) })
    return Dictionary(
        uniqueKeysWithValues: zip(media, matching.matches.map { $0.map { sidecars[$0] } }))
}

struct SidecarMatchingTests {
    @Test func xmpOfTheWholeNameGoesBeforeThatOfTheStem() {
        let found = matches(["a.jpg", "a.cr2", "b.jpg"], ["a.jpg.xmp", "a.xmp", "B.XMP"])
        #expect(found == ["a.jpg": ["a.jpg.xmp"], "a.cr2": ["a.xmp"], "b.jpg": ["B.XMP"]])
    }

    @Test func aSidecarOfNobodyIsLeftAlone() {
        #expect(matches(["b.jpg"], ["a.jpg.xmp", "a.AAE", "metadata.json"]) == ["b.jpg": []])
    }

    @Test func appleEditsGoWithEveryFileOfTheirNumber() {
        let found = matches(
            ["IMG_0001.HEIC", "IMG_0001.MOV", "IMG_E0001.JPG"], ["IMG_0001.AAE"])
        #expect(found["IMG_0001.HEIC"] == ["IMG_0001.AAE"])
        #expect(found["IMG_0001.MOV"] == ["IMG_0001.AAE"])
        #expect(found["IMG_E0001.JPG"] == [])
        #expect(matches(["IMG_0001.HEIC"], ["IMG_O0001.aae"])["IMG_0001.HEIC"] == ["IMG_O0001.aae"])
    }

    @Test func moreThanOneKindComesBestFirst() {
        let found = matches(["a.jpg"], ["a.AAE", "a.jpg.json", "a.xmp"])
        #expect(found["a.jpg"] == ["a.xmp", "a.jpg.json", "a.AAE"])
    }

    @Test func anEndingCutAtAnyLengthBelongsToItsPhoto() {
        let ending = ".supplemental-metadata"
        for length in 0...ending.count {
            let name = "IMG_1.jpg" + ending.prefix(length) + ".json"
            #expect(matches(["IMG_1.jpg", "IMG_10.jpg"], [name])["IMG_1.jpg"] == [name])
            #expect(matches(["IMG_1.jpg", "IMG_10.jpg"], [name])["IMG_10.jpg"] == [])
        }
    }

    @Test func aCounterIsFoundInEitherPlaceAndWithEveryEnding() {
        let ending = ".supplemental-metadata"
        for length in 0...ending.count {
            let cut = ending.prefix(length)
            for name in ["IMG_1.jpg\(cut)(1).json", "IMG_1(1).jpg\(cut).json"] {
                let found = matches(["IMG_1.jpg", "IMG_1(1).jpg", "IMG_1(2).jpg"], [name])
                #expect(found["IMG_1(1).jpg"] == [name])
                #expect(found["IMG_1(2).jpg"] == [])
            }
        }
        let both = ["IMG_1.jpg.json", "IMG_1.jpg(1).json"]
        let found = matches(["IMG_1.jpg", "IMG_1(1).jpg"], both)
        #expect(found == ["IMG_1.jpg": [both[0]], "IMG_1(1).jpg": [both[1]]])
    }

    @Test func aNameCutWithinItselfBelongsToItsPhoto() {
        let photo = "Screenshot_2019-02-03-10-11-12-345_com.google.android.apps.jpg"
        for length in 43...photo.count {
            let name = String(photo.prefix(length)) + ".json"
            #expect(matches([photo], [name])[photo] == [name])
            let second = photo.replacing(".jpg", with: "(1).jpg")
            let numbered = String(photo.prefix(length)) + "(1).json"
            #expect(matches([photo, second], [numbered])[second] == [numbered])
        }
        // Shorter names are not cut: the rest is another photo's.
        #expect(matches(["IMG_12.jpg"], ["IMG_1.json"])["IMG_12.jpg"] == [])
    }

    @Test(arguments: ["-edited", "-bearbeitet", "-modifié", "-編集済み", "-ha editado"])
    func anEditedCopySharesItsOriginalsJSON(word: String) {
        let json = "IMG_1.HEIC.supplemental-meta.json"
        let found = matches(["IMG_1.HEIC", "IMG_1\(word).jpg", "IMG_2\(word).jpg"], [json])
        #expect(found["IMG_1\(word).jpg"] == [json])
        #expect(found["IMG_2\(word).jpg"] == [])
        let second = "IMG_1.jpg(1).json"
        #expect(
            matches(["IMG_1\(word)(1).jpg", "IMG_1\(word).jpg"], [second]) == [
                "IMG_1\(word)(1).jpg": [second], "IMG_1\(word).jpg": [],
            ])
    }

    @Test func theFilmOfALivePhotoSharesTheJSON() {
        let found = matches(["IMG_1.HEIC", "IMG_1.MP4", "IMG_2.MP4"], ["IMG_1.HEIC.json"])
        #expect(found["IMG_1.MP4"] == ["IMG_1.HEIC.json"])
        #expect(found["IMG_2.MP4"] == [])
        // A numbered pair.
        let json = "IMG_1.HEIC.supplemental-metadata(2).json"
        #expect(matches(["IMG_1(2).HEIC", "IMG_1(2).MP4"], [json])["IMG_1(2).MP4"] == [json])
    }

    @Test func aPhotoOfTheSameStemDoesNotTakeAnothersJSON() {
        let found = matches(["a.jpg", "a.png"], ["a.jpg.json"])
        #expect(found == ["a.jpg": ["a.jpg.json"], "a.png": []])
    }

    @Test func unicodeFormsOfOneNameMatch() {
        let composed = "caf\u{E9} \u{1F600}.jpg"
        let decomposed = "cafe\u{301} \u{1F600}.jpg.json"
        #expect(matches([composed], [decomposed])[composed] == [decomposed])
    }

    @Test func namesThatAreNotUTF8MatchByTheirBytes() {
        let photo: [UInt8] = [0xFF, 0x41] + Array(".jpg".utf8)
        let other: [UInt8] = [0xFE, 0x41] + Array(".jpg".utf8)
        let matching = SidecarMatching(
            media: [photo, other], sidecars: [photo + Array(".json".utf8)])
        #expect(matching.matches == [[0], []])
    }

    /// Every way to name the JSON of every photo of a small folder: the
    /// right photo, and no other, gets it.
    @Test func everyFormOfASmallFolderFindsItsPhoto() {
        let ending = ".supplemental-metadata"
        let stems = ["a", "a-b", "1", "x(y)", "p.q"]
        for (target, stem) in stems.enumerated() {
            for counter in [nil, 1, 12] as [Int?] {
                let mark = counter.map { "(\($0))" } ?? ""
                let media = stems.flatMap { ["\($0).jpg", "\($0)(1).jpg", "\($0)(12).jpg"] }
                for length in 0...ending.count {
                    let name = "\(stem).jpg\(ending.prefix(length))\(mark).json"
                    let found = matches(media, [name]).filter { !$0.value.isEmpty }
                    #expect(
                        found == ["\(stem)\(mark).jpg": [name]], "\(name) of stem \(target)")
                }
            }
        }
    }
}
