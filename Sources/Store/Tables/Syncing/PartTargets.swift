import Photos
internal import SQLite

/// The lists that a part is sent with, as `photo_operation_targets` has them.
struct PartTargets: Equatable {
    var ids: [ServerPhotoID] = []
    var hashes: [ContentHash] = []
    var superseded: [ContentHash] = []
    var cancels: [OperationID] = []
    var leftOut: [LUID] = []
    var sent: [Share.SharedPhoto] = []
    /// Of a share: all other parts have one, in a column.
    var luids: [LUID] = []
    /// While rows are read: shared photos of which the content is to follow.
    private var pendingIDs: [ServerPhotoID] = []

    init() {}

    static func == (a: PartTargets, b: PartTargets) -> Bool {
        a.ids == b.ids && a.hashes == b.hashes && a.superseded == b.superseded
            && a.cancels == b.cancels && a.leftOut == b.leftOut && a.sent == b.sent
            && a.luids == b.luids
    }

    init(_ part: Part) {
        switch part.work {
        case .upload: break
        case .flag(let change): ids = change.ids
        case .delete(let deletion):
            ids = deletion.ids
            hashes = deletion.hashes
            superseded = deletion.superseded
            cancels = deletion.cancels
        case .restore(let restoration):
            ids = restoration.ids
            hashes = restoration.hashes
        case .share(let share):
            leftOut = share.leftOut
            sent = share.sent
            luids = part.luids
        }
    }
}

extension ReadTransaction {
    /// The targets of all unfinished parts.
    func allTargets() throws(StoreError) -> [Int64: PartTargets] {
        var targets: [Int64: PartTargets] = [:]
        try run(
            """
            SELECT t.part, t.kind, t.value FROM photo_operation_parts p
            JOIN photo_operation_targets t ON t.part = p.id
            WHERE p.state < 3 ORDER BY t.part, t.kind, t.position
            """
        ) { statement throws(SQLiteError) in
            while try statement.step() {
                targets[statement.int64(0), default: PartTargets()].add(statement, from: 1)
            }
        }
        return targets
    }

    func targets(of part: Int64) throws(StoreError) -> PartTargets {
        try run(
            """
            SELECT kind, value FROM photo_operation_targets WHERE part = ?
            ORDER BY kind, position
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, part)
            var targets = PartTargets()
            while try statement.step() { targets.add(statement, from: 0) }
            return targets
        }
    }
}

extension WriteTransaction {
    func setTargets(
        _ targets: PartTargets, of part: Int64, isNew: Bool
    ) throws(StoreError) {
        if !isNew {
            guard try reading.targets(of: part) != targets else { return }
            try run("DELETE FROM photo_operation_targets WHERE part = ?") {
                statement throws(SQLiteError) in
                try statement.bind(1, part)
            }
        }
        for (kind, values) in targets.rows.enumerated() {
            for (position, value) in values.enumerated() {
                try run("INSERT INTO photo_operation_targets VALUES (?, ?, ?, ?)") {
                    statement throws(SQLiteError) in
                    try statement.bind(1, part)
                    try statement.bind(2, Int64(kind))
                    try statement.bind(3, Int64(position))
                    switch value {
                    case .text(let text): try statement.bind(4, text)
                    case .blob(let bytes): try statement.bind(4, bytes)
                    case .number(let number): try statement.bind(4, number)
                    }
                }
            }
        }
    }
}

extension PartTargets {
    fileprivate enum Value {
        case text(String)
        case blob([UInt8])
        case number(Int64)
    }

    /// By kind.
    fileprivate var rows: [[Value]] {
        [
            ids.map { .text($0.rawValue) }, hashes.map { .blob($0.bytes) },
            superseded.map { .blob($0.bytes) }, cancels.map { .blob($0.bytes) },
            leftOut.map { .number($0.rawValue) }, sent.map { .text($0.id.rawValue) },
            sent.map { .blob($0.hash.bytes) }, luids.map { .number($0.rawValue) },
        ]
    }

    /// Takes a row with the columns `kind` and `value`, in their order.
    fileprivate mutating func add(_ row: borrowing Statement, from column: Int32) {
        let value = column + 1
        switch row.int64(column) {
        case 0: ids.append(ServerPhotoID(row.text(value) ?? ""))
        case 1: if let hash = row.contentHash(value) { hashes.append(hash) }
        case 2: if let hash = row.contentHash(value) { superseded.append(hash) }
        case 3: if let id = OperationID(bytes: row.bytes(value)) { cancels.append(id) }
        case 4: leftOut.append(LUID(row.int64(value)))
        case 5:
            // Its content follows, with all the others'.
            pendingIDs.append(ServerPhotoID(row.text(value) ?? ""))
        case 6:
            if let hash = row.contentHash(value), sent.count < pendingIDs.count {
                sent.append(Share.SharedPhoto(id: pendingIDs[sent.count], hash: hash))
            }
        case 7: luids.append(LUID(row.int64(value)))
        default: break
        }
    }
}

/// A row of `queued_parts`.
struct QueuedPart {
    var number: Int64
    var action: Int64
    private var operation: Int64
    private var id: OperationID
    private var luid: LUID
    private var state: Part.State
    private var prior: Bool?

    init(_ row: borrowing Statement) {
        number = row.int64(0)
        operation = row.int64(1)
        id = OperationID(bytes: row.bytes(2)) ?? OperationID(high: 0, low: 0)
        luid = LUID(row.int64(3))
        action = row.int64(4)
        state = Part.State(
            code: row.int64(5), epoch: row.int64(6), sequence: row.int64(7))
        prior = row.optionalInt64(8).map { $0 != 0 }
    }

    func part(with targets: PartTargets, voided: [Part]) -> Part {
        let work: Work
        switch (action, PhotoAction(rawValue: UInt8(truncatingIfNeeded: action))) {
        case (PartAction.share, _):
            work = .share(Share(sent: targets.sent, leftOut: targets.leftOut))
        case (_, .delete):
            work = .delete(
                Deletion(
                    ids: targets.ids, hashes: targets.hashes, superseded: targets.superseded,
                    cancels: targets.cancels, voided: voided))
        case (_, .restore):
            work = .restore(Restoration(ids: targets.ids, hashes: targets.hashes))
        case (_, let flag):
            // Only a damaged file holds another number; hiding harms nothing.
            let action = flag ?? .hide
            work = .flag(
                FlagChange(
                    flag: action.flag == .favourite ? .favourite : .hidden, value: action.sets,
                    prior: prior ?? !action.sets, ids: targets.ids))
        }
        var part = Part(
            number: number, operation: OperationNumber(operation), id: id,
            luids: action == PartAction.share ? targets.luids : [luid], work: work)
        part.state = state
        return part
    }
}
