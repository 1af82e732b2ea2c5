import unittest

from .sandbox import Sandbox


class InstallTests(unittest.TestCase):
    """`scripts/install` with programs that a stand-in built."""

    def setUp(self):
        self.box = Sandbox(self)
        self.box.copy("install", "installed.txt")
        self.box.stand_in("scripts/build")
        for program in ("carousel", "carousel-gallery", "carousel-decoder", "carousel-server"):
            self.box.stand_in(f".build/static/release/{program}")
        for path in (
            "data/org.carousel.Gallery.desktop",
            "data/org.carousel.Gallery.svg",
            "LICENSE",
            "docs/LICENSES.md",
            "docs/SERVER.md",
            "data/carousel-server.service",
        ):
            file = self.box.root / path
            file.parent.mkdir(exist_ok=True)
            file.write_text(path)

    def files(self) -> set[str]:
        place = self.box.root / "stage"
        return {
            str(path.relative_to(place)) for path in place.rglob("*") if not path.is_dir()
        }

    def run_it(self, *arguments: str):
        result = self.box.run("scripts/install", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def test_what_is_installed_works_and_is_taken_away_again(self):
        stage = f"{self.box.root}/stage"
        for _ in range(2):
            self.run_it(stage, "/opt/my apps")
        self.assertEqual(self.box.log(), ["build --static"] * 2)
        files = self.files()
        self.assertEqual(len(files), 13)
        self.assertIn("opt/my apps/libexec/carousel/carousel-decoder", files)
        self.assertEqual(
            self.box.run("stage/opt/my apps/bin/carousel-gallery", "x").returncode, 0
        )
        self.assertEqual(self.box.log(), ["carousel-gallery x"])

        other = self.box.root / "stage/opt/my apps/share/doc/another"
        other.parent.mkdir(exist_ok=True)
        other.touch()
        self.run_it("--uninstall", stage, "/opt/my apps")
        self.assertEqual(self.files(), {"opt/my apps/share/doc/another"})

    def test_it_says_when_the_programs_are_not_in_the_path(self):
        prefix = f"{self.box.root}/stage"
        self.assertIn("not in your PATH", self.run_it("", prefix).stdout)
        self.assertNotIn("not in your PATH", self.run_it(prefix, "/usr").stdout)

    def test_a_relative_prefix_is_refused(self):
        result = self.box.run("scripts/install", "", "here")
        self.assertEqual(result.returncode, 1)
        self.assertIn("PREFIX", result.stderr)


if __name__ == "__main__":
    unittest.main()
