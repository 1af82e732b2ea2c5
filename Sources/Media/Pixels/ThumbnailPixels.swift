internal import CTurboJPEG
public import Photos

/// Decodes our own thumbnails into pixels of a cell's exact size, with a
/// handle and buffers it keeps. One for each thread.
///
/// Pixels are BGRA, 8 bits each, opaque (so premultiplied as well), rows from
/// the top without gaps.
public final class ThumbnailPixels {
    /// The largest side that is made.
    public static let maximumSide = 4096

    private let handle: tjhandle
    /// The thumbnail as decoded, before it is resized.
    private var decoded: [UInt32] = []
    /// Few: a window has one size of cell at a time.
    private var resamplings: [PixelResampling] = []

    public init() {
        guard let handle = tjInitDecompress() else { fatalError("out of memory") }
        self.handle = handle
    }

    deinit {
        tjDestroy(handle)
    }

    /// The most bytes a thumbnail may have: no JPEG of that many pixels has
    /// use for more.
    public static func maximumBytes(_ size: ThumbnailSize) -> Int {
        size.pixels * size.pixels * 4
    }

    /// Decodes a thumbnail to `side` × `side` pixels.
    ///
    /// What is not a baseline JPEG of exactly the size's dimensions within
    /// its bound of bytes is refused before it is decoded.
    /// - Precondition: `side` is from 1 to `maximumSide`.
    public func pixels(
        of jpeg: [UInt8], _ size: ThumbnailSize, side: Int
    ) throws(MediaError) -> [UInt8] {
        let count = side * side * 4
        var failure: MediaError?
        let pixels = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            do throws(MediaError) {
                let raw = UnsafeMutableRawBufferPointer(target)
                let result = jpeg.withUnsafeBytes { jpeg in
                    Result { () throws(MediaError) in
                        try decode(jpeg, size, side: side, into: raw)
                    }
                }
                try result.get()
                filled = count
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return pixels
    }

    /// Likewise, into memory of the caller's: the first `side` × `side` × 4
    /// bytes of `target` are written; after an error their values are any.
    /// - Precondition: `target` has that many bytes and is aligned to 4.
    public func decode(
        _ jpeg: UnsafeRawBufferPointer, _ size: ThumbnailSize, side: Int,
        into target: UnsafeMutableRawBufferPointer
    ) throws(MediaError) {
        precondition((1...Self.maximumSide).contains(side), "a side of \(side) pixels")
        precondition(target.count >= side * side * 4, "the target is too small")
        try check(jpeg, size)
        let scaled = Self.decodedSide(of: size, for: side)
        let pixels = UnsafeMutableBufferPointer(
            start: target.baseAddress?.assumingMemoryBound(to: UInt32.self), count: side * side)
        if scaled == side {
            return try decompress(jpeg, side: side, into: pixels)
        }
        if decoded.count < scaled * scaled {
            decoded = [UInt32](repeating: 0, count: scaled * scaled)
        }
        let result = decoded.withUnsafeMutableBufferPointer { decoded in
            Result { () throws(MediaError) in try decompress(jpeg, side: scaled, into: decoded) }
        }
        try result.get()
        let index = resampling(from: scaled, to: side)
        decoded.withUnsafeBufferPointer { resamplings[index].resize($0, into: pixels) }
    }

    private func check(
        _ jpeg: UnsafeRawBufferPointer, _ size: ThumbnailSize
    ) throws(MediaError) {
        guard jpeg.count <= Self.maximumBytes(size) else {
            throw .badThumbnail(.tooManyBytes(jpeg.count))
        }
        guard let head = JPEGHead(jpeg) else { throw .badThumbnail(.notAJPEG) }
        guard head.isBaseline else { throw .badThumbnail(.notBaseline) }
        guard head.size == PixelSize(width: size.pixels, height: size.pixels) else {
            throw .badThumbnail(.wrongSize(head.size))
        }
    }

    private func decompress(
        _ jpeg: UnsafeRawBufferPointer, side: Int, into pixels: UnsafeMutableBufferPointer<UInt32>
    ) throws(MediaError) {
        let status = pixels.withMemoryRebound(to: UInt8.self) { bytes in
            tjDecompress2(
                handle, jpeg.baseAddress?.assumingMemoryBound(to: UInt8.self),
                UInt(jpeg.count), bytes.baseAddress, Int32(side), Int32(side) * 4, Int32(side),
                Int32(TJPF_BGRA.rawValue), TJFLAG_FASTUPSAMPLE | TJFLAG_STOPONWARNING)
        }
        guard status == 0 else {
            throw .badThumbnail(.undecodable(String(cString: tjGetErrorStr2(handle))))
        }
    }

    private func resampling(from source: Int, to target: Int) -> Int {
        let known = resamplings.firstIndex { $0.source == source && $0.target == target }
        if let known { return known }
        if resamplings.count >= 4 { resamplings.removeFirst() }
        resamplings.append(PixelResampling(from: source, to: target))
        return resamplings.count - 1
    }

    /// The side to decode to: no smaller than what is wanted, and a half, a
    /// quarter or an eighth of the thumbnail's own where that is a whole
    /// number. (libturbojpeg knows more scales; those are slower than the
    /// whole picture, or leave a part of a pixel over and so move it.)
    private static func decodedSide(of size: ThumbnailSize, for side: Int) -> Int {
        let full = size.pixels
        return [8, 4, 2].lazy.filter { full % $0 == 0 }.map { full / $0 }.first { $0 >= side }
            ?? full
    }
}
