import Photos

@testable import Media

/// All that one walk handed over.
struct WalkResult {
    var report: WalkReport
    var files: [FoundFile] = []
    var problems: [WalkProblem] = []

    init(_ walk: FolderWalk) {
        var files: [FoundFile] = []
        var problems: [WalkProblem] = []
        report = walk.run { batch in
            files += batch.files
            problems += batch.problems
            return .goOn
        }
        self.files = files
        self.problems = problems
    }

    init(_ tree: FileTree, _ change: (inout FolderWalk.Options) -> Void = { _ in }) {
        var options = FolderWalk.Options()
        change(&options)
        self.init(FolderWalk(root: tree.root, options: options))
    }

    /// The files' paths below the tree's root.
    func names(in tree: FileTree) -> [String] {
        files.map { Self.name($0.path, tree) }
    }

    /// `reason path` of each problem.
    func problemNames(in tree: FileTree) -> [String] {
        problems.map { "\($0.reason.rawValue) \(Self.name($0.path, tree))" }
    }

    private static func name(_ path: FilePath, _ tree: FileTree) -> String {
        String(decoding: path.bytes.dropFirst(tree.root.bytes.count + 1), as: UTF8.self)
    }
}
