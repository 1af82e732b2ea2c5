import Photos

extension ReadTransaction {
    /// All problems in the order of their paths' bytes.
    public func problems() throws(StoreError) -> [ProblemRow] { fatalError("not yet") }
}

extension WriteTransaction {
    /// Adds a problem, or replaces that of the same path.
    public mutating func putProblem(_ problem: ProblemRow) throws(StoreError) {
        fatalError("not yet")
    }

    /// The path has no problem any more.
    public mutating func removeProblem(at path: FilePath) throws(StoreError) {
        fatalError("not yet")
    }

    public mutating func removeProblems(_ ids: [ProblemID]) throws(StoreError) {
        fatalError("not yet")
    }
}
