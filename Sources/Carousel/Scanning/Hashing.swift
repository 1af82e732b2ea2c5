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

    /// What these files begin with, without those that cannot be read.
    func look(at files: [FileToRead]) throws(LibraryError) -> [SeenFile] {
        var seen: [SeenFile] = []
        for file in files {
            if Task.isCancelled { throw .cancelled }
            do throws(MediaError) {
                let (beginning, stamp) = try hasher.beginning(of: file.path)
                seen.append(SeenFile(file: file, beginning: beginning, stamp: stamp))
            } catch {
                // Whoever hashes it says what is wrong with it.
                Log.shared.info("not looked at: \(error)")
            }
        }
        return seen
    }
}
