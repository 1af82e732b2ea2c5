import Photos

/// The JSON files of one folder of a Google Takeout, by the names that they
/// may belong to.
///
/// A media file `IMG_1.jpg` has its JSON under one of these names:
/// - `IMG_1.jpg.json`, and since 2024 `IMG_1.jpg.supplemental-metadata.json`,
///   cut anywhere behind the media file's name so that name and ending have
///   46 characters: `.supplemental-me.json`, `.s.json`, `..json`;
/// - with a longer name also cut within it, its extension lost;
/// - `IMG_1.json`.
///
/// A second file of the same name is `IMG_1(1).jpg`, and its counter stands
/// in either place: `IMG_1.jpg(1).json`, `IMG_1(1).jpg.json`,
/// `IMG_1.jpg.supplemental-metadata(1).json`.
///
/// An edited copy (`IMG_1-edited.jpg`, the word in the account's language)
/// and the film of a Live Photo (`IMG_1.MP4` beside `IMG_1.HEIC`) have none
/// of their own and share that of their original.
struct TakeoutNames {
    /// What Google puts behind a media file's name.
    private static let ending = ".supplemental-metadata"
    /// Names are cut from 46 characters on; of letters with several bytes one
    /// may be cut in half.
    private static let shortestCut = 43

    /// Places in the list of names, by what stands before `.json` without its
    /// counter.
    private var byBase: [SidecarName: Int] = [:]
    /// By the media file's name without its extension; several with several
    /// extensions.
    private var byStem: [SidecarName: [(place: Int, fileExtension: String)]] = [:]

    var isEmpty: Bool { byBase.isEmpty }

    /// - Parameters:
    ///   - name: as `SidecarName.text` makes it, ending in `.json`.
    ///   - place: what a match gives back. Of two that differ in letters'
    ///     case only the first counts.
    mutating func add(_ name: String, at place: Int) {
        let base = SidecarName.withoutCounter(SidecarName.split(name).stem)
        if byBase[base] == nil { byBase[base] = place }
        let media = SidecarName.split(Self.withoutEnding(base.stem))
        guard Self.isMedia(media.fileExtension) else { return }
        var stem = SidecarName.withoutCounter(media.stem)
        stem.counter = base.counter ?? stem.counter
        byStem[stem, default: []].append((place, media.fileExtension))
    }

    /// The JSON file that is a media file's own.
    func own(of name: String) -> Int? {
        let (stem, fileExtension) = SidecarName.split(name)
        if let place = find(name, counter: nil) { return place }
        let numbered = SidecarName.withoutCounter(stem)
        if let counter = numbered.counter {
            let plain = numbered.stem + (fileExtension.isEmpty ? "" : "." + fileExtension)
            if let place = find(plain, counter: counter) { return place }
        }
        return byBase[SidecarName(stem: stem)] ?? byBase[numbered]
            ?? byBase[SidecarName.withoutCounter(name)]
    }

    /// The JSON file of the original that a file without one of its own was
    /// made from or belongs to.
    ///
    /// - Parameter isTaken: whether a JSON file is a media file's own.
    func shared(by name: String, isTaken: (Int) -> Bool) -> Int? {
        let (stem, fileExtension) = SidecarName.split(name)
        let numbered = SidecarName.withoutCounter(stem)
        let others = byStem[numbered] ?? []
        if let place = others.first(where: { other in
            Self.isFilm(fileExtension)
                ? !Self.isFilm(other.fileExtension)
                : !isTaken(other.place)
        })?.place {
            return place
        }
        guard let original = Self.withoutEdit(numbered) else { return nil }
        if let place = byStem[original]?.first?.place { return place }
        return cut(original.stem, counter: original.counter)
            ?? byBase[SidecarName(stem: original.stem, counter: original.counter)]
    }

    /// The longest form first, as nothing else can have it.
    private func find(_ name: String, counter: Int?) -> Int? {
        if let place = byBase[SidecarName(stem: name, counter: counter)] { return place }
        for length in (1...Self.ending.utf8.count).reversed() {
            let base = SidecarName(stem: name + Self.ending.prefix(length), counter: counter)
            if let place = byBase[base] { return place }
        }
        return cut(name, counter: counter)
    }

    /// A name cut within itself.
    private func cut(_ name: String, counter: Int?) -> Int? {
        var name = name[...]
        while name.utf8.count > Self.shortestCut {
            name.removeLast()
            guard name.utf8.count >= Self.shortestCut else { return nil }
            if let place = byBase[SidecarName(stem: String(name), counter: counter)] {
                return place
            }
        }
        return nil
    }

    /// `img_1.jpg` of `img_1.jpg.supple`.
    private static func withoutEnding(_ base: String) -> String {
        guard let dot = base.utf8.lastIndex(of: UInt8(ascii: ".")), ending.hasPrefix(base[dot...])
        else {
            return base
        }
        return String(base[..<dot])
    }

    /// The original's name; nil when the name is not that of an edited copy.
    private static func withoutEdit(_ name: SidecarName) -> SidecarName? {
        for word in edits where name.stem.hasSuffix(word) {
            let stem = String(name.stem.dropLast(word.count))
            guard !stem.isEmpty else { continue }
            // `IMG_1(2)-edited.jpg` besides `IMG_1-edited(2).jpg`.
            var original = SidecarName.withoutCounter(stem)
            original.counter = name.counter ?? original.counter
            return original
        }
        guard name.stem.utf8.count >= shortestCut, let dash = name.stem.lastIndex(of: "-"),
            dash != name.stem.startIndex, name.stem[dash...].count > 1,
            edits.contains(where: { $0.hasPrefix(name.stem[dash...]) })
        else { return nil }
        return SidecarName(stem: String(name.stem[..<dash]), counter: name.counter)
    }

    private static func isMedia(_ fileExtension: String) -> Bool {
        FileNameKind(fileName: Array(("x." + fileExtension).utf8)) == .media
    }

    private static func isFilm(_ fileExtension: String) -> Bool {
        ["mp4", "mov", "m4v", "mp", "3gp", "webm", "mkv", "avi"].contains(fileExtension)
    }

    /// What Google Photos adds to the names of what it makes of a photo, in
    /// the languages known.
    private static let edits = [
        "-edited", "-effects", "-smile", "-mix", "-bearbeitet", "-modifié", "-editado",
        "-editada", "-ha editado", "-editat", "-modificato", "-modificata", "-bewerkt",
        "-edytowane", "-redigerad", "-redigert", "-redigeret", "-muokattu", "-upravené",
        "-upraveno", "-szerkesztett", "-düzenlendi", "-изменено", "-отредактировано",
        "-編集済み", "-已修改", "-已编辑", "-已編輯", "-수정됨", "-edit",
    ]
}
