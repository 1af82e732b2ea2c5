import Media
import Photos
import Store

/// Hashes files, or looks at their beginnings, one after another on a thread
/// of its own.
actor Hashing {
    private let queue = SerialQueueExecutor(label: "carousel.hashing")
    private var hasher = ContentHasher()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    /// What the bytes of these files are, as far as they can be read.
    func hash(_ files: [FileToRead]) throws(LibraryError) -> [HashedBytes] {
        var results: [HashedBytes] = []
        results.reserveCapacity(files.count)
        for file in files {
            do throws(MediaError) {
                let hashed = try hasher.hash(of: file.path)
                results.append(
                    HashedBytes(file: file, state: .hashed(hashed.hash), stamp: hashed.stamp))
            } catch .cancelled {
                throw .cancelled
            } catch {
                Log.shared.warning("not hashed: \(error)")
                results.append(HashedBytes(file: file, state: .failed, stamp: nil))
            }
        }
        return results
    }

    /// What files begin with that were read just now; nil for one that cannot
    /// be looked at or has changed since.
    func beginnings(of files: [ReadFile]) throws(LibraryError) -> [FileBeginning?] {
        var beginnings: [FileBeginning?] = []
        beginnings.reserveCapacity(files.count)
        for file in files {
            let seen = try look(at: file.path)
            let isSame = seen?.stamp.isUnchanged(since: file.stamp) == true
            beginnings.append(isSame ? seen?.beginning : nil)
        }
        return beginnings
    }

    /// What these files begin with, without those that cannot be read.
    func look(at files: [FileToRead]) throws(LibraryError) -> [SeenFile] {
        var seen: [SeenFile] = []
        for file in files {
            guard let (beginning, stamp) = try look(at: file.path) else { continue }
            seen.append(SeenFile(file: file, beginning: beginning, stamp: stamp))
        }
        return seen
    }

    private func look(
        at path: FilePath
    ) throws(LibraryError) -> (beginning: FileBeginning, stamp: FileStamp)? {
        if Task.isCancelled { throw .cancelled }
        do throws(MediaError) {
            return try hasher.beginning(of: path)
        } catch {
            // Whoever hashes it says what is wrong with it.
            Log.shared.info("not looked at: \(error)")
            return nil
        }
    }
}
