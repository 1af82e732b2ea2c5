import Photos
import Sync
import TestSupport
import Testing

/// All small libraries, then random large ones.
struct SettlementWorldTests {
    /// Orders of `count` arrivals, in the order of the files, and their
    /// hashes, each after its arrival: true is an arrival. With the positions
    /// of hashes permuted in every way.
    private func interleavings(_ count: Int) -> [[Int]] {
        // A step of n is the arrival of file n, of -n-1 its hash.
        var all: [[Int]] = []
        func extend(_ steps: [Int], arrived: Int, unhashed: [Int]) {
            if steps.count == count * 2 { all.append(steps) }
            if arrived < count {
                extend(steps + [arrived], arrived: arrived + 1, unhashed: unhashed + [arrived])
            }
            for file in unhashed {
                extend(
                    steps + [-file - 1], arrived: arrived,
                    unhashed: unhashed.filter { $0 != file })
            }
        }
        extend([], arrived: 0, unhashed: [])
        return all
    }

    /// The ways in which four files can have up to three contents, but for the
    /// contents' names.
    private let partitions: [[Int]] = (0..<81).map { number in
        [1, 3, 9, 27].map { number / $0 % 3 }
    }.filter { contents in
        contents.indices.allSatisfy { contents[$0] <= (contents[..<$0].max() ?? -1) + 1 }
    }

    @Test(arguments: [false, true], [nil, 1, 2])
    func everyOrderOfFourFilesAndTheirHashesShowsEachContentOnce(
        givesAllRows: Bool, alike: Int?
    ) {
        let orders = interleavings(4)
        #expect(orders.count == 105)
        #expect(partitions.count == 14)
        for contents in partitions {
            for failures in 0..<16 {
                for order in orders {
                    run(order, contents, failures, givesAllRows, alike)
                }
            }
        }
    }

    private func run(
        _ order: [Int], _ contents: [Int], _ failures: Int, _ givesAllRows: Bool, _ alike: Int?
    ) {
        var library = SmallLibrary(givesAllRows: givesAllRows, alike: alike)
        for step in order {
            if step >= 0 {
                library.arrive(contents[step])
            } else {
                library.hash(-step - 1, fails: failures >> (-step - 1) & 1 == 1)
            }
            library.check()
        }
        library.checkEnd()
        // The failed ones can be read in the end: one photo for each content.
        for file in 0..<4 where failures >> file & 1 == 1 {
            library.hash(file)
            library.check()
        }
        let shown = Set(library.files.map { $0.standing.luid })
        #expect(shown.count == Set(contents).count && !shown.contains(nil))
    }

    @Test func rowsThatAreNotAskedForChangeNothing() {
        for seed in 0..<300 as Range<UInt64> {
            var narrow = SmallLibrary(sizes: 2)
            var wide = SmallLibrary(sizes: 2, givesAllRows: true)
            var script = RandomScript(seed: seed)
            for _ in 0..<60 {
                let step = script.next(files: narrow.files)
                step(&narrow)
                step(&wide)
                #expect(narrow.files.map(\.standing) == wide.files.map(\.standing), "\(seed)")
                #expect(narrow.owners == wide.owners, "seed \(seed)")
            }
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>, [nil, 1, 2, 3])
    func randomLivesKeepTheRules(seed: UInt64, alike: Int?) {
        for run in 0..<150 as Range<UInt64> {
            var library = SmallLibrary(sizes: 1 + Int(run % 3), alike: alike)
            var script = RandomScript(seed: seed * 1000 + run)
            for _ in 0..<80 {
                let step = script.next(files: library.files)
                step(&library)
                library.check()
            }
            for index in library.files.indices where library.files[index].standing.hash == .wanted {
                library.hash(index)
            }
            library.settleAll(judgesEdits: true)
            library.check()
            library.checkEnd()
        }
    }

    @Test(arguments: [nil, 2])
    func everyEditOfThreeFilesFollowsTheRule(alike: Int?) {
        // Per file: untouched, or edited to one of four contents as one of two
        // shots.
        for before in 0..<27 {
            for edits in 0..<729 {
                var library = SmallLibrary(alike: alike)
                for file in 0..<3 { library.arrive(before / [1, 3, 9][file] % 3) }
                for file in 0..<3 { library.hash(file) }
                let old = library
                for file in 0..<3 {
                    let choice = edits / [1, 9, 81][file] % 9
                    guard choice > 0 else { continue }
                    library.edit(
                        file, to: (choice - 1) / 2, choice % 2 == 0 ? .sameShot : .otherShot)
                    library.check()
                }
                for file in [2, 0, 1] where library.files[file].standing.hash == .wanted {
                    library.hash(file)
                    library.check()
                }
                let edited = library
                library.settleAll(judgesEdits: true)
                library.check()
                library.checkEnd()
                checkOwners(from: old, edited, to: library)
            }
        }
    }

    /// A LUID changes its content only by an edit in place, and keeps it
    /// whenever there is one.
    private func checkOwners(
        from old: SmallLibrary, _ edited: SmallLibrary, to new: SmallLibrary
    ) {
        for owner in old.owners {
            let files = edited.files.filter { $0.standing.luid == owner.luid }
            let isHeld = edited.files.contains { file in
                (file.standing.edit == nil && file.standing.luid == owner.luid)
                    || (file.standing.edit != nil && file.standing.hash.hash == owner.hash)
            }
            let unowned = files.filter { file in
                file.standing.edit == .sameShot
                    && !old.owners.contains { $0.hash == file.standing.hash.hash }
            }
            let now = new.content(of: owner.luid)
            if isHeld || unowned.isEmpty {
                #expect(now == owner.hash)
            } else if now == owner.hash {
                // Another photo, edited alike, took the content first.
                #expect(
                    unowned.allSatisfy { file in
                        new.owners.contains { $0.hash == file.standing.hash.hash }
                    })
            } else {
                #expect(unowned.contains { $0.standing.hash.hash == now })
            }
        }
    }
}

/// Random arrivals, hashes, failures, edits, removals and walks.
private struct RandomScript {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func next(
        files: [SmallLibrary.File]
    ) -> (inout SmallLibrary) -> Void {
        let content = Int.random(in: 0..<6, using: &random)
        let edit: FileEdit = Bool.random(using: &random) ? .sameShot : .otherShot
        let index = files.isEmpty ? 0 : Int.random(in: 0..<files.count, using: &random)
        let unhashed = files.indices.filter { files[$0].standing.hash.hash == nil }
        let choice = Int.random(in: 0..<20, using: &random)
        switch choice {
        case _ where files.isEmpty, 0...4: return { $0.arrive(content) }
        case 5...12:
            guard let file = unhashed.randomElement(using: &random) else {
                return { $0.arrive(content) }
            }
            return { $0.hash(file, fails: choice == 5) }
        case 13...15: return { $0.edit(index, to: content, edit) }
        case 16: return { $0.remove(index) }
        case 17:
            return { library in
                for file in unhashed { library.hash(file, settling: false) }
                library.settleAll(judgesEdits: true)
            }
        default: return { $0.settleAll(judgesEdits: false) }
        }
    }
}
