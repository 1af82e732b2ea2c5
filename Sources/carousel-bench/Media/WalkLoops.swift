import CommandLineKit
import Foundation
import Media
import Photos

/// A folder walk, against `readdir` and `fstatat` alone.
enum WalkLoops {
    static func figures(in folder: FilePath, files: Int) throws -> [(String, JSONText)] {
        let root = folder.appending("tree")
        for number in 0..<files {
            if number % 1000 == 0 {
                let below = root.appending("folder \(number / 1000)").display
                try FileManager.default.createDirectory(
                    atPath: below, withIntermediateDirectories: true)
            }
            let name = "folder \(number / 1000)/IMG_\(100_000 + number).JPG"
            close(creat(root.appending(name).display, 0o644))
        }
        var found = 0
        let walk = FolderWalk(root: root)
        let race = Race(rounds: 5) {
            found = 0
            _ = walk.run { batch in
                found += batch.files.count
                return .goOn
            }
        } plain: {
            found = 0
            plainWalk(root.display, &found)
        }
        precondition(found == files, "a walk found \(found) of \(files) files")
        return [
            ("walk_files", .integer(files)),
            ("walk_files_per_s", .integer(Int(Double(files) / race.ours))),
            ("walk_plain_files_per_s", .integer(Int(Double(files) / race.plain))),
            ("walk_ratio_to_plain", rounded(race.ratio)),
        ]
    }

    private static func plainWalk(_ path: String, _ found: inout Int) {
        guard let folder = opendir(path) else { return }
        defer { closedir(folder) }
        var below: [String] = []
        while let entry = readdir(folder) {
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    if entry.pointee.d_type == DT_DIR {
                        if name[0] != CChar(UInt8(ascii: ".")) {
                            below.append(path + "/" + String(cString: name))
                        }
                        return
                    }
                    var status = stat()
                    if fstatat(dirfd(folder), name, &status, 0) == 0 { found += 1 }
                }
            }
        }
        for path in below { plainWalk(path, &found) }
    }
}
