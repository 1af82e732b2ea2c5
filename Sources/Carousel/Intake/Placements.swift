import Photos
import Store

/// What a step of the intake has decided.
struct Placements: Sendable {
    enum Place: Sendable {
        /// The file made a photo, or gave its photo new content.
        case shown
        /// Its content has a photo already: a further path of that.
        case attached
    }

    var places: [FileID: Place] = [:]
    /// Kinds of the files that were taken in just now.
    var kinds: [FileID: PhotoKind] = [:]
    /// Files that hold up themselves or others at the size gate and that
    /// nobody has looked at.
    var lookSoon: [FileToRead] = []
    /// The same, where a look was not enough: most often two copies of one
    /// photo. By the rules of the gate they are hashed ahead of all others.
    var hashSoon: [FileToRead] = []
    /// Files that were touched and hold the bytes they held.
    var touched = 0

    mutating func merge(_ other: Placements) {
        places.merge(other.places) { $1 }
        kinds.merge(other.kinds) { $1 }
        hashSoon += other.hashSoon
        touched += other.touched
    }
}
