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
        matches = Array(repeating: [], count: media.count)
        let names = media.map(SidecarName.text)
        var folder = Folder()
        for (place, name) in sidecars.enumerated() {
            folder.add(SidecarName.text(name), at: place)
        }
        for (index, name) in names.enumerated() {
            if let place = folder.named(name, "xmp") { matches[index].append(place) }
        }
        matchTakeout(names, folder.takeout)
        for (index, name) in names.enumerated() {
            for kind in ["aae", "thm"] {
                if let place = folder.named(name, kind) { matches[index].append(place) }
            }
        }
    }

    private mutating func matchTakeout(_ names: [String], _ takeout: TakeoutNames) {
        guard !takeout.isEmpty else { return }
        let own = names.map(takeout.own)
        let taken = Set(own.compactMap { $0 })
        for (index, name) in names.enumerated() {
            if let place = own[index] ?? takeout.shared(by: name, isTaken: taken.contains) {
                matches[index].append(place)
            }
        }
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

    /// The sidecars of a folder, by the names that they may belong to.
    private struct Folder {
        private var places: [String: [String: Int]] = [:]
        var takeout = TakeoutNames()

        mutating func add(_ name: String, at place: Int) {
            let (base, fileExtension) = SidecarName.split(name)
            if fileExtension == "json" {
                takeout.add(name, at: place)
                return
            }
            let key = fileExtension == "aae" ? Self.withoutOriginalMark(base) : base
            if places[fileExtension, default: [:]][key] == nil {
                places[fileExtension, default: [:]][key] = place
            }
        }

        /// The sidecar of that kind that has a photo's whole name, or else its
        /// stem.
        func named(_ name: String, _ kind: String) -> Int? {
            guard let places = places[kind] else { return nil }
            return places[name] ?? places[SidecarName.split(name).stem]
        }

        /// Apple names the edits of `IMG_1234` also `IMG_O1234`.
        private static func withoutOriginalMark(_ base: String) -> String {
            guard base.hasPrefix("img_o"), base.dropFirst(5).allSatisfy(\.isNumber),
                base.count > 5
            else { return base }
            return "img_" + base.dropFirst(5)
        }
    }
}
