import CarouselServer
import CommandLineKit
import Glibc

/// Reads a password: from a terminal without showing it, else a line of
/// standard input.
enum PasswordPrompt {
    /// - Throws: when there is none.
    static func read(_ prompt: String) throws(ServerError) -> String {
        guard isatty(STDIN_FILENO) == 1 else { return try line() }
        Terminal.standardError.write(prompt)
        var shown = termios()
        tcgetattr(STDIN_FILENO, &shown)
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            Terminal.standardError.write("\n")
        }
        return try line()
    }

    private static func line() throws(ServerError) -> String {
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw .badRequest("there was no password on standard input")
        }
        return line
    }
}
