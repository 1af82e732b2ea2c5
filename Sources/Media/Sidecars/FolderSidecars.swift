import Photos

/// The sidecars of one folder, by the names that they may belong to.
///
/// The folder's photos may come in parts, so that not all names have to be in
/// memory: each part is told by `claim` first, and asked about when all were.
public struct FolderSidecars: Sendable {
    private var places: [String: [String: Int]] = [:]
    private var takeout = TakeoutNames()
    /// JSON files that are a media file's own.
    private var taken: Set<Int> = []

    /// - Parameter names: of files of the kind `FileNameKind.sidecar`.
    public init(_ names: [[UInt8]]) {
        for (place, name) in names.enumerated() { add(SidecarName.text(name), at: place) }
    }

    /// Notes which sidecars are the own ones of some media files; others share
    /// what is nobody's own.
    public mutating func claim(_ media: some Sequence<[UInt8]>) {
        guard !takeout.isEmpty else { return }
        for name in media {
            if let place = takeout.own(of: SidecarName.text(name)) { taken.insert(place) }
        }
    }

    /// The places of a media file's sidecars: those that say most come first.
    /// - Precondition: all media files of the folder were claimed for.
    public func matches(of media: [UInt8]) -> [Int] {
        let name = SidecarName.text(media)
        var matches: [Int] = []
        if let place = named(name, "xmp") { matches.append(place) }
        if !takeout.isEmpty,
            let place = takeout.own(of: name)
                ?? takeout.shared(by: name, isTaken: taken.contains)
        {
            matches.append(place)
        }
        for kind in ["aae", "thm"] {
            if let place = named(name, kind) { matches.append(place) }
        }
        return matches
    }

    private mutating func add(_ name: String, at place: Int) {
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
    private func named(_ name: String, _ kind: String) -> Int? {
        guard let places = places[kind] else { return nil }
        return places[name] ?? places[SidecarName.split(name).stem]
    }

    /// Apple names the edits of `IMG_1234` also `IMG_O1234`.
    private static func withoutOriginalMark(_ base: String) -> String {
        guard base.hasPrefix("img_o"), base.dropFirst(5).allSatisfy(\.isNumber), base.count > 5
        else { return base }
        return "img_" + base.dropFirst(5)
    }
}
