import Carousel
import Foundation
import Photos
import TestSupport
import Testing

/// A tree of files that a person changes while disks fail, against a naive
/// model: once all is well again, the library is exactly what is there.
///
/// `CAROUSEL_FAULT_FILES=100000` in the environment makes it as large.
@Suite struct FaultTreeTests {
    private static let files: Int =
        ProcessInfo.processInfo.environment["CAROUSEL_FAULT_FILES"].flatMap(Int.init) ?? 120

    @Test(arguments: files > 1000 ? 0..<1 : Seeds.first(6))
    func aTreeWithRandomFaultsEndsWithTheExactLibrary(seed: UInt64) async throws {
        var tree = try await FaultTree(files: Self.files, seed: seed)
        let library = try await tree.fixture.open()
        let options = ScanOptions(thumbnails: false)
        for step in 0..<5 {
            try tree.change()
            _ = try await library.scan([tree.fixture.photos], options)
            tree.fail()
            let vanishing = tree.vanishing()
            let meanwhile = Task.detached { vanishing.run() }
            _ = try await library.scan([], options)
            await meanwhile.value
            let kept = Set(
                try library.allDetails().flatMap(\.paths).compactMap {
                    tree.paths[tree.name(of: $0)]
                })
            #expect(
                kept.isSuperset(of: tree.unreachable),
                "step \(step): what is out of reach is not gone")
            tree.heal()
        }
        _ = try await library.scan([], ScanOptions(thumbnails: false))
        let report = try await library.scan([], ScanOptions(thumbnails: false))
        #expect(report.photos == 0 && report.unchanged == tree.paths.count)
        var found: [String: Set<String>] = [:]
        for photo in try library.allDetails() {
            let names = photo.paths.map { tree.name(of: $0) }
            let content = try #require(names.compactMap { tree.paths[$0] }.first)
            #expect(found[content] == nil, "one photo for each content")
            found[content] = Set(names)
            #expect(photo.isAvailable)
        }
        var expected: [String: Set<String>] = [:]
        for (name, content) in tree.paths { expected[content, default: []].insert(name) }
        #expect(found == expected)
        #expect(try library.problems().isEmpty)
        await library.close()
    }
}

/// The files on the disk, what is wrong with it, and what ought to be there.
private struct FaultTree {
    let fixture: LibraryFixture
    /// Contents by name below the root.
    private(set) var paths: [String: String] = [:]
    /// Names, some of them gone, in an order of their own, so that a seed
    /// repeats.
    private var names: [String] = []
    private var random: SplitMix64
    private var nextContent = 0
    /// Folders that cannot be looked into, and whether the root is away.
    private var closed: [String] = []
    private var isAway = false

    /// Files to take away while a scan runs.
    struct Vanishing: Sendable {
        var files: [String]

        func run() {
            for file in files { unlink(file) }
        }
    }

    init(files: Int, seed: UInt64) async throws {
        fixture = try await LibraryFixture(photos: 0, "faults")
        random = SplitMix64(seed: seed)
        for _ in 0..<files { try add() }
    }

    private var root: String { fixture.photos.display }

    func name(of path: FilePath) -> String { String(path.display.dropFirst(root.count + 1)) }

    /// What a person does.
    mutating func change() throws {
        for _ in 0..<max(4, paths.count / 10) {
            switch random.next(upperBound: UInt64(6)) {
            case 0, 1: try add()
            case 2:
                guard let name = pick() else { continue }
                try FileManager.default.removeItem(atPath: root + "/" + name)
                paths[name] = nil
            case 3:
                guard let name = pick() else { continue }
                let other = newName()
                try prepare(other)
                try FileManager.default.moveItem(
                    atPath: root + "/" + name, toPath: root + "/" + other)
                paths[other] = paths.removeValue(forKey: name)
            default:
                guard let name = pick() else { continue }
                let other = newName()
                try prepare(other)
                try FileManager.default.copyItem(
                    atPath: root + "/" + name, toPath: root + "/" + other)
                paths[other] = paths[name]
            }
        }
    }

    /// What a disk does.
    mutating func fail() {
        isAway = random.next(upperBound: UInt64(5)) == 0
        if isAway {
            rename(root, root + ".away")
            if random.next(upperBound: UInt64(2)) == 0 { mkdir(root, 0o755) }
            return
        }
        for folder in ["0", "1", "2", "3", "4"] where random.next(upperBound: UInt64(3)) == 0 {
            guard rename(root + "/" + folder, root + "/../closed-" + folder) == 0 else { continue }
            // Leads to itself: whoever looks is told that it cannot be read.
            symlink(folder, root + "/" + folder)
            closed.append(folder)
        }
    }

    mutating func heal() {
        if isAway {
            rmdir(root)
            rename(root + ".away", root)
            isAway = false
        }
        for folder in closed {
            unlink(root + "/" + folder)
            rename(root + "/../closed-" + folder, root + "/" + folder)
        }
        closed = []
    }

    mutating func vanishing() -> Vanishing {
        guard !isAway else { return Vanishing(files: []) }
        var files: [String] = []
        for _ in 0..<5 {
            guard let name = pick(), !isClosed(name) else { continue }
            files.append(root + "/" + name)
            paths[name] = nil
        }
        return Vanishing(files: files)
    }

    /// Contents of which every file is out of reach.
    var unreachable: Set<String> {
        let reachable = Set(paths.filter { !isAway && !isClosed($0.key) }.values)
        return Set(paths.values).subtracting(reachable)
    }

    private func isClosed(_ name: String) -> Bool {
        closed.contains { name.hasPrefix($0 + "/") }
    }

    private mutating func add() throws {
        let name = newName()
        nextContent += 1
        try prepare(name)
        // The smallest picture there is, told apart by bytes behind its end;
        // many are equally long.
        let bytes = Self.picture + Array("\(nextContent)".utf8)
        try Data(bytes).write(to: URL(fileURLWithPath: root + "/" + name))
        paths[name] = "\(nextContent)"
    }

    private func prepare(_ name: String) throws {
        let folder = (root + "/" + name).split(separator: "/").dropLast()
            .reduce("") { $0 + "/" + $1 }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    private mutating func newName() -> String {
        while true {
            let folder =
                "\(random.next(upperBound: UInt64(5)))/\(random.next(upperBound: UInt64(20)))"
            let name = "\(folder)/\(random.next(upperBound: UInt64(1 << 40))).gif"
            guard paths[name] == nil else { continue }
            names.append(name)
            return name
        }
    }

    private mutating func pick() -> String? {
        while !names.isEmpty, !paths.isEmpty {
            let index = Int(random.next(upperBound: UInt64(names.count)))
            if paths[names[index]] != nil { return names[index] }
            names.swapAt(index, names.count - 1)
            names.removeLast()
        }
        return nil
    }

    private static let picture: [UInt8] = [
        0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF,
        0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
    ]
}
