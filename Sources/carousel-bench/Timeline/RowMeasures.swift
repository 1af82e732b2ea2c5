import CommandLineKit
import Photos
import Timeline

/// What the layout in rows costs.
struct RowMeasures {
    private let library: BuiltLibrary

    init(_ library: BuiltLibrary) {
        self.library = library
    }

    func figures() -> [(String, JSONText)] {
        var layout = RowLayout(library.snapshot, metrics: metrics(columns: 6))
        let visible = visible(layout)
        let updates = updates(&layout)
        let resizes = resizes(&layout)
        return [
            ("rows_visible_ns", .integer(visible.median)),
            ("rows_update_ns", .integer(updates.median)),
            ("resize_ms", .number(Double(resizes.median) / 1e6)),
        ]
    }

    private func metrics(columns: Int) -> RowMetrics {
        RowMetrics(columns: columns, cellHeight: 160, headerHeight: 48, monthHeight: 64)
    }

    /// The rows of a window of 1080 at a random place.
    private func visible(_ layout: RowLayout) -> Durations {
        var random = Random(seed: 41)
        var durations = Durations()
        for _ in 0..<5000 {
            let y = Double(random.below(Int(layout.height)))
            durations.measure { consume(layout.rows(from: y, height: 1080)) }
        }
        return durations
    }

    private func updates(_ layout: inout RowLayout) -> Durations {
        var random = Random(seed: 42)
        var durations = Durations()
        for _ in 0..<2000 {
            let photo = library.photo(&random)
            layout.update(to: library.snapshot)
            library.hide(photo.luid)
            let snapshot = library.snapshot
            durations.measure { layout.update(to: snapshot) }
            library.show([photo])
        }
        return durations
    }

    private func resizes(_ layout: inout RowLayout) -> Durations {
        var durations = Durations()
        for round in 0..<15 {
            durations.measure { layout.setMetrics(metrics(columns: 4 + round % 5)) }
        }
        return durations
    }
}
