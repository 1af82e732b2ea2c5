import subprocess
import unittest
from pathlib import Path

from checks.arrows import ARROWS, PROGRAMS, TESTS_OF_THE_WHOLE, closure, row_of
from checks.imports import ImportChecker, imports_of
from checks.swift_source import SwiftSource

from .temporary_package import STRICT, TemporaryPackage

SCRIPTS = Path(__file__).resolve().parent.parent


class ImportStatementTests(unittest.TestCase):
    def modules(self, text: str) -> list[str]:
        return [i.module for i in imports_of(SwiftSource.parse(Path("A.swift"), text))]

    def test_every_form_of_import_is_seen(self):
        for text in (
            "import A",
            "  import A",
            "@testable import A",
            "@testable\nimport A",
            "internal import A",
            "@preconcurrency public import A",
            "@_spi(Testing) import A",
            "import struct A.Thing",
            "import A.Part",
            "import `A`",
            "let x = 1; import A",
            "#if canImport(A)\nimport A\n#endif",
        ):
            with self.subTest(text):
                self.assertEqual(self.modules(text), ["A"])

    def test_what_only_looks_like_an_import_is_not_one(self):
        for text in (
            "// import A",
            "/*\nimport A\n*/",
            '"""\nimport A\n"""',
            "#if canImport(A)\n#endif",
            "func load(import a: Int) {}",
            "importer.A()",
        ):
            with self.subTest(text):
                self.assertEqual(self.modules(text), [])


class ArrowTests(unittest.TestCase):
    def setUp(self):
        self.package = TemporaryPackage(self)

    def problems(self) -> list[str]:
        checker = ImportChecker(
            self.package.root, self.package.dump, frozenset({"libsqlite3-dev"})
        )
        return checker.run()

    def assert_problem(self, *parts: str):
        problems = self.problems()
        self.assertEqual(len(problems), 1, problems)
        for part in parts:
            self.assertIn(part, problems[0])

    def test_a_package_that_follows_the_arrows_passes(self):
        self.package.add("CSQLite", type="system", providers=[{"apt": [["libsqlite3-dev"]]}])
        self.package.add("Photos")
        self.package.add("Timeline", "Photos")
        self.package.add("SQLite", "CSQLite")
        self.package.add("TestSupport", "Photos", path="Tests/TestSupport")
        self.package.add("TimelineTests", "Timeline Photos TestSupport")
        self.package.write("Sources/Timeline/A.swift", "import Photos\nimport Synchronization\n")
        self.package.write("Sources/SQLite/A.swift", "internal import CSQLite\nimport Glibc\n")
        self.package.write(
            "Tests/TimelineTests/A.swift",
            "import Testing\nimport TestSupport\nimport Photos\n@testable import Timeline\n",
        )
        self.assertEqual(self.problems(), [])

    def test_a_wrong_arrow_is_caught_in_the_import_and_in_the_manifest(self):
        self.package.add("Photos")
        self.package.add("Store", "Photos")
        target = self.package.add("Timeline", "Photos")
        self.package.write("Sources/Timeline/Deep/A.swift", "import Photos\n\nimport Store\n")
        self.assert_problem("Sources/Timeline/Deep/A.swift:3: error: Timeline → Store")

        target["dependencies"].append({"byName": ["Store", None]})
        self.assertEqual(
            self.problems()[0], "Package.swift: error: Timeline → Store is not an allowed arrow"
        )
        self.assertEqual(len(self.problems()), 2)

    def test_an_allowed_arrow_must_be_declared(self):
        self.package.add("Photos")
        target = self.package.add("Timeline")
        self.package.write("Sources/Timeline/A.swift", "import Photos\n")
        self.assert_problem("A.swift:1", "does not declare")
        target["dependencies"].append({"target": ["Photos", None]})
        self.assertEqual(self.problems(), [])

    def test_deciding_modules_import_no_platform(self):
        for module in ("Photos", "Timeline", "Sync", "Rendering"):
            for platform in ("Foundation", "Glibc", "Dispatch", "FoundationEssentials"):
                with self.subTest(f"{module} → {platform}"):
                    self.package = TemporaryPackage(self)
                    self.package.add(module)
                    self.package.write(f"Sources/{module}/A.swift", f"import {platform}\n")
                    self.assert_problem(f"{module} may not import {platform}")
                    self.package.write(f"Sources/{module}/A.swift", "import Synchronization\n")
                    self.assertEqual(self.problems(), [])

    def test_only_the_decoder_and_the_bench_decode(self):
        allowed = {"carousel-decoder", "carousel-bench", "DecodingTests"}
        for name in sorted(set(ARROWS) - {"Decoding"} | {"MediaTests", "DecodingTests"}):
            with self.subTest(name):
                self.package = TemporaryPackage(self)
                self.package.add("Decoding")
                self.package.add(name, "Decoding", path=f"Sources/{name}")
                self.package.write(f"Sources/{name}/A.swift", "import Decoding\n")
                self.assertEqual(self.problems() == [], name in allowed)

    def test_a_target_without_a_row_is_caught(self):
        self.package.add("Surprise")
        self.assert_problem("Surprise has no row")

    def test_tests_import_what_their_module_reaches_and_no_more(self):
        self.package.add("Photos")
        self.package.add("Store")
        self.package.add("Rendering", "Photos")
        self.package.add("StoreTests", "Store Photos")
        self.assertEqual(self.problems(), [])
        self.package.add("RenderingTests", "Rendering Store")
        self.assert_problem("RenderingTests → Store")

    def test_only_tests_use_test_support(self):
        self.package.add("TestSupport", path="Tests/TestSupport")
        self.package.add("Store", "TestSupport")
        self.assert_problem("Store → TestSupport")

    def test_tests_start_programs_and_do_not_import_them(self):
        self.package.add("CommandLineApp")
        self.package.add("EndToEndTests", "CommandLineApp")
        self.assertEqual(self.problems(), [])
        self.package.write("Tests/EndToEndTests/A.swift", "import CommandLineApp\n")
        self.assert_problem("EndToEndTests → CommandLineApp")

    def test_c_modules_do_not_leak(self):
        self.package.add("CSQLite", type="system")
        self.package.add("SQLite", "CSQLite")
        self.package.write("Sources/SQLite/A.swift", "import CSQLite\n")
        self.assertEqual(self.problems(), [])
        self.package.write("Sources/SQLite/A.swift", "public import CSQLite\n")
        self.assert_problem("do not leak")

    def test_a_c_module_that_two_layers_speak_may_be_shown(self):
        self.package.add("CGTK", type="system")
        self.package.add("GTKKit", "CGTK")
        self.package.write("Sources/GTKKit/A.swift", "public import CGTK\n")
        self.assertEqual(self.problems(), [])

    def test_no_module_hands_on_another(self):
        self.package.add("Photos")
        self.package.add("Timeline", "Photos")
        self.package.write("Sources/Timeline/A.swift", "@_exported import Photos\n")
        self.assert_problem("@_exported")

    def test_warnings_are_errors_in_every_target(self):
        self.package.add("Photos", settings=[])
        self.assert_problem("Photos does not treat warnings as errors")
        self.package.targets[0]["settings"] = STRICT
        self.assertEqual(self.problems(), [])

    def test_a_library_is_in_the_list_of_packages(self):
        self.package.add("CSQLite", type="system", providers=[{"apt": [["libother-dev"]]}])
        self.assert_problem("libother-dev", "scripts/packages.txt")

    def test_other_packages_are_refused(self):
        self.package.dependencies = [{"sourceControl": [{"identity": "swift-nio"}]}]
        self.assert_problem("swift-nio")

    def test_a_file_of_no_target_is_caught(self):
        self.package.add("Photos")
        self.package.write("Sources/Photos/A.swift", "")
        self.package.write("Sources/Forgotten/A.swift", "")
        self.assert_problem("Sources/Forgotten/A.swift", "no target")


class TableTests(unittest.TestCase):
    def test_no_module_reaches_itself(self):
        for module, row in ARROWS.items():
            for below in row.modules:
                self.assertNotIn(module, closure(below), f"{module} → {below} → … → {module}")

    def test_no_program_that_people_hold_reaches_the_decoding_libraries(self):
        refused = {"Decoding", "CVips", "CGExiv2", "CLibAV", "CThumbnailer", "CRaw"}
        for program in ("CommandLineApp", "carousel-gallery", "carousel-server"):
            self.assertFalse(closure(program) & refused)

    def test_programs_and_tests_of_the_whole_are_not_imported(self):
        for module in PROGRAMS | set(TESTS_OF_THE_WHOLE):
            for row in ARROWS.values():
                self.assertNotIn(module, row.modules)

    def test_a_name_that_only_ends_like_tests_has_no_row(self):
        self.assertIsNone(row_of("NothingTests"))
        self.assertIsNone(row_of("Tests"))


class CheckImportsTests(unittest.TestCase):
    """The script itself on a real package."""

    MANIFEST = """// swift-tools-version: 6.2
    import PackageDescription
    let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
    let package = Package(name: "Trial", targets: [
        .target(name: "Photos", swiftSettings: strict),
        .target(name: "Store", dependencies: ["Photos"], swiftSettings: strict),
        .target(name: "Timeline", dependencies: ["Photos"], swiftSettings: strict),
    ])
    """

    def test_a_wrong_import_fails_and_the_right_one_passes(self):
        package = TemporaryPackage(self)
        package.write("Package.swift", self.MANIFEST)
        for module in ("Photos", "Store", "Timeline"):
            package.write(f"Sources/{module}/A.swift", "")
        for module, status in (("Photos", 0), ("Store", 1)):
            package.write("Sources/Timeline/A.swift", f"import {module}\n")
            result = subprocess.run(
                [SCRIPTS / "check-imports", package.root],
                capture_output=True,
                text=True,
                check=False,
            )
            self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        self.assertIn("Sources/Timeline/A.swift:1: error: Timeline → Store", result.stdout)


if __name__ == "__main__":
    unittest.main()
