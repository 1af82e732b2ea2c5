import Carousel
import Foundation
import Media
import Photos
import TestSupport
import Timeline

/// A library and a folder of made-up photos of one test's own.
struct LibraryFixture {
    let folder: TemporaryFolder
    var photos: FilePath { folder.filePath.appending("photos") }
    var directory: LibraryDirectory { LibraryDirectory(folder.filePath.appending("library")) }

    /// - Parameter count: made-up photos; videos, copies and broken files
    ///   come on top from ten on.
    init(photos count: Int, seed: UInt64 = 1, _ name: String = #function) async throws {
        folder = try TemporaryFolder(name)
        try FileManager.default.createDirectory(
            atPath: folder.path + "/photos", withIntermediateDirectories: true)
        if count > 0 { _ = try await Samples.make(in: photos, photos: count, seed: seed) }
    }

    /// The trash of these tests alone.
    var trash: Trash { Trash(home: folder.filePath.appending("trash"), usesMounts: false) }

    func open(
        as role: PhotoLibrary.Role = .owner, showing shown: PhotoFilter = .visible,
        trash: Trash? = nil
    ) async throws -> PhotoLibrary {
        let library = try await PhotoLibrary.open(
            directory, as: role, showing: shown, trash: trash ?? self.trash, workers: 2)
        try await library.loaded()
        return library
    }

    /// Where a photo of the folder lies, by its name below it.
    func path(_ name: String) -> String { folder.path + "/photos/" + name }

    /// Copies a file within the folder, byte by byte.
    func copy(_ name: String, to other: String) throws {
        try FileManager.default.copyItem(atPath: path(name), toPath: path(other))
    }

    func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: path(name), toPath: path(other))
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }

    /// Copies of one made-up JPEG, told apart by bytes behind its end, which
    /// no reader of JPEGs looks at.
    func writeJPEG(_ name: String, variant: UInt8) async throws {
        try await writeJPEG(name, bytes: [variant])
    }

    func writeJPEG(_ name: String, bytes: [UInt8]) async throws {
        try folder.write(try await Self.jpeg.value + bytes, to: "photos/" + name)
    }

    /// The same JPEG without its metadata and with others.
    func writeJPEG(_ name: String, _ exif: MadeTIFF?, variant: UInt8 = 0) async throws {
        let plain = JPEGSegments.withoutMetadata(try await Self.jpeg.value)
        let jpeg = exif.map { JPEGSegments.adding($0, to: plain) } ?? plain
        try folder.write(jpeg + [variant], to: "photos/" + name)
    }

    /// A film whose one frame is the same JPEG.
    func writeFilm(
        _ name: String, created: Int? = nil, milliseconds: Int = 2000, identifier: String? = nil
    ) async throws {
        let frame = JPEGSegments.withoutMetadata(try await Self.jpeg.value)
        var film = MadeFilm(frame: frame, width: 320, height: 240)
        film.created = created
        film.milliseconds = milliseconds
        if let identifier {
            film.keys = [("com.apple.quicktime.content.identifier", identifier)]
        }
        try folder.write(film.bytes, to: "photos/" + name)
    }

    /// Writes any bytes into the folder of photos.
    func write(_ name: String, _ text: String) throws {
        try folder.write(Array(text.utf8), to: "photos/" + name)
    }

    /// Opens the library, scans the folder and looks at the timeline.
    func scanned(thumbnails: Bool = true) async throws -> [PhotoDetails] {
        let library = try await open()
        _ = try await library.scan([photos], ScanOptions(thumbnails: thumbnails))
        let details = try library.allDetails()
        await library.close()
        return details
    }

    /// Made once for all tests.
    private static let jpeg = Task { try await makeJPEG() }

    private static func makeJPEG() async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        _ = try await Samples.make(in: folder.filePath, photos: 6, seed: 3)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        let jpegs = names.filter { $0.lowercased().hasSuffix(".jpg") }
        return try jpegs.map {
            try Array(Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + $0)))
        }
        .max { $0.count < $1.count } ?? []
    }
}

extension PhotoLibrary {
    /// Every photo of the timeline with its files, in order.
    func allDetails() throws -> [PhotoDetails] {
        let snapshot = snapshot
        return try details(in: 0..<snapshot.photoCount, of: snapshot)
    }

    /// The LUID of the photo that has a file of this name.
    func luid(ofFile name: String) throws -> LUID? {
        try allDetails().first { photo in
            photo.paths.contains { $0.display.hasSuffix("/" + name) }
        }?.luid
    }
}
