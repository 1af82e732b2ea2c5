import Foundation
import TestSupport
import Testing

/// Programs that tests write and run.
@Suite struct WrittenProgramTests {
    /// A process that another test starts holds what this one writes open for
    /// a moment, and the kernel would not run that ("Text file busy").
    @Test func aWrittenProgramRunsWhileOthersStartProcesses() async throws {
        let folder = try TemporaryFolder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<150 { _ = try Program(executable: "/bin/true").run([]) }
                }
            }
            for number in 0..<50 {
                let program = try folder.writeProgram("#!/bin/sh\nexit 7\n", to: "\(number)")
                #expect(try Program(executable: program).run([]).status == 7)
            }
            try await group.waitForAll()
        }
    }
}
