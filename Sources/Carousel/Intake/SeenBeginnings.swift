import Photos
import Store

/// What files begin with, as far as a scan has looked: for those that share
/// their size with others.
struct SeenBeginnings: Sendable {
    private var seen: [FileID: SeenFile] = [:]

    mutating func add(_ file: SeenFile) {
        seen[file.file.id] = file
    }

    /// Tells the rows what is known of the bytes that they are about.
    func tell(_ rows: inout StandingRows) {
        guard !seen.isEmpty else { return }
        for index in rows.files.indices {
            let id = rows.files[index].id
            guard let known = seen[id], let stamp = rows.stamps[id],
                known.stamp.isUnchanged(since: stamp)
            else { continue }
            rows.files[index].beginning = known.beginning
        }
    }
}

/// A file whose first bytes were looked at.
struct SeenFile: Sendable {
    var file: FileToRead
    var beginning: FileBeginning
    /// What the file was meanwhile.
    var stamp: FileStamp
}
