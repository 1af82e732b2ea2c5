import Photos

/// Files of one size, asked whether one of them can have the bytes of another
/// file of that size.
struct SameSizeFiles {
    private(set) var count = 0
    /// Of how many nobody knows the beginning.
    private var unseen = 0
    private var seen: [FileBeginning: Int] = [:]

    mutating func add(_ file: FileStanding) {
        count += 1
        if let beginning = file.beginning {
            seen[beginning, default: 0] += 1
        } else {
            unseen += 1
        }
    }

    /// Whether one of the files, apart from `file` itself where it is among
    /// them, may have the bytes of `file`.
    func mayEqual(_ file: FileStanding, isAmongThem: Bool = false) -> Bool {
        let others = count - (isAmongThem ? 1 : 0)
        guard others > 0 else { return false }
        guard unseen == 0, let beginning = file.beginning else { return true }
        return seen[beginning, default: 0] > (isAmongThem ? 1 : 0)
    }
}
