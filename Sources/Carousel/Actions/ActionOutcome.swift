public import Photos

/// An act of the user's that was recorded.
public struct PerformedAction: Hashable, Sendable, Codable {
    /// By which it can be undone and its outcome be asked for.
    public let operation: OperationID
    /// The photos that it changed; none when all were so already.
    public let photos: [LUID]

    public init(operation: OperationID, photos: [LUID]) {
        self.operation = operation
        self.photos = photos
    }
}

/// What became of an act once its files were moved as far as they can be.
public struct ActionOutcome: Hashable, Sendable, Codable {
    /// A file that could not be moved, and the photo it belongs to, for which
    /// the act was taken back unless another file of it was moved.
    public struct Failure: Hashable, Sendable, Codable {
        public let photo: LUID
        /// In the user's folder; in the trash when the problem is `caught`.
        public let path: FilePath
        public let problem: TrashProblem

        public init(photo: LUID, path: FilePath, problem: TrashProblem) {
            self.photo = photo
            self.path = path
            self.problem = problem
        }
    }

    public var failures: [Failure] = []
    /// Photos that are deleted or restored, with files on a drive that is not
    /// connected: these are moved when it is.
    public var waiting: [LUID] = []

    public init() {}
}

extension ActionOutcome.Failure: CustomStringConvertible {
    public var description: String {
        problem == .caught
            ? "\(path.display): \(problem.sentence)."
            : "\(path.display) stays where it is: \(problem.sentence)."
    }
}
