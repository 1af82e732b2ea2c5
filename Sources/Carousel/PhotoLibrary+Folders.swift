public import Photos
import Store

extension PhotoLibrary {
    /// The folders whose photos are in the library, first added first.
    public func roots() throws(LibraryError) -> [Root] {
        try LibraryError.converting {
            try opened.store.read { transaction throws(StoreError) in
                try transaction.roots()
            }
        }.map {
            Root(
                path: $0.path, isAvailable: $0.isAvailable,
                settings: FolderSettings(
                    includesHidden: $0.settings.includesHidden, excludes: $0.settings.excludes,
                    uploads: $0.settings.uploads))
        }
    }

    /// Adds a folder to the library; its photos come with the next scan.
    public func addRoot(_ folder: FilePath) async throws(LibraryError) {
        guard isOwner else {
            _ = try await OwnerConnection(directory: directory).run(.addRoot(folder))
            return
        }
        _ = try await intake.add([folder], besides: directory)
    }

    /// Takes a folder out of the library: its photos leave the timeline, and
    /// nothing happens to its files. What the user did to the photos is kept,
    /// and found again by their content when the folder returns.
    public func removeRoot(_ folder: FilePath) async throws(LibraryError) {
        guard isOwner else {
            _ = try await OwnerConnection(directory: directory).run(.removeRoot(folder))
            return
        }
        let intake = intake
        // Not while a walk of it is under way.
        try await scans.run {
            let root = try await intake.rootOfExactly(folder)
            try await intake.write { transaction throws(StoreError) in
                try transaction.removeRoot(root.id)
            }
        }
        try await keepEvents()
    }

    /// Says what of a folder is to be in the library, which the next scan
    /// does, and whether it is uploaded, which holds from now on.
    public func setRoot(
        _ folder: FilePath, _ settings: FolderSettings
    ) async throws(LibraryError) {
        guard isOwner else {
            _ = try await OwnerConnection(directory: directory).run(.setRoot(folder, settings))
            return
        }
        for pattern in settings.excludes where pattern.contains(UInt8(ascii: "\n")) {
            throw .badPattern(String(decoding: pattern, as: UTF8.self))
        }
        let root = try await intake.rootOfExactly(folder)
        let row = RootSettings(
            includesHidden: settings.includesHidden, excludes: settings.excludes,
            uploads: settings.uploads)
        try await intake.set(row, of: root.id)
        tellStatus()
    }
}

extension Intake {
    fileprivate func rootOfExactly(_ folder: FilePath) throws(LibraryError) -> RootRow {
        guard let root = try roots().first(where: { $0.path == folder }) else {
            throw .notAFolderOfTheLibrary(folder.display)
        }
        return root
    }
}
