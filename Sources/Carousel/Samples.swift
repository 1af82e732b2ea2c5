import Media
import Photos

/// Folders of made-up photos, for trials, tests and benchmarks.
public enum Samples {
    /// What was made.
    public struct Report: Hashable, Sendable {
        public var pictures: Int
        public var videos: Int
        /// Second files of the same bytes under another name.
        public var copies: Int
        /// Files that are no pictures, whatever their names say.
        public var broken: Int
        /// There already and left alone.
        public var leftAlone: Int
        /// Left out for want of `ffmpeg`.
        public var missingVideos: Int
    }

    /// Fills a folder, which is made when missing. The same number and seed
    /// give the same files; nothing is overwritten.
    ///
    /// - Parameter progress: told how many files of how many are made.
    public static func make(
        in folder: FilePath, photos: Int, seed: UInt64,
        progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws(LibraryError) -> Report {
        // What we ask for ourselves ends; on a busy machine it only takes longer
        // than a file from elsewhere may.
        var limits = DecoderPool.Limits()
        limits.jobTime = .seconds(600)
        let decoders = DecoderPool(
            executable: DecoderPool.standardExecutable, workers: processorCount(), limits: limits)
        let outcome = await made(in: folder, SampleFolder(photos: photos, seed: seed), decoders) {
            progress($0.made, $0.total)
        }
        await decoders.shutDown()
        let report = try outcome.get()
        return Report(
            pictures: report.pictures, videos: report.videos, copies: report.copies,
            broken: report.broken, leftAlone: report.leftAlone,
            missingVideos: report.missingVideos)
    }

    private static func made(
        in folder: FilePath, _ sample: SampleFolder, _ decoders: DecoderPool,
        _ progress: @escaping @Sendable (SampleFolder.Progress) -> Void
    ) async -> Result<SampleFolder.Report, LibraryError> {
        do throws(MediaError) {
            return .success(try await sample.write(to: folder, by: decoders, progress: progress))
        } catch .cancelled {
            return .failure(.cancelled)
        } catch {
            return .failure(.sample(cause: error.description))
        }
    }
}
