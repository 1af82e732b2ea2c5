import Photos

/// The dates that a video's container carries.
enum ContainerDate {
    /// A container's creation time: UTC when it says so by a `Z`, else the
    /// clock that it names, or the recorder's own (AVI).
    ///
    /// The zeros of the two epochs in use, 1904 and 1970, are no dates: they
    /// are what a recorder writes that does not know.
    static func creationReading(of text: ArraySlice<UInt8>) -> DateReading? {
        guard var reading = WrittenDate.reading(of: text) else { return nil }
        if epochs.contains(reading.time) { return nil }
        let last = text.withoutPadding.last
        if last == UInt8(ascii: "Z") || last == UInt8(ascii: "z") { reading.clock = .utc }
        return reading
    }

    private static let epochs = [1904, 1970].compactMap { CaptureTime($0, 1, 1, TimeOfDay()) }
}
