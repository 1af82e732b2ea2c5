import unittest
from pathlib import Path

from checks.rules import MOST_LINES, findings_in, problems_in
from checks.swift_source import SwiftSource

from .temporary_package import TemporaryPackage


class RuleTests(unittest.TestCase):
    def lines(self, text: str, path: str = "Sources/Store/A.swift") -> list[int]:
        source = SwiftSource.parse(Path(path), text)
        return [finding.line for finding in findings_in(source, Path(path).parts)]

    def test_switching_a_check_off_needs_its_reason_on_the_line_above(self):
        for line in (
            "final class A: @unchecked Sendable {}",
            "nonisolated(unsafe) var a = 1",
            "let a = try! f()",
        ):
            with self.subTest(line):
                self.assertEqual(self.lines(line), [1])
                self.assertEqual(self.lines(f"let b = 1 // Not this one\n\n{line}"), [3])
                self.assertEqual(self.lines(f"// Locked by the mutex.\n\n{line}"), [3])
                self.assertEqual(self.lines(f"//\n{line}"), [2])
                self.assertEqual(self.lines(f"{line} // Too late."), [1])
                self.assertEqual(self.lines(f"// Locked by the mutex.\n{line}"), [])
                self.assertEqual(self.lines(f"/* Locked by the mutex. */\n{line}"), [])
                self.assertEqual(self.lines(f"    // Why.\n    @MainActor\n    {line}"), [])

    def test_a_reason_covers_one_line(self):
        text = "// The pattern is a constant.\nlet a = try! f()\nlet b = try! f()\n"
        self.assertEqual(self.lines(text), [3])

    def test_a_doc_comment_is_a_reason_only_when_it_names_the_thing(self):
        declaration = "final class A: @unchecked Sendable {}"
        self.assertEqual(self.lines(f"/// A thing.\n{declaration}"), [2])
        self.assertEqual(
            self.lines(f"/// A thing.\n/// `@unchecked`: only one\n/// thread has it.\n{declaration}"),
            [],
        )

    def test_comments_and_strings_switch_nothing_off(self):
        self.assertEqual(self.lines('// try! is refused\nlet a = "try! @unchecked Sendable"'), [])

    def test_tests_do_not_sleep(self):
        for line in ("sleep(1)", "try await Task.sleep(for: .seconds(1))", "usleep (5)"):
            with self.subTest(line):
                self.assertEqual(self.lines(line, "Tests/StoreTests/A.swift"), [1])
                self.assertEqual(self.lines(line), [])
        for line in ("func aWorkerSleeps() {}", 'run("sleep(1)")', "let sleep = 1"):
            with self.subTest(line):
                self.assertEqual(self.lines(line, "Tests/StoreTests/A.swift"), [])

    def test_a_file_is_bounded(self):
        self.assertEqual(self.lines("\n" * MOST_LINES), [])
        self.assertEqual(self.lines("\n" * (MOST_LINES + 1)), [MOST_LINES + 1])

    def test_code_makes_no_promises(self):
        self.assertEqual(self.lines("// TODO: later\n"), [1])
        self.assertEqual(self.lines('let todo = "TODO"\n'), [])

    def test_deciding_modules_have_no_clock_no_chance_and_no_output(self):
        for line in (
            "let clock = ContinuousClock()",
            "var generator = SystemRandomNumberGenerator()",
            "let a = Int.random(in: 1...6)",
            "print(a)",
        ):
            with self.subTest(line):
                self.assertEqual(self.lines(line, "Sources/Timeline/A.swift"), [1])
                self.assertEqual(self.lines(line, "Sources/Carousel/A.swift"), [])
        for line in (
            "let a = Int.random(in: 1...6, using: &generator)",
            "func receive(at now: Instant) {}",
            "fingerprint(a)",
        ):
            with self.subTest(line):
                self.assertEqual(self.lines(line, "Sources/Timeline/A.swift"), [])

    def test_every_swift_file_of_the_package_is_read_and_no_build_folder(self):
        package = TemporaryPackage(self)
        bad = "let a = try! f()\n"
        for path in (
            "Package.swift",
            "Sources/Store/Deep/A.swift",
            "Tests/StoreTests/A.swift",
            "Fuzz/Sources/A/main.swift",
            "Fuzz/.build/checkouts/A.swift",
        ):
            package.write(path, bad)
        self.assertEqual(
            [problem.split(":")[0] for problem in problems_in(package.root)],
            [
                "Package.swift",
                "Sources/Store/Deep/A.swift",
                "Tests/StoreTests/A.swift",
                "Fuzz/Sources/A/main.swift",
            ],
        )


if __name__ == "__main__":
    unittest.main()
