public import Photos
internal import SQLite

extension ReadTransaction {
    /// What the user has set on a photo; nil when there is none of that id.
    public func userFlags(of luid: LUID) throws(StoreError) -> UserFlags? {
        try first("SELECT user_flags FROM photos WHERE luid = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: {
            UserFlags(rawValue: $0.int64(0))
        }
    }

    /// An act and what became of it; nil when it is not remembered.
    public func operation(_ id: OperationID) throws(StoreError) -> OperationRow? {
        let found = try first(
            "SELECT id, action, made_ms FROM photo_operations WHERE op_id = ?"
        ) { statement throws(SQLiteError) in
            try statement.bind(1, id.bytes)
        } row: { row in
            (
                row.int64(0),
                OperationRow(
                    id: id, action: row.action(1), madeMilliseconds: row.int64(2), parts: [])
            )
        }
        guard let found else { return nil }
        let number = found.0
        var operation = found.1
        operation.parts = try all(
            """
            SELECT id, luid, action, state, failure, failed_path
            FROM photo_operation_parts WHERE operation = ? ORDER BY id
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, number)
        } row: {
            OperationPartRow($0)
        }
        return operation
    }
}

extension WriteTransaction {
    /// Records an act and applies it to the photos that it changes: flags at
    /// once; of a deletion the files are then to be moved.
    ///
    /// - Parameters:
    ///   - luids: resolved, each once.
    ///   - walked: how far the roots have been looked into.
    /// - Returns: the photos that were changed. When there is none, nothing
    ///   is recorded.
    public mutating func perform(
        _ action: PhotoAction, on luids: [LUID], as id: OperationID, madeMilliseconds: Int64,
        walked: Walked = Walked()
    ) throws(StoreError) -> [LUID] {
        var changed: [LUID] = []
        for luid in luids {
            guard let flags = try reading.userFlags(of: luid),
                flags.contains(action.flag) != action.sets
            else { continue }
            // A photo without any file is gone already.
            if action == .delete, try reading.files(of: luid).isEmpty { continue }
            changed.append(luid)
        }
        guard !changed.isEmpty else { return [] }
        try run("INSERT INTO photo_operations (op_id, action, made_ms) VALUES (?, ?, ?)") {
            statement throws(SQLiteError) in
            try statement.bind(1, id.bytes)
            try statement.bind(2, Int64(action.rawValue))
            try statement.bind(3, madeMilliseconds)
        }
        let operation = lastInsertedID
        for (index, luid) in changed.enumerated() {
            let part = try addPart(operation, id.part(index), luid, action)
            try apply(action, to: luid, by: part)
            if action == .delete {
                try bury(luid, madeMilliseconds: madeMilliseconds, walked: walked)
            }
        }
        return changed
    }

    /// Takes an act back, where its effect still stands.
    ///
    /// - Parameter inverse: the name of the act that does so, where one has
    ///   to be recorded.
    /// - Returns: the photos that were changed.
    public mutating func undo(
        _ id: OperationID, as inverse: OperationID, madeMilliseconds: Int64,
        walked: Walked = Walked()
    ) throws(StoreError) -> [LUID] {
        guard let operation = try reading.operation(id) else { return [] }
        var changed: [LUID] = []
        var rest: [LUID] = []
        for part in operation.parts.reversed() {
            let luid = try reading.resolve(part.luid)
            guard let flags = try reading.userFlags(of: luid),
                flags.contains(part.action.flag) == part.action.sets
            else { continue }
            if part.state == .waiting, part.action.flag != .deleted {
                try set(.undone, ofPart: part.id)
                try reinstate(voidedBy: part.id)
                try setFlag(part.action.flag, !part.action.sets, of: luid)
                changed.append(luid)
            } else if part.state != .failed {
                rest.append(luid)
            }
        }
        changed += try perform(
            operation.action.inverse, on: rest, as: inverse, madeMilliseconds: madeMilliseconds,
            walked: walked)
        return changed
    }

    /// Forgets acts that were finished before a time. What waits, and what is
    /// in the trash, stays.
    public mutating func forgetOperations(beforeMilliseconds time: Int64) throws(StoreError) {
        try run(
            """
            DELETE FROM photo_operations WHERE made_ms < ? AND NOT EXISTS (
                SELECT 1 FROM photo_operation_parts p WHERE p.operation = photo_operations.id
                    AND (p.state < 3 OR EXISTS (
                        SELECT 1 FROM trashed_files t WHERE t.part = p.id)))
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, time)
        }
    }

    // MARK: - Parts

    private func addPart(
        _ operation: Int64, _ id: OperationID, _ luid: LUID, _ action: PhotoAction
    ) throws(StoreError) -> Int64 {
        try run(
            """
            INSERT INTO photo_operation_parts (operation, op_id, luid, action)
            VALUES (?, ?, ?, ?)
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, operation)
            try statement.bind(2, id.bytes)
            try statement.bind(3, luid)
            try statement.bind(4, Int64(action.rawValue))
        }
        return lastInsertedID
    }

    private mutating func apply(
        _ action: PhotoAction, to luid: LUID, by part: Int64
    ) throws(StoreError) {
        try setFlag(action.flag, action.sets, of: luid)
        switch action {
        case .delete:
            // Of a deleted photo no flag is to be sent any more.
            try void(flags: [.hidden, .favourite], of: luid, by: part)
            try sendToTrash(filesOf: luid, by: part)
            // Where no file is to be moved it is done.
            try finishParts(of: luid)
        case .restore:
            try unbury(luid)
            try reinstateVoidedByLastDelete(of: luid)
            try finishDeletes(of: luid)
            try bringBack(filesOf: luid, by: part)
            try finishParts(of: luid)
        case .hide, .unhide, .favourite, .unfavourite:
            // A value that waits to be sent: the last one is enough.
            try void(flags: action.flag, of: luid, by: part)
        }
    }

    func set(_ state: OperationPartRow.State, ofPart part: Int64) throws(StoreError) {
        try run("UPDATE photo_operation_parts SET state = ? WHERE id = ?") {
            statement throws(SQLiteError) in
            try statement.bind(1, state.rawValue)
            try statement.bind(2, part)
        }
    }

    mutating func setFlag(
        _ flag: UserFlags, _ isSet: Bool, of luid: LUID
    ) throws(StoreError) {
        touch(luid)
        known.forget(luid)
        try run(
            "UPDATE photos SET user_flags = iif(?3, user_flags | ?2, user_flags & ~?2) WHERE luid = ?1"
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
            try statement.bind(2, flag.rawValue)
            try statement.bind(3, isSet ? 1 : 0)
        }
    }

    private func void(
        flags: UserFlags, of luid: LUID, by part: Int64
    ) throws(StoreError) {
        for action in PhotoAction.allCases where flags.contains(action.flag) {
            try run(
                """
                UPDATE photo_operation_parts SET state = 5, voided_by = ?3
                WHERE luid = ?1 AND state = 0 AND action = ?2 AND id <> ?3
                """
            ) { statement throws(SQLiteError) in
                try statement.bind(1, luid)
                try statement.bind(2, Int64(action.rawValue))
                try statement.bind(3, part)
            }
        }
    }

    func reinstate(voidedBy part: Int64) throws(StoreError) {
        try run(
            """
            UPDATE photo_operation_parts SET state = 0, voided_by = NULL
            WHERE voided_by = ? AND state = 5
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, part)
        }
    }

    private func reinstateVoidedByLastDelete(of luid: LUID) throws(StoreError) {
        let last = try reading.first(
            "SELECT max(id) FROM photo_operation_parts WHERE luid = ? AND action = 5"
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
        } row: {
            $0.optionalInt64(0)
        }
        if let part = last ?? nil { try reinstate(voidedBy: part) }
    }

    /// Deletes of which files were still to be moved are taken back.
    private func finishDeletes(of luid: LUID) throws(StoreError) {
        try run(
            """
            UPDATE photo_operation_parts SET state = 4
            WHERE luid = ? AND action = 5 AND state = 0
            """
        ) { statement throws(SQLiteError) in
            try statement.bind(1, luid)
        }
    }
}

extension Statement {
    func action(_ column: Int32) -> PhotoAction {
        // Only a damaged file holds another number; hiding harms nothing.
        PhotoAction(rawValue: UInt8(truncatingIfNeeded: int64(column))) ?? .hide
    }
}

extension OperationPartRow {
    fileprivate init(_ row: borrowing Statement) {
        id = row.int64(0)
        luid = LUID(row.int64(1))
        action = row.action(2)
        state = State(rawValue: row.int64(3)) ?? .done
        failure = row.text(4).flatMap(TrashProblem.init(rawValue:))
        failedPath = row.isNull(5) ? nil : row.path(5)
    }
}
