import Photos

/// The view equation: pending operations applied to the merge of what the
/// server says and what lies on this disk.
public enum LibraryMerge {
    /// What is shown of a photo; nil when nothing is.
    ///
    /// - Parameter parts: its unfinished parts, in order.
    public static func view<Rows: SyncRows>(
        of luid: LUID, rows: Rows, parts: [Part]
    ) -> PhotoView? {
        let base = merged(luid, rows)
        var shown = base
        for part in parts {
            switch part.work {
            case .flag(let change): shown?.set(change.flag, change.value)
            case .delete: shown = nil
            case .restore: shown = shown ?? base ?? bare(luid, rows)
            case .upload, .share: break
            }
        }
        return shown
    }

    /// The photo without its pending operations.
    private static func merged<Rows: SyncRows>(_ luid: LUID, _ rows: Rows) -> PhotoView? {
        let copies = rows.serverRows(of: luid)
        let content = rows.content(of: luid)
        let isDeleted = content.map { rows.tombstone(of: $0) != nil } ?? false
        let isLocal =
            rows.files(of: luid).contains { !$0.superseded && !$0.held }
            || rows.trashedFiles(of: luid).contains { $0.state == .returning }
        guard !copies.isEmpty || isLocal && !isDeleted else { return nil }
        return PhotoView(
            luid: luid, content: content,
            hidden: copies.contains { $0.photo.hidden },
            favourite: copies.contains { $0.photo.favourite }, isLocal: isLocal,
            copies: copies.map(\.photo).sorted { ($0.order, $0.id) < ($1.order, $1.id) }
                .map(\.id))
    }

    private static func bare<Rows: SyncRows>(_ luid: LUID, _ rows: Rows) -> PhotoView? {
        guard let content = rows.content(of: luid) else { return nil }
        return PhotoView(
            luid: luid, content: content, hidden: false, favourite: false, isLocal: false,
            copies: [])
    }
}
