import Glibc
import Photos

/// Makes ThumbHashes of opaque pictures.
///
/// The format is Evan Wallace's (https://evanw.github.io/thumbhash/): the
/// picture's lowest frequencies in brightness and two colour differences.
struct ThumbHashEncoder {
    /// Base vectors of the cosine transform: `waves[c][x]`.
    private let side: Int
    private let waves: [[Float]]

    /// For square pictures of `side` × `side` pixels; at most 100.
    init(side: Int) {
        precondition((1...100).contains(side), "no ThumbHash of \(side) pixels")
        self.side = side
        waves = (0..<7).map { frequency in
            (0..<side).map { position in
                cosf(.pi / Float(side) * Float(frequency) * (Float(position) + 0.5))
            }
        }
    }

    /// - Parameter rgb: rows of 3 bytes a pixel without gaps.
    func hash(of rgb: UnsafeRawBufferPointer) -> ThumbHash {
        precondition(rgb.count == side * side * 3, "pixels do not fill the square")
        var brightness = [Float](repeating: 0, count: side * side)
        var yellowBlue = brightness
        var redGreen = brightness
        for index in 0..<side * side {
            let red = Float(rgb[3 * index]) / 255
            let green = Float(rgb[3 * index + 1]) / 255
            let blue = Float(rgb[3 * index + 2]) / 255
            brightness[index] = (red + green + blue) / 3
            yellowBlue[index] = (red + green) / 2 - blue
            redGreen[index] = red - green
        }
        let l = channel(brightness, count: 7)
        let p = channel(yellowBlue, count: 3)
        let q = channel(redGreen, count: 3)
        var bytes = header(l: l, p: p, q: q)
        var half: UInt8?
        for value in l.waves + p.waves + q.waves {
            let digit = UInt8(rounded(15 * value))
            if let low = half {
                bytes.append(low | digit << 4)
                half = nil
            } else {
                half = digit
            }
        }
        if let half { bytes.append(half) }
        guard let hash = ThumbHash(bytes: bytes) else {
            preconditionFailure("an opaque ThumbHash has \(bytes.count) bytes")
        }
        return hash
    }

    /// Means, scales and shape of the channels, in 5 bytes; bit 23 (alpha)
    /// and bit 39 (landscape) stay clear.
    private func header(l: Channel, p: Channel, q: Channel) -> [UInt8] {
        let colours =
            rounded(63 * l.mean) | rounded(31.5 + 31.5 * p.mean) << 6
            | rounded(31.5 + 31.5 * q.mean) << 12 | rounded(31 * l.scale) << 18
        let scales = 7 | rounded(63 * p.scale) << 3 | rounded(63 * q.scale) << 9
        return [
            UInt8(truncatingIfNeeded: colours), UInt8(truncatingIfNeeded: colours >> 8),
            UInt8(truncatingIfNeeded: colours >> 16), UInt8(truncatingIfNeeded: scales),
            UInt8(truncatingIfNeeded: scales >> 8),
        ]
    }

    private func rounded(_ value: Float) -> Int {
        Int(value.rounded(.toNearestOrAwayFromZero))
    }

    /// One channel's mean, and its other frequencies scaled to 0 … 1.
    private struct Channel {
        var mean: Float = 0
        var waves: [Float] = []
        var scale: Float = 0
    }

    private func channel(_ values: [Float], count: Int) -> Channel {
        var channel = Channel()
        // Rows first: what each row has of each horizontal frequency.
        let rows = (0..<count).map { cx in
            (0..<side).map { y in
                var sum: Float = 0
                for x in 0..<side { sum += values[y * side + x] * waves[cx][x] }
                return sum
            }
        }
        for cy in 0..<count {
            for cx in 0..<count - cy {
                var sum: Float = 0
                for y in 0..<side { sum += rows[cx][y] * waves[cy][y] }
                sum /= Float(side * side)
                if cx == 0 && cy == 0 {
                    channel.mean = sum
                } else {
                    channel.waves.append(sum)
                    channel.scale = max(channel.scale, abs(sum))
                }
            }
        }
        // Below this the scale is written as 0, and its inverse may be no
        // number.
        let isFlat = channel.scale < 1e-5
        channel.waves = channel.waves.map { isFlat ? 0 : 0.5 + 0.5 / channel.scale * $0 }
        return channel
    }
}
