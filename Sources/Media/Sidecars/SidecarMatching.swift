public import Photos

/// Decides which sidecars of a folder belong to which of its photos, by their
/// names alone.
///
/// - `photo.jpg.xmp` belongs to `photo.jpg`; `photo.xmp` to every photo of
///   that stem that has none of its own.
/// - Google Takeout's JSON: see `TakeoutNames`.
/// - `IMG_1.AAE`, and `IMG_O1.AAE`, belongs to every `IMG_1`; `MVI_1.THM`
///   likewise.
///
/// Letters match in either case and Unicode in any form. A sidecar can belong
/// to several photos; one that belongs to none is left alone.
public struct SidecarMatching: Sendable {
    /// For each media file the places of its sidecars: those that say most
    /// come first.
    public private(set) var matches: [[Int]]

    /// Looks at the names of one folder.
    ///
    /// - Parameters:
    ///   - media: names of pictures and films.
    ///   - sidecars: names of files of the kind `FileNameKind.sidecar`.
    /// - Complexity: O(n) dictionary look-ups, some fifty for each media file
    ///   without a match.
    public init(media: [[UInt8]], sidecars: [[UInt8]]) {
        var folder = FolderSidecars(sidecars)
        folder.claim(media)
        matches = media.map(folder.matches)
    }

    /// What a sidecar's name says it is; nil of what is none.
    public static func kind(of name: some Collection<UInt8>) -> SidecarKind? {
        switch SidecarName.split(SidecarName.text(name)).fileExtension {
        case "xmp": .xmp
        case "json": .takeout
        case "aae": .adjustments
        case "thm": .thumbnail
        default: nil
        }
    }
}
