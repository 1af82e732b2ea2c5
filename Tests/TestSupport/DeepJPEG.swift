/// A JPEG of twelve bits a sample (ITU-T T.81, extended sequential), as
/// scanners and medical devices write it and few programs read it: even
/// blocks of 8 × 8 pixels, so that their values are exact.
public struct DeepJPEG {
    public let bytes: [UInt8]

    /// - Parameters:
    ///   - columns: blocks from left to right; all rows are equal.
    ///   - rows: of blocks.
    ///   - components: 1 for grey, 3 for YCbCr.
    ///   - value: of a component in a column, 0 to 4095.
    public init(
        columns: Int, rows: Int, components: Int, value: (_ component: Int, _ column: Int) -> Int
    ) {
        var bytes: [UInt8] = [0xFF, 0xD8]
        func segment(_ marker: UInt8, _ content: [UInt8]) {
            bytes += [0xFF, marker] + Self.number(content.count + 2) + content
        }
        // Every coefficient is divided by eight: the first then is the mean.
        segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
        segment(
            0xC1,
            [12] + Self.number(rows * 8) + Self.number(columns * 8) + [UInt8(components)]
                + (1...components).flatMap { [UInt8($0), 0x11, 0] })
        // Sizes of differences: sixteen codes of five bits.
        segment(0xC4, [0x00] + Self.lengths(five: 16) + (0..<16).map { UInt8($0) })
        // What follows in a block: nothing, by a code of one bit.
        segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
        segment(
            0xDA,
            [UInt8(components)] + (1...components).flatMap { [UInt8($0), 0] } + [0, 63, 0])
        var scan = Bits()
        var last = [Int](repeating: 2048, count: components)
        for _ in 0..<rows {
            for column in 0..<columns {
                for component in 0..<components {
                    let now = value(component, column)
                    scan.appendDifference(now - last[component])
                    scan.append(0, count: 1)
                    last[component] = now
                }
            }
        }
        self.bytes = bytes + scan.finished() + [0xFF, 0xD9]
    }

    private static func number(_ value: Int) -> [UInt8] {
        [UInt8(value >> 8), UInt8(value & 255)]
    }

    /// How many codes have one, two … sixteen bits.
    private static func lengths(five: UInt8) -> [UInt8] {
        [0, 0, 0, 0, five] + [UInt8](repeating: 0, count: 11)
    }

    private struct Bits {
        private var bytes: [UInt8] = []
        private var pending = 0
        private var count = 0

        mutating func append(_ value: Int, count more: Int) {
            for bit in (0..<more).reversed() {
                pending = pending << 1 | (value >> bit & 1)
                count += 1
                if count == 8 { flush() }
            }
        }

        mutating func appendDifference(_ difference: Int) {
            let size = Int.bitWidth - difference.magnitude.leadingZeroBitCount
            append(size, count: 5)
            append(difference < 0 ? difference + (1 << size) - 1 : difference, count: size)
        }

        mutating func finished() -> [UInt8] {
            while count > 0 { append(1, count: 1) }
            return bytes
        }

        private mutating func flush() {
            bytes.append(UInt8(pending))
            // A marker's first byte is told from data by the zero behind it.
            if pending == 0xFF { bytes.append(0) }
            (pending, count) = (0, 0)
        }
    }
}
