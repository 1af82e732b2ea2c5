import Photos
import Sync

extension SimulatedDevice {
    /// All it has, line by line, for the log of a failure.
    var description: [String] {
        var lines = ["position \(rows.position)"]
        for (luid, hash) in zip(rows.contents.keys, rows.contents.rows) {
            let tombstone = rows.tombstones[hash] == nil ? "" : ", deleted"
            lines.append("LUID \(luid) is content \(Content.index(of: hash))\(tombstone)")
        }
        for file in rows.files.rows { lines.append("\(file)") }
        for file in rows.trash.rows { lines.append("\(file)") }
        for row in rows.server.rows { lines.append("\(row)") }
        for part in rows.unfinished.rows { lines.append("\(part)") }
        return lines
    }
}
