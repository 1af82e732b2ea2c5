import Photos

/// A point of the UTC scale in whole seconds, as every date of the wire is.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z; leap seconds are not counted.
    public let seconds: Int64

    public init(seconds: Int64) {
        self.seconds = seconds
    }

    /// The time that `YYYY-MM-DDTHH:MM:SSZ` says; nil for any other form and
    /// for days or times that do not exist.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        let pattern = Array("dddd-dd-ddTdd:dd:ddZ".utf8)
        guard bytes.count == pattern.count else { return nil }
        for (byte, wanted) in zip(bytes, pattern) {
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            guard wanted == UInt8(ascii: "d") ? isDigit : byte == wanted else { return nil }
        }
        func number(_ range: Range<Int>) -> Int {
            bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
        guard
            let date = CalendarDate(
                year: number(0..<4), month: number(5..<7), day: number(8..<10)),
            number(11..<13) < 24, number(14..<16) < 60, number(17..<19) < 60
        else { return nil }
        seconds =
            Int64(date.daysSince1970) * 86_400
            + Int64(number(11..<13) * 3600 + number(14..<16) * 60 + number(17..<19))
    }

    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.seconds < b.seconds }

    /// This time moved by a number of seconds.
    public func advanced(bySeconds distance: Int64) -> Timestamp {
        Timestamp(seconds: seconds.addingReportingOverflow(distance).partialValue)
    }

    /// The first and the last second that four digits of a year can say.
    public static let range =
        Timestamp(seconds: -62_167_219_200)...Timestamp(seconds: 253_402_300_799)
}

extension Timestamp: CustomStringConvertible {
    public var description: String { String(decoding: spelling, as: UTF8.self) }

    /// The twenty bytes on the wire; times out of `range` are held at its ends.
    private var spelling: [UInt8] {
        let held = min(max(self, Self.range.lowerBound), Self.range.upperBound).seconds
        let day = held >= 0 ? held / 86_400 : (held - 86_399) / 86_400
        let second = Int(held - day * 86_400)
        let date = CalendarDate(daysSince1970: Int(day))
        var bytes = Array("0000-00-00T00:00:00Z".utf8)
        func put(_ number: Int, _ position: Int, _ width: Int) {
            var rest = number
            for index in stride(from: position + width - 1, through: position, by: -1) {
                bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
        }
        put(date.year, 0, 4)
        put(date.month, 5, 2)
        put(date.day, 8, 2)
        put(second / 3600, 11, 2)
        put(second / 60 % 60, 14, 2)
        put(second % 60, 17, 2)
        return bytes
    }
}

extension Timestamp: WireEncodable, WireDecodable {
    public init(json: JSONValue, at place: WirePlace) throws(WireError) {
        let text = try String(json: json, at: place)
        guard let time = Timestamp(text) else {
            throw WireError(
                place: place,
                reason: .invalid(
                    "time data '\(text.prefix(100))' does not match format '%Y-%m-%dT%H:%M:%SZ'"))
        }
        self = time
    }

    public func write(to writer: inout JSONWriter) { writer.plainString(spelling) }
}
