import Photos

/// Makes the paths of one folder's entries.
struct PathBuilder {
    private let prefix: [UInt8]
    private let rootLength: Int

    /// - Parameter root: `folder` or a folder above it.
    init(folder: FilePath, root: FilePath) {
        prefix = folder.appending([UInt8(ascii: "x")]).bytes.dropLast()
        rootLength = root.appending([UInt8(ascii: "x")]).bytes.count - 1
    }

    func path(_ name: UnsafeRawBufferPointer) -> FilePath {
        // Names that the system hands out have no NUL.
        FilePath(bytes: joined(prefix[...], name))!
    }

    /// Without a leading `/`.
    func pathFromRoot(_ name: UnsafeRawBufferPointer) -> [UInt8] {
        joined(prefix[rootLength...], name)
    }

    private func joined(_ start: ArraySlice<UInt8>, _ name: UnsafeRawBufferPointer) -> [UInt8] {
        let count = start.count + name.count
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            _ = buffer.initialize(fromContentsOf: start)
            _ = buffer[start.count...].initialize(fromContentsOf: name)
            initialized = count
        }
    }
}
