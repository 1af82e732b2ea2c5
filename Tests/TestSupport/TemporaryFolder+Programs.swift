import Foundation

extension TemporaryFolder {
    /// Writes a program below the folder that can be run at once.
    ///
    /// Another process writes it. Whatever this one has open for writing, a
    /// process that another test starts in this moment has open too until it
    /// runs its own program, and the kernel runs no file that anybody has open
    /// for writing (`ETXTBSY`).
    @discardableResult
    public func writeProgram(_ text: String, to name: String) throws -> String {
        let draft = try write(Array(text.utf8), to: name + ".draft")
        let program = path + "/" + name
        let outcome = try Program(executable: "/usr/bin/install")
            .run(["-m", "755", draft, program])
        guard outcome.status == 0 else { throw NotWritten(errors: outcome.errors) }
        try FileManager.default.removeItem(atPath: draft)
        return program
    }

    struct NotWritten: Error {
        let errors: String
    }
}
