/// What no walk looks at because of its name: bins, snapshots, caches and
/// thumbnails that other programs leave between a user's photos. Letters
/// match in either case.
enum SkippedNames {
    /// A file of this name keeps its folder, and all below, out of galleries
    /// (Android's rule).
    static let noMediaMarker = Array(".nomedia".utf8)

    /// Whether a folder of that name is never entered, hidden or not.
    static func hasFolder(_ name: UnsafeRawBufferPointer) -> Bool {
        let name = name.map(\.asciiLowercased)
        return folders.contains(name) || name.starts(with: trashOfUser)
            || name.suffix(lightroomPreviews.count).elementsEqual(lightroomPreviews)
    }

    /// Whether a file of that name is never looked at, hidden or not.
    static func hasFile(_ name: UnsafeRawBufferPointer) -> Bool {
        // AppleDouble: the resource fork of the file named behind it.
        if name.count > 2, name[0] == UInt8(ascii: "."), name[1] == UInt8(ascii: "_") {
            return true
        }
        guard name.count <= longestFile else { return false }
        return files.contains(name.map(\.asciiLowercased))
    }

    private static let folders = bytes([
        // Synology, QNAP and other storage boxes.
        "@eadir", "#recycle", "@recycle", "#snapshot", "@recently-snapshot", "@tmp",
        // Synchronisers.
        ".stversions", ".stfolder", ".sync", ".dropbox.cache",
        // Thumbnails and bins of galleries and desktops.
        ".thumbnails", ".dtrash", ".picasaoriginals", ".trash", ".trashes", ".cache",
        "$recycle.bin", "recycler", "system volume information", "lost+found",
        ".spotlight-v100", ".fseventsd", ".temporaryitems", "__macosx",
    ])
    private static let trashOfUser = Array(".trash-".utf8)
    private static let lightroomPreviews = Array(".lrdata".utf8)
    private static let files = bytes([
        "thumbs.db", "ehthumbs.db", "ehthumbs_vista.db", "desktop.ini", ".ds_store", ".nomedia",
        ".picasa.ini", "picasa.ini", "zbthumbnail.info",
    ])

    private static let longestFile = files.map(\.count).max() ?? 0

    private static func bytes(_ names: [String]) -> Set<[UInt8]> {
        Set(names.map { Array($0.utf8) })
    }
}

extension UInt8 {
    /// The byte, with `A` to `Z` as `a` to `z`.
    var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
