public import Photos
internal import SQLite

extension ReadTransaction {
    /// All unfinished parts by number, uploads among them.
    public func unfinishedParts() throws(StoreError) -> [Part] {
        let acts = try all("SELECT * FROM queued_parts WHERE state < 3 ORDER BY id") {
            QueuedPart($0)
        }
        let targets = try allTargets()
        // There may be very many uploads: they are not copied.
        var parts = try unfinishedUploads()
        for act in acts {
            parts.append(
                try act.part(with: targets[act.number] ?? PartTargets(), voided: voided(by: act)))
        }
        if !acts.isEmpty { parts.sort { $0.number < $1.number } }
        return parts
    }

    /// All parts of an act by number, finished ones too.
    public func parts(of operation: OperationNumber) throws(StoreError) -> [Part] {
        let acts = try all("SELECT * FROM queued_parts WHERE operation = ? ORDER BY id") {
            statement throws(SQLiteError) in
            try statement.bind(1, operation.rawValue)
        } row: {
            QueuedPart($0)
        }
        var parts: [Part] = []
        for act in acts {
            parts.append(try act.part(with: targets(of: act.number), voided: voided(by: act)))
        }
        return parts
    }

    /// The highest number of a part that has set a flag of the photo.
    public func lastNumber(setting flag: Flag, of luid: LUID) throws(StoreError) -> Int64? {
        let number = try first(
            """
            SELECT max(id) FROM photo_operation_parts
            WHERE luid = ?1 AND state = 3 AND action IN (?2, ?3)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
            let action = flag == .hidden ? PhotoAction.hide : .favourite
            try statement.bind(2, Int64(action.rawValue))
            try statement.bind(3, Int64(action.inverse.rawValue))
        } row: {
            $0.optionalInt64(0)
        }
        return number ?? nil
    }

    /// The number of an act, by the name it was made under.
    public func operationNumber(of id: OperationID) throws(StoreError) -> OperationNumber? {
        try first("SELECT id FROM photo_operations WHERE op_id = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, id.bytes)
        } row: {
            OperationNumber($0.int64(0))
        }
    }

    /// The flags that a delete made void.
    private func voided(by act: QueuedPart) throws(StoreError) -> [Part] {
        guard act.action == 5 else { return [] }
        return try all("SELECT * FROM queued_parts WHERE voided_by = ? ORDER BY id") {
            statement throws(SQLiteError) in
            try statement.bind(1, act.number)
        } row: {
            QueuedPart($0)
        }.map { $0.part(with: PartTargets(), voided: []) }
    }
}

extension WriteTransaction {
    /// A number higher than every part's and act's before it in the library.
    public mutating func makeNumber() throws(StoreError) -> Int64 {
        let last: Int64
        if let known = lastNumber {
            last = known
        } else {
            last =
                try reading.first(
                    """
                    SELECT max(seq) FROM sqlite_sequence WHERE name IN
                        ('photo_operations', 'photo_operation_parts', 'photo_upload_operations')
                    """
                ) { $0.int64(0) } ?? 0
        }
        lastNumber = last + 1
        return last + 1
    }

    /// Writes an unfinished part, new or changed.
    ///
    /// - Parameters:
    ///   - act: the name of the act that it belongs to, when that is new; else
    ///     the part's own.
    ///   - madeMilliseconds: when a new act was made.
    public mutating func save(
        _ part: Part, act: OperationID? = nil, madeMilliseconds: Int64
    ) throws(StoreError) {
        guard let action = PartAction(part.work) else { return try saveUpload(part) }
        if try update(part) { return }
        try insertOperation(of: part, action, as: act ?? part.id, madeMilliseconds)
        try run(
            """
            INSERT INTO photo_operation_parts (id, operation, op_id, luid, action, state, prior)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, part.number)
            try statement.bind(2, part.operation.rawValue)
            try statement.bind(3, part.id.bytes)
            try statement.bind(4, part.luids[0])
            try statement.bind(5, action.code)
            try statement.bind(6, part.state.code)
            try statement.bind(7, action.prior)
        }
        try setTargets(PartTargets(part), of: part.number, isNew: true)
        if case .delete(let deletion) = part.work {
            for voided in deletion.voided { try setVoided(voided.number, by: part.number) }
        }
        touch(part.luids[0])
    }

    /// Takes a part from the queue and notes how it ended. Of an upload that
    /// ended well nothing is kept.
    public mutating func finish(_ part: Part, _ outcome: Outcome) throws(StoreError) {
        if case .upload = part.work { return try finishUpload(part, outcome) }
        try run(
            """
            UPDATE photo_operation_parts SET state = ?2, outcome = ?3, reason = ?4 WHERE id = ?1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, part.number)
            try statement.bind(2, outcome.stateCode)
            try statement.bind(3, outcome.code)
            try statement.bind(4, outcome.reason)
        }
    }

    /// - Returns: false when there is no such part yet.
    private mutating func update(_ part: Part) throws(StoreError) -> Bool {
        try run(
            """
            UPDATE photo_operation_parts SET luid = coalesce(?2, luid), state = ?3, epoch = ?4,
                sequence = ?5
            WHERE id = ?1
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, part.number)
            try statement.bind(2, part.luids.first?.rawValue)
            try statement.bind(3, part.state.code)
            try statement.bind(4, part.state.epoch)
            try statement.bind(5, part.state.sequence)
        }
        guard reading.connection.changedRows > 0 else { return false }
        try setTargets(PartTargets(part), of: part.number, isNew: false)
        return true
    }

    private func insertOperation(
        of part: Part, _ action: PartAction, as act: OperationID, _ madeMilliseconds: Int64
    ) throws(StoreError) {
        try run(
            """
            INSERT INTO photo_operations (id, op_id, action, made_ms) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO NOTHING
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, part.operation.rawValue)
            try statement.bind(2, act.bytes)
            try statement.bind(3, action.code)
            try statement.bind(4, madeMilliseconds)
        }
    }

    private func setVoided(_ part: Int64, by delete: Int64) throws(StoreError) {
        try run("UPDATE photo_operation_parts SET voided_by = ?2 WHERE id = ?1") {
            statement throws(SQLiteError) in
            try statement.bind(1, part)
            try statement.bind(2, delete)
        }
    }
}
