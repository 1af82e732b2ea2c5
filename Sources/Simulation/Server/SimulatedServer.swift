import Photos
import Sync

/// A server under simulation: answers requests that have arrived, by the rules
/// of the file plane and the photo plane. The network, with all its faults,
/// is not its business.
protocol SimulatedServer: Sendable {
    /// Answers a request. A long poll is answered at once; the world parks it
    /// while there is nothing to tell.
    /// - Parameter milliseconds: of the server's clock.
    mutating func answer(
        _ request: Request, from device: Int, at milliseconds: Int64
    ) -> Answer
    /// What another program does to the account.
    mutating func meddle(_ act: Meddling)
    /// Its memory is gone back to the last backup: a new epoch.
    mutating func restoreFromBackup()
    mutating func backUp()
    /// From now on cursors given out before are refused.
    mutating func expireCursors()

    var epoch: UInt64 { get }
    var sequence: Int64 { get }
    var livePhotos: [ServerPhoto] { get }
    /// Whether the photo has been there, with its content, since before a
    /// sequence.
    func isLive(_ id: ServerPhotoID, since sequence: Int64) -> Bool
    /// Whether a photo has had the content since before a sequence.
    func holds(_ hash: ContentHash, since sequence: Int64) -> Bool
    func isDeleted(_ hash: ContentHash) -> Bool
    /// That the server contradicts itself; nil while it does not.
    var wrong: String? { get }
    /// Shares carried out, in order, however often under one name.
    var shares: [CarriedOutShare] { get }
}

struct CarriedOutShare: Hashable, Sendable {
    var id: OperationID
    var photos: [Share.SharedPhoto]
}

/// What other programs do to the account.
enum Meddling: Hashable, Sendable {
    /// A move: a deletion and a file with the same id.
    case move(ServerPhotoID)
    case copy(ServerPhotoID)
    case edit(ServerPhotoID, to: Int)
    case delete(ServerPhotoID)
}
