import DropboxAPI
import Photos

/// A link to photos, as it is kept.
public struct StoredPhotoLink: Hashable, Sendable {
    /// The unguessable part of its address.
    public var id: String
    public var title: String?
    /// As `crypto_pwhash_str` gives it.
    public var passwordHash: String?
    public var expires: Timestamp?
    public var allowsDownload: Bool
    public var created: Timestamp
    /// What it shows, in its order.
    public var photos: [ContentHash]

    public init(
        id: String, title: String?, passwordHash: String?, expires: Timestamp?,
        allowsDownload: Bool, created: Timestamp, photos: [ContentHash]
    ) {
        self.id = id
        self.title = title
        self.passwordHash = passwordHash
        self.expires = expires
        self.allowsDownload = allowsDownload
        self.created = created
        self.photos = photos
    }

    /// Whether the link is over by then.
    func isExpired(at now: Timestamp) -> Bool { expires.map { $0 <= now } ?? false }

    /// The link as the wire shows it.
    func photoLink(at base: String) -> PhotoLink {
        PhotoLink(
            url: base + "/p/" + id, title: title, count: photos.count, created: created,
            expires: expires, requiresPassword: passwordHash != nil,
            allowsDownload: allowsDownload)
    }
}
