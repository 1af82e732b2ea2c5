import Photos
import TestSupport
import Testing

@testable import Timeline

@Suite struct RowLayoutTests {
    /// Heights are whole numbers here, so that sums are exact in any order.
    static let measures = [
        RowMetrics(columns: 1, cellHeight: 10, headerHeight: 3),
        RowMetrics(columns: 4, cellHeight: 100, headerHeight: 0, monthHeight: 7),
        RowMetrics(columns: 7, cellHeight: 64, headerHeight: 40, monthHeight: 48),
        RowMetrics(
            columns: 7, cellHeight: 64, headerHeight: 40, monthHeight: 48,
            folding: Folding(photos: 20, rows: 2)),
        RowMetrics(
            columns: 1, cellHeight: 9, headerHeight: 4, folding: Folding(photos: 3, rows: 1)),
        RowMetrics(
            columns: 3, cellHeight: 9, headerHeight: 4, folding: Folding(photos: 0, rows: 0)),
        RowMetrics(columns: 1000, cellHeight: 1, headerHeight: 1, monthHeight: 0),
    ]

    @Test(arguments: measures, Seeds.first(2))
    func aLayoutKeptUpToDateEqualsOneMadeRowByRow(metrics: RowMetrics, seed: UInt64) {
        var edits = RandomEdits(seed: seed, luids: 3000)
        let accumulator = Accumulator(order: seed % 2 == 1 ? .newestFirst : .oldestFirst)
        var layout = RowLayout(accumulator.snapshot, metrics: metrics)
        expectEqual(layout, &edits)
        for round in 0..<45 {
            var transaction = accumulator.transaction()
            for _ in 0..<(round % 10 == 0 ? 300 : 3) {
                transaction.addPhoto(edits.record())
                if round > 30 { for _ in 0..<3 { transaction.removePhoto(edits.luid()) } }
            }
            layout.update(to: transaction.commit())
            if edits.below(2) == 0, layout.snapshot.eventCount > 0 {
                let event = edits.below(layout.snapshot.eventCount)
                layout.setOpened(!layout.isOpened(eventAt: event), eventAt: event)
            }
            expectEqual(layout, &edits)
        }
        var other = layout
        other.setMetrics(RowMetrics(columns: 3, cellHeight: 5, headerHeight: 2, monthHeight: 9))
        expectEqual(other, &edits)
        expectEqual(layout, &edits)
        other.update(to: .empty)
        expectEqual(other, &edits)
        other.update(to: accumulator.snapshot)
        expectEqual(other, &edits)
    }

    private func expectEqual(_ layout: RowLayout, _ edits: inout RandomEdits) {
        let naive = NaiveRows(
            layout.snapshot, layout.metrics, opened: layout.openedEvents)
        #expect(layout.rowCount == naive.rows.count)
        #expect(layout.height == naive.height)
        for row in naive.rows where edits.below(8) == 0 || row.index < 20 {
            #expect(layout.row(at: row.index) == row)
            if case .header(let event) = row.content {
                #expect(layout.header(ofEventAt: event) == row)
            }
            if case .photos(_, let positions) = row.content {
                for position in [
                    positions.first, positions.last, row.hidden.first, row.hidden.last,
                ] {
                    guard let position else { continue }
                    #expect(layout.row(ofPosition: position) == row)
                }
            }
        }
        for _ in 0..<10 {
            let y = Double(edits.below(Int(naive.height) + 20)) - 10
            let shown = Double(1 + edits.below(500))
            let visible = naive.rows.filter {
                $0.height > 0 && $0.bottom > max(y, 0) && $0.top < y + shown
            }
            let rows = layout.rows(from: y, height: shown)
            #expect(rows.filter { $0.height > 0 } == visible)
            if let row = layout.row(atHeight: y), y >= 0, y < naive.height, row.height > 0 {
                #expect(row.top <= y && y < row.bottom)
                #expect(naive.rows[row.index] == row)
            }
        }
        if naive.rows.isEmpty {
            #expect(layout.row(atHeight: 0) == nil)
        } else {
            #expect(layout.row(atHeight: -5)?.index ?? -1 >= 0)
            #expect(layout.row(atHeight: naive.height + 5) == naive.rows.last)
        }
    }
}
