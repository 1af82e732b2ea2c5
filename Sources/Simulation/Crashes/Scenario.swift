import Photos
import SQLite
import Store

/// A scripted life of a library: each step is one acknowledged commit.
package struct Scenario: Sendable {
    /// What lies on the disk before.
    package enum Beginning: Sendable {
        case nothing
        /// A library of the first format, with one photo.
        case firstFormat
    }

    package var beginning: Beginning
    package var steps: [Step]

    /// Photos come, are acted on, merged, edited, trashed and brought back.
    package static let wholeLife = Scenario(beginning: .nothing, steps: Step.allCases)
    /// A library of the first format is brought up to date and used.
    package static let migration = Scenario(beginning: .firstFormat, steps: [.hide])

    func prepare(_ directory: FilePath) throws {
        switch beginning {
        case .nothing: break
        case .firstFormat: try Self.makeFirstFormat(at: directory)
        }
    }
}
