import FoundationEssentials
public import Photos

/// Google Takeout's JSON about a photo.
public enum TakeoutSidecar {
    /// The most bytes of a file that is read; Google's have about one
    /// thousand.
    public static let capacity = 1 << 20

    /// What the JSON says of a photo; nil when it is no JSON, too large, or
    /// about something else (an album, another program's).
    ///
    /// Its time is UTC. A place of 0°, 0° means none; the one that the user
    /// may have set goes before the camera's. Total over any bytes.
    public static func metadata(of bytes: [UInt8]) -> SidecarMetadata? {
        guard bytes.count <= capacity else { return nil }
        // What cannot be decoded is no Takeout's, whatever the reason.
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
            document.isAboutAPhoto
        else { return nil }
        var metadata = SidecarMetadata()
        if let seconds = document.photoTakenTime?.timestamp?.seconds, seconds != 0 {
            metadata.taken = CaptureTime(milliseconds: seconds * 1000)
            metadata.zone = .utc
        }
        metadata.location = document.geoData?.place ?? document.geoDataExif?.place
        return metadata
    }

    /// The same of a file, which may be of any size.
    public static func metadata(at path: FilePath) throws(MediaError) -> SidecarMetadata? {
        let file = try OpenFile(path)
        guard file.stamp.size <= capacity else { return nil }
        return metadata(of: try file.readUpTo(Int(file.stamp.size)))
    }

    private struct Document: Decodable {
        var photoTakenTime: Moment?
        var geoData: Place?
        var geoDataExif: Place?

        /// An album's has no `photoTakenTime`.
        var isAboutAPhoto: Bool { photoTakenTime?.timestamp != nil }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            // Each on its own: one odd member does not cost the others.
            photoTakenTime = try? members.decode(Moment.self, forKey: .photoTakenTime)
            geoData = try? members.decode(Place.self, forKey: .geoData)
            geoDataExif = try? members.decode(Place.self, forKey: .geoDataExif)
        }

        private enum Key: String, CodingKey {
            case photoTakenTime, geoData, geoDataExif
        }
    }

    private struct Moment: Decodable {
        var timestamp: Seconds?
    }

    /// Whole seconds since 1970, written as a text or as a number.
    private struct Seconds: Decodable {
        var seconds: Int64

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            let number = try? value.decode(Int64.self)
            let text = try? value.decode(String.self)
            guard let seconds = number ?? text.flatMap({ Int64($0) }),
                (-1 << 40...1 << 40).contains(seconds)
            else {
                throw DecodingError.dataCorruptedError(
                    in: value, debugDescription: "no time that a photo can have")
            }
            self.seconds = seconds
        }
    }

    private struct Place: Decodable {
        var latitude: Double
        var longitude: Double

        var place: Coordinate? {
            latitude == 0 && longitude == 0
                ? nil : Coordinate(latitude: latitude, longitude: longitude)
        }
    }
}
