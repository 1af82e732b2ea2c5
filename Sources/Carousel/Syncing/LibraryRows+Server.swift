import Photos
import Store
import Sync

/// The server's part of `SyncRows`, and the queue.
extension LibraryRows {
    package func serverRow(_ id: ServerPhotoID) -> ServerRow? {
        look(nil) { rows throws(StoreError) in try rows.serverRow(id) }
    }

    package func serverRows(of luid: LUID) -> [ServerRow] {
        look([]) { rows throws(StoreError) in try rows.serverRows(of: luid) }
    }

    package func serverRows(holding hash: ContentHash) -> [ServerRow] {
        read([]) { rows throws(StoreError) in try rows.serverRows(holding: hash) }
    }

    package func unsettledServerRows() -> [ServerRow] {
        read([]) { rows throws(StoreError) in try rows.unsettledServerRows() }
    }

    package func leavingServerRows() -> [ServerRow] {
        read([]) { rows throws(StoreError) in try rows.leavingServerRows() }
    }

    package func toldServerRows() -> [ServerRow] {
        read([]) { rows throws(StoreError) in try rows.toldServerRows() }
    }

    package func serverRows(notSeenBy listing: Int64) -> [ServerRow] {
        read([]) { rows throws(StoreError) in try rows.serverRows(notSeenBy: listing) }
    }

    package mutating func save(_ row: ServerRow) {
        let path = context.paths[row.photo.id]
        write { rows throws(StoreError) in try rows.save(row, path: path) }
    }

    package mutating func removeServerRow(_ id: ServerPhotoID) {
        write { rows throws(StoreError) in try rows.removeServerRow(id) }
    }

    package func feedPosition() -> FeedPosition {
        read(.start) { rows throws(StoreError) in try rows.feedPosition() }
    }

    package mutating func save(_ position: FeedPosition) {
        write { rows throws(StoreError) in try rows.save(position) }
    }

    package func tombstone(of hash: ContentHash) -> Tombstone? {
        look(nil) { rows throws(StoreError) in try rows.tombstone(of: hash) }
    }

    package mutating func save(_ tombstone: Tombstone) {
        let now = context.nowMilliseconds
        write { rows throws(StoreError) in try rows.save(tombstone, madeMilliseconds: now) }
    }

    package mutating func removeTombstone(of hash: ContentHash) {
        write { rows throws(StoreError) in try rows.removeTombstone(of: hash) }
    }

    package mutating func quarantine(_ entry: String) {
        write { rows throws(StoreError) in try rows.quarantine(entry) }
    }

    // MARK: Operations

    package func unfinishedParts() -> [Part] {
        read([]) { rows throws(StoreError) in try rows.unfinishedParts() }
    }

    package func parts(of operation: OperationNumber) -> [Part] {
        read([]) { rows throws(StoreError) in try rows.parts(of: operation) }
    }

    package mutating func makeNumber() -> Int64 {
        var number: Int64 = 0
        write { rows throws(StoreError) in number = try rows.makeNumber() }
        return number
    }

    package mutating func save(_ part: Part) {
        let (act, now) = (context.act, context.nowMilliseconds)
        write { rows throws(StoreError) in
            try rows.save(part, act: act, madeMilliseconds: now)
        }
    }

    package mutating func finish(_ part: Part, _ outcome: Outcome) {
        write { rows throws(StoreError) in try rows.finish(part, outcome) }
    }

    package func lastNumber(setting flag: Flag, of luid: LUID) -> Int64? {
        read(nil) { rows throws(StoreError) in try rows.lastNumber(setting: flag, of: luid) }
    }

    package func holdsBack(_ share: OperationID) -> Bool {
        read(false) { rows throws(StoreError) in try rows.waitsInConversation(share) }
    }

    package func isRefused(_ hash: ContentHash) -> Bool {
        read(false) { rows throws(StoreError) in try rows.isRefused(hash) }
    }

    package mutating func markRefused(_ hash: ContentHash) {
        write { rows throws(StoreError) in try rows.markRefused(hash) }
    }
}
