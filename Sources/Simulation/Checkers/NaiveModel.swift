import Photos
import Sync

/// The view of a library worked out plainly from all its rows, against which
/// the machine's views are compared (7).
enum NaiveModel {
    /// Every photo that could be shown.
    static func luids(_ rows: MemoryRows, _ parts: [Part]) -> [LUID] {
        var all = Table<LUID, Bool>()
        for file in rows.files.rows { if let luid = file.luid { all[luid] = true } }
        for row in rows.server.rows { if let luid = row.luid { all[luid] = true } }
        for file in rows.trash.rows { all[file.luid] = true }
        for part in parts { for luid in part.luids { all[luid] = true } }
        return all.keys
    }

    static func timeline(_ rows: MemoryRows) -> Table<LUID, PhotoView> {
        var shown = Table<LUID, PhotoView>()
        for row in rows.server.rows.sorted(by: { $0.photo.order < $1.photo.order }) {
            guard let luid = row.luid else { continue }
            var view = shown[luid] ?? bare(luid, rows)
            view.hidden = view.hidden || row.photo.hidden
            view.favourite = view.favourite || row.photo.favourite
            view.copies.append(row.photo.id)
            shown[luid] = view
        }
        for file in rows.files.rows where !file.superseded && !file.held {
            if let luid = file.luid { addLocal(luid, rows, &shown) }
        }
        for file in rows.trash.rows where file.state == .returning {
            addLocal(file.luid, rows, &shown)
        }
        let merged = shown
        for part in rows.unfinished.rows {
            for luid in part.luids {
                switch part.work {
                case .flag(let change):
                    switch change.flag {
                    case .hidden: shown[luid]?.hidden = change.value
                    case .favourite: shown[luid]?.favourite = change.value
                    }
                case .delete: shown[luid] = nil
                case .restore where shown[luid] == nil && rows.contents[luid] != nil:
                    shown[luid] = merged[luid] ?? bare(luid, rows)
                case .restore, .upload, .share: break
                }
            }
        }
        return shown
    }

    private static func addLocal(
        _ luid: LUID, _ rows: MemoryRows, _ shown: inout Table<LUID, PhotoView>
    ) {
        let isDeleted = rows.contents[luid].map { rows.tombstones[$0] != nil } ?? false
        guard shown[luid] != nil || !isDeleted else { return }
        var view = shown[luid] ?? bare(luid, rows)
        view.isLocal = true
        shown[luid] = view
    }

    private static func bare(_ luid: LUID, _ rows: MemoryRows) -> PhotoView {
        PhotoView(
            luid: luid, content: rows.contents[luid], hidden: false, favourite: false,
            isLocal: false, copies: [])
    }
}
