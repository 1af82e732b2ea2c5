import DecoderProtocol
import Glibc
public import Photos

/// A believable folder of photos, made from nothing but a number and a seed:
/// the same two give the same folder (with the same image libraries).
///
/// It holds pictures in bursts and events over ten years, most of them JPEGs,
/// with the dates, offsets, places, orientations and names of several cameras
/// and phones; some without a date, one in two hundred cut short; and on top
/// of these, from ten pictures on, some videos, exact copies, and files that
/// only have the name of a picture.
public struct SampleFolder: Sendable {
    /// What came out.
    public struct Report: Hashable, Sendable {
        /// Pictures, those that are cut short among them.
        public var pictures = 0
        public var videos = 0
        /// Second files of the same bytes under another name.
        public var copies = 0
        /// Files that are no pictures, whatever their names say.
        public var broken = 0
        /// There already and left alone.
        public var leftAlone = 0
        /// Films that were left out, as there is no `ffmpeg` that makes them.
        public var missingVideos = 0

        public init() {}
    }

    /// How far the making is.
    public struct Progress: Hashable, Sendable {
        public var made: Int
        public var total: Int
    }

    public let photos: Int
    public let seed: UInt64

    /// - Parameter photos: pictures to make; at least 0.
    public init(photos: Int, seed: UInt64) {
        precondition(photos >= 0, "a number of photos")
        self.photos = photos
        self.seed = seed
    }

    /// Makes the folder's files below `folder`, which is made when missing.
    /// Never writes over a file. Ends early when the task is cancelled; files
    /// written by then stay and are whole, and the next call goes on.
    ///
    /// Videos need `ffmpeg` in the search path. Formats that the machine's
    /// libraries cannot write become JPEGs.
    ///
    /// - Parameter progress: called after each file, one call at a time.
    public func write(
        to folder: FilePath, by decoders: DecoderPool,
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws(MediaError) -> Report {
        let searchPath = getenv("PATH").map { String(cString: $0) }
        return try await write(
            to: folder, films: FilmMaker(searchPath: searchPath), progress: progress
        ) { picture throws(DecoderError) in
            try await decoders.samplePicture(picture)
        }
    }

    func write(
        to folder: FilePath, films: FilmMaker?, progress: (Progress) -> Void,
        draw: @escaping SampleWriter.Draw
    ) async throws(MediaError) -> Report {
        var formats: Set<SamplePicture.Format> = [.jpeg, .png, .webp]
        for format in [SamplePicture.Format.heic, .avif]
        where try await Self.canDraw(format, draw) {
            formats.insert(format)
        }
        let plan = SamplePlan(photos: photos, seed: seed, formats: formats)
        let writer = SampleWriter(folder: folder, files: plan.files, films: films, draw: draw)
        return try await writer.run(progress: progress)
    }

    private static func canDraw(
        _ format: SamplePicture.Format, _ draw: SampleWriter.Draw
    ) async throws(MediaError) -> Bool {
        let trial = SamplePicture(format: format, size: PixelSize(width: 64, height: 64), seed: 0)
        do throws(DecoderError) {
            _ = try await draw(trial)
            return true
        } catch {
            if error.reason != nil { return false }
            throw error == .cancelled ? .cancelled : .decoder(error)
        }
    }
}
