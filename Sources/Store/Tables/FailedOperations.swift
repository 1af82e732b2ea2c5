public import Photos
internal import SQLite

/// An act or an upload that ended with something to tell.
public struct FailedOperation: Hashable, Sendable {
    public var id: OperationID
    /// Nil for an upload.
    public var action: Int64?
    public var luid: LUID
    /// Code of the outcome, see `Outcome`.
    public var outcome: Int64
    /// The server's own words.
    public var reason: String?
}

extension ReadTransaction {
    /// Oldest first.
    public func failedOperations() throws(StoreError) -> [FailedOperation] {
        try all(
            """
            SELECT op_id, NULL AS action, luid, outcome, reason, id
            FROM photo_upload_operations WHERE state >= 3
            UNION ALL
            SELECT op_id, action, luid, outcome, reason, id
            FROM photo_operation_parts WHERE state = 6 AND outcome IS NOT NULL
            ORDER BY id
            """
        ) { row -> FailedOperation? in
            guard let id = OperationID(bytes: row.bytes(0)) else { return nil }
            return FailedOperation(
                id: id, action: row.optionalInt64(1), luid: LUID(row.int64(2)),
                outcome: row.int64(3), reason: row.text(4))
        }.compactMap { $0 }
    }
}
