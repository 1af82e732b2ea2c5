public import Photos

/// The blurred picture that a ThumbHash stands for.
///
/// Source: Evan Wallace, "ThumbHash: A very compact representation of an
/// image placeholder"; here for the square cell: of a wide or tall picture
/// the middle is shown.
public struct ThumbHashPicture: Sendable {
    /// Width and height that pictures are decoded to: their finest detail is
    /// a seventh of the side.
    public static let side = 32

    private let luma: Channel
    private let yellowBlue: Channel
    private let redGreen: Channel
    /// Width to height of the whole picture, roughly.
    private let aspectRatio: Double

    /// Nil for an empty hash, and for one whose bytes end before its figures
    /// do.
    /// - Complexity: O(1): at most 25 bytes are read.
    public init?(_ hash: ThumbHash) {
        guard hash.count >= 5 else { return nil }
        let header = (0..<5).reduce(0) { $0 | Int(hash[$1]) << ($1 * 8) }
        let hasAlpha = header >> 23 & 1 == 1
        let isLandscape = header >> 39 & 1 == 1
        let longSide = hasAlpha ? 5 : 7
        let shortSide = max(3, header >> 24 & 7)
        let columns = isLandscape ? longSide : shortSide
        let rows = isLandscape ? shortSide : longSide
        var figures = Figures(hash: hash, start: hasAlpha ? 6 : 5)
        guard
            let luma = Channel(
                mean: Double(header & 63) / 63, scale: Double(header >> 18 & 31) / 31,
                columns: columns, rows: rows, &figures),
            let yellowBlue = Channel(
                mean: Double(header >> 6 & 63) / 31.5 - 1,
                scale: Double(header >> 27 & 63) / 63 * 1.25, columns: 3, rows: 3, &figures),
            let redGreen = Channel(
                mean: Double(header >> 12 & 63) / 31.5 - 1,
                scale: Double(header >> 33 & 63) / 63 * 1.25, columns: 3, rows: 3, &figures)
        else { return nil }
        self.luma = luma
        self.yellowBlue = yellowBlue
        self.redGreen = redGreen
        aspectRatio = Double(columns) / Double(rows)
    }

    /// The picture's middle square, opaque.
    /// - Complexity: O(1): 1,024 pixels, some 15 µs.
    public func pixels() -> SquarePixels {
        let side = Self.side
        let across = CosineTable(points: side, part: min(1, 1 / aspectRatio))
        let down = CosineTable(points: side, part: min(1, aspectRatio))
        var bgra: [UInt8] = []
        bgra.reserveCapacity(side * side * 4)
        for y in 0..<side {
            let lumaRow = luma.row(y, down)
            let yellowBlueRow = yellowBlue.row(y, down)
            let redGreenRow = redGreen.row(y, down)
            for x in 0..<side {
                let colour = PlainColour(
                    luma: lumaRow.value(x, across), yellowBlue: yellowBlueRow.value(x, across),
                    redGreen: redGreenRow.value(x, across))
                bgra.append(colour.blue)
                bgra.append(colour.green)
                bgra.append(colour.red)
                bgra.append(255)
            }
        }
        return SquarePixels(side: side, bgra: bgra)
    }
}

/// The four-bit figures of a hash, one after the other.
private struct Figures {
    let hash: ThumbHash
    let start: Int
    var index = 0

    init(hash: ThumbHash, start: Int) {
        self.hash = hash
        self.start = start
    }

    /// From −1 to 1; nil behind the end.
    mutating func next() -> Double? {
        let byte = start + index / 2
        guard byte < hash.count else { return nil }
        let figure = index % 2 == 0 ? hash[byte] & 15 : hash[byte] >> 4
        index += 1
        return Double(figure) / 7.5 - 1
    }
}

/// One channel as the sum of a few cosine waves.
private struct Channel {
    let mean: Double
    let columns: Int
    let rows: Int
    /// The waves' heights by row, then column; of those that the format
    /// leaves out, 0.
    let waves: [Double]

    init?(mean: Double, scale: Double, columns: Int, rows: Int, _ figures: inout Figures) {
        self.mean = mean
        self.columns = columns
        self.rows = rows
        var waves = [Double](repeating: 0, count: columns * rows)
        for row in 0..<rows {
            var column = row == 0 ? 1 : 0
            while column * rows < columns * (rows - row) {
                guard let figure = figures.next() else { return nil }
                waves[row * columns + column] = figure * scale
                column += 1
            }
        }
        self.waves = waves
    }

    /// The channel along one line: what is left to sum up across it.
    func row(_ y: Int, _ down: CosineTable) -> ChannelRow {
        var sums = [Double](repeating: 0, count: columns)
        for row in 0..<rows {
            // A wave that runs both ways counts twice, and so does one that
            // runs down only: the format has it so.
            let height = down[y, row] * 2
            for column in 0..<columns {
                sums[column] += waves[row * columns + column] * height
            }
        }
        return ChannelRow(mean: mean, sums: sums)
    }
}

private struct ChannelRow {
    let mean: Double
    let sums: [Double]

    func value(_ x: Int, _ across: CosineTable) -> Double {
        var value = mean
        for column in sums.indices {
            value += sums[column] * across[x, column]
        }
        return value
    }
}

/// cos(π × wave × place) for evenly spread places of the middle part of
/// [0, 1] and waves 0 to 6. The standard library has no cosine.
private struct CosineTable {
    private static let waves = 7
    private let values: [Double]

    init(points: Int, part: Double) {
        var values: [Double] = []
        values.reserveCapacity(points * Self.waves)
        for point in 0..<points {
            let place = 0.5 + ((Double(point) + 0.5) / Double(points) - 0.5) * part
            let first = Self.cosine(ofHalfTurns: place)
            // cos((k + 1)t) = 2 cos(t) cos(kt) − cos((k − 1)t)
            var (former, latter) = (1.0, first)
            for _ in 0..<Self.waves {
                values.append(former)
                (former, latter) = (latter, 2 * first * latter - former)
            }
        }
        self.values = values
    }

    subscript(point: Int, wave: Int) -> Double {
        values[point * Self.waves + wave]
    }

    /// The cosine of 0 to 1 times π, to twelve digits.
    private static func cosine(ofHalfTurns turns: Double) -> Double {
        if turns > 0.5 { return -cosine(ofHalfTurns: 1 - turns) }
        let square = (turns * .pi) * (turns * .pi)
        var sum = 1.0
        var term = 1.0
        for step in 1...9 {
            term *= -square / Double((2 * step - 1) * (2 * step))
            sum += term
        }
        return sum
    }
}
