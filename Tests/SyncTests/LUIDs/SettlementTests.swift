import Photos
import Sync
import TestSupport
import Testing

struct SettlementTests {
    private func hash(_ content: Int) -> ContentHash { SmallLibrary.hash(of: content) }

    @Test func fileOfItsOwnSizeIsAPhotoAtOnce() {
        var library = SmallLibrary()
        library.arrive(1)
        #expect(library.lastActions == [.create([FileID(1)], nil)])
        library.hash(0)
        #expect(library.lastActions == [.learn(LUID(1), hash(1))])
    }

    @Test func secondFileOfASizeWaitsUntilBothAreHashed() {
        var library = SmallLibrary()
        library.arrive(1)
        library.arrive(2)
        #expect(
            library.lastActions == [
                .hold(FileID(2)), .hashSoon(FileID(1)), .hashSoon(FileID(2)),
            ])
        library.hash(1)
        #expect(library.lastActions == [.hold(FileID(2)), .hashSoon(FileID(1))])
        library.hash(0)
        #expect(
            library.lastActions == [
                .learn(LUID(1), hash(1)), .create([FileID(2)], hash(2)),
            ])
    }

    @Test func filesOfOneSizeThatBeginDifferentlyDoNotWaitForEachOther() {
        var library = SmallLibrary(alike: 1)
        for content in 0..<3 {
            library.arrive(content)
            #expect(library.lastActions == [.create([FileID(Int64(content) + 1)], nil)])
        }
        library.hash(1)
        #expect(library.lastActions == [.learn(LUID(2), hash(1))])
    }

    @Test func filesThatBeginAlikeWaitOnlyForEachOther() {
        var library = SmallLibrary(alike: 2)
        library.arrive(0)
        library.arrive(2)
        library.arrive(3)
        #expect(
            library.lastActions == [
                .hold(FileID(3)), .hashSoon(FileID(2)), .hashSoon(FileID(3)),
            ])
        library.hash(1)
        library.hash(2)
        #expect(library.lastActions == [.create([FileID(3)], hash(3))])
    }

    @Test func fileWhoseBeginningNobodyHasSeenWaits() {
        let seen = FileStanding(
            id: FileID(1), size: 5, luid: LUID(1), beginning: FileBeginning(digest: 1))
        let unseen = FileStanding(id: FileID(2), size: 5)
        let settlement = Settlement(
            sizes: [SizeStanding(size: 5, hasOthers: false)], files: [seen, unseen], owners: [],
            judgesEdits: false)
        #expect(
            settlement.settle() == [
                .hold(FileID(2)), .hashSoon(FileID(1)), .hashSoon(FileID(2)),
            ])
    }

    @Test func beginningTellsNothingBesideAContentOfTheSize() {
        let new = FileStanding(
            id: FileID(1), size: 5, beginning: FileBeginning(digest: 1))
        let settlement = Settlement(
            sizes: [SizeStanding(size: 5, hasOthers: true)], files: [new], owners: [],
            judgesEdits: false)
        #expect(settlement.settle() == [.hold(FileID(1)), .hashSoon(FileID(1))])
    }

    @Test func secondPathWithTheSameBytesAttaches() {
        var library = SmallLibrary()
        library.arrive(1)
        library.arrive(1)
        library.hash(0)
        library.hash(1)
        #expect(library.lastActions == [.attach(FileID(2), LUID(1))])
    }

    @Test func equalFilesThatComeTogetherAreOnePhoto() {
        var library = SmallLibrary()
        for _ in 0..<3 { library.arrive(1, settling: false) }
        library.settleAll(judgesEdits: false)
        let files = [FileID(1), FileID(2), FileID(3)]
        #expect(
            library.lastActions.prefix(3) == [.hold(files[0]), .hold(files[1]), .hold(files[2])])
        for index in 0..<3 { library.hash(index, settling: false) }
        library.settleAll(judgesEdits: false)
        #expect(library.lastActions == [.create(files, hash(1))])
    }

    @Test func filesThatNobodySeesYetAreNotWaitedFor() {
        var library = SmallLibrary()
        library.arrive(1)
        library.hash(0)
        for content in 2...5 { library.arrive(content) }
        library.hash(3)
        #expect(library.lastActions.first == .create([FileID(4)], hash(4)))
        #expect(library.lastActions.dropFirst().allSatisfy { $0 != .hold(FileID(4)) })
    }

    @Test func failureToHashOpensTheGate() {
        var library = SmallLibrary()
        library.arrive(1)
        library.arrive(1)
        library.hash(1)
        library.hash(0, fails: true)
        #expect(library.lastActions == [.create([FileID(2)], hash(1))])
    }

    @Test func fileHashedAfterItsFailureBringsItsLUIDToTheOther() {
        var library = SmallLibrary()
        library.arrive(1)
        library.arrive(1)
        library.hash(0, fails: true)
        library.hash(1)
        library.hash(0)
        #expect(library.lastActions == [.merge(from: LUID(1), into: LUID(2))])
        #expect(library.files.map(\.standing.luid) == [LUID(2), LUID(2)])
    }

    @Test func movedFileKeepsItsLUIDByItsContent() {
        var library = SmallLibrary()
        library.arrive(1)
        library.hash(0)
        library.remove(0)
        library.arrive(1)
        #expect(library.lastActions.first == .hold(FileID(2)))
        library.hash(0)
        #expect(library.lastActions == [.attach(FileID(2), LUID(1))])
    }

    @Test func editedFileKeepsItsLUIDWithItsNewContent() {
        var library = SmallLibrary()
        library.arrive(1)
        library.hash(0)
        library.edit(0, to: 2, .sameShot)
        library.hash(0)
        #expect(library.lastActions == [.hold(FileID(1))])
        library.settleAll(judgesEdits: true)
        #expect(library.lastActions == [.replace(LUID(1), hash(2), files: [FileID(1)])])
        // The old content is nobody's any more.
        library.arrive(1)
        library.hash(1)
        #expect(library.lastActions == [.create([FileID(2)], hash(1))])
    }

    @Test func otherShotUnderTheSameNameIsANewPhoto() {
        var library = SmallLibrary()
        library.arrive(1)
        library.hash(0)
        library.edit(0, to: 2, .otherShot)
        library.hash(0)
        library.settleAll(judgesEdits: true)
        #expect(library.lastActions == [.create([FileID(1)], hash(2))])
        // The old content still knows its photo.
        library.arrive(1)
        library.hash(1)
        #expect(library.lastActions == [.attach(FileID(2), LUID(1))])
    }

    @Test func editOfOneOfTwoPathsIsANewPhoto() {
        var library = SmallLibrary()
        library.arrive(1)
        library.arrive(1)
        library.hash(0)
        library.hash(1)
        library.edit(0, to: 2, .sameShot)
        library.hash(0)
        library.settleAll(judgesEdits: true)
        #expect(library.lastActions == [.create([FileID(1)], hash(2))])
    }

    @Test func twoPathsEditedAlikeAreOneEdit() {
        var library = SmallLibrary()
        library.arrive(1)
        library.arrive(1)
        library.hash(0)
        library.hash(1)
        for index in 0..<2 {
            library.edit(index, to: 2, .sameShot)
            library.hash(index)
        }
        library.settleAll(judgesEdits: true)
        #expect(
            library.lastActions == [.replace(LUID(1), hash(2), files: [FileID(1), FileID(2)])])
    }

    @Test func moveThenCopyOverTheOldNameIsAMoveAndANewPhoto() {
        // `mv a b; cp new a`, of the same size, camera and time.
        var library = SmallLibrary()
        library.arrive(1)
        library.hash(0)
        library.edit(0, to: 2, .sameShot)
        library.hash(0)
        library.arrive(1)
        library.hash(1)
        #expect(library.lastActions.first == .attach(FileID(2), LUID(1)))
        library.settleAll(judgesEdits: true)
        #expect(library.lastActions == [.create([FileID(1)], hash(2))])
    }

    @Test func swappedNamesSwapTheirPhotos() {
        var library = SmallLibrary()
        library.arrive(1)
        library.arrive(2)
        library.hash(0)
        library.hash(1)
        library.edit(0, to: 2, .otherShot)
        library.edit(1, to: 1, .otherShot)
        library.hash(0)
        library.hash(1)
        library.settleAll(judgesEdits: true)
        #expect(
            library.lastActions == [.attach(FileID(1), LUID(2)), .attach(FileID(2), LUID(1))])
    }

    @Test func editThatMakesAKnownPhotoJoinsIt() {
        var library = SmallLibrary()
        library.arrive(1)
        library.arrive(2)
        library.hash(0)
        library.hash(1)
        library.edit(0, to: 2, .sameShot)
        library.hash(0)
        library.settleAll(judgesEdits: true)
        #expect(library.lastActions == [.attach(FileID(1), LUID(2))])
    }

    @Test func photoEditedBeforeItsFirstHashKeepsItsLUID() {
        var library = SmallLibrary()
        library.arrive(1)
        library.edit(0, to: 2, .sameShot)
        library.hash(0)
        library.settleAll(judgesEdits: true)
        #expect(library.lastActions == [.replace(LUID(1), hash(2), files: [FileID(1)])])
    }

    @Test func answersDoNotDependOnTheOrderOfTheRows() {
        let files = [
            FileStanding(id: FileID(1), size: 5, hash: .hashed(hash(1)), luid: LUID(1)),
            FileStanding(
                id: FileID(2), size: 5, hash: .hashed(hash(2)), luid: LUID(2), edit: .sameShot),
            FileStanding(id: FileID(3), size: 5, hash: .hashed(hash(2))),
            FileStanding(id: FileID(4), size: 5, hash: .hashed(hash(3))),
            FileStanding(id: FileID(5), size: 5, hash: .failed),
        ]
        let owners = [
            ContentOwner(hash: hash(1), size: 5, luid: LUID(3)),
            ContentOwner(hash: hash(4), size: 5, luid: LUID(2)),
        ]
        var random = SplitMix64(seed: 1)
        let sizes = [SizeStanding(size: 5, hasOthers: true)]
        let expected: [Settlement.Action] = [
            .merge(from: LUID(1), into: LUID(3)),
            .replace(LUID(2), hash(2), files: [FileID(2)]),
            .attach(FileID(3), LUID(2)),
            .create([FileID(4)], hash(3)),
            .create([FileID(5)], nil),
        ]
        for _ in 0..<100 {
            let settlement = Settlement(
                sizes: sizes, files: files.shuffled(using: &random),
                owners: owners.shuffled(using: &random), judgesEdits: true)
            #expect(settlement.settle() == expected)
        }
    }
}
