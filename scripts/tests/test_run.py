import hashlib
import unittest

from .sandbox import Sandbox


class RunTests(unittest.TestCase):
    """`scripts/run` with stand-ins for the build and the programs."""

    def setUp(self):
        self.box = Sandbox(self)
        self.box.copy("run")
        self.box.stand_in("scripts/setup")
        self.box.stand_in("scripts/build")
        self.box.stand_in("scripts/headless", 'exec "$@"')
        self.box.stand_in(".build/release/carousel-gallery")
        self.carousel('mkdir -p "$2"; touch "$2/1.jpg"')

    def carousel(self, on_sample: str, on_timeline: str = "echo nothing"):
        self.box.stand_in(
            ".build/release/carousel",
            f"case $1 in sample) {on_sample} ;; timeline) {on_timeline} ;; esac",
        )

    def add_photo(self, path: str):
        file = self.box.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()

    def library_for(self, folder: str) -> str:
        digest = hashlib.sha256(str(self.box.root / folder).encode()).hexdigest()
        return f".build/trial-libraries/{digest[:12]}"

    def run_it(self, **environment: str):
        result = self.box.run("scripts/run", **environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def test_it_opens_the_folder_of_pictures_in_a_library_of_its_own(self):
        self.add_photo("home/Pictures/2014/A.JPG")
        self.run_it()
        library = self.library_for("home/Pictures")
        self.assertEqual(
            self.box.log(),
            [
                "setup build display",
                "build carousel-decoder carousel carousel-gallery",
                f"carousel scan home/Pictures --library {library}",
                f"headless .build/release/carousel-gallery --library {library}"
                " --screenshot carousel.png --size 1280x800 home/Pictures",
                f"carousel-gallery --library {library}"
                " --screenshot carousel.png --size 1280x800 home/Pictures",
                f"carousel timeline --library {library}",
            ],
        )
        self.assertTrue((self.box.root / library).is_dir())

    def test_it_makes_samples_once_when_there_are_no_pictures(self):
        self.add_photo("home/Pictures/notes.txt")
        self.run_it()
        self.assertIn("carousel sample .build/sample-photos.partial --photos 400", self.box.log())
        self.assertTrue((self.box.root / ".build/sample-photos/1.jpg").exists())
        self.run_it()
        log = self.box.log()
        self.assertFalse([line for line in log if line.startswith("carousel sample")])
        self.assertTrue(log[-1].endswith(self.library_for(".build/sample-photos")))

    def test_half_made_samples_are_made_anew(self):
        self.carousel('mkdir -p "$2"; touch "$2/half.jpg"; exit 1')
        self.assertNotEqual(self.box.run("scripts/run").returncode, 0)
        self.carousel('mkdir "$2" && touch "$2/1.jpg"')
        self.run_it()
        self.assertFalse((self.box.root / ".build/sample-photos/half.jpg").exists())

    def test_a_folder_that_is_named_is_opened_even_when_empty(self):
        (self.box.root / "my photos").mkdir()
        self.run_it(PHOTOS="my photos")
        self.assertIn(
            f"carousel scan my photos --library {self.library_for('my photos')}", self.box.log()
        )

    def test_a_folder_that_does_not_exist_is_an_error_before_any_build(self):
        result = self.box.run("scripts/run", PHOTOS="nowhere")
        self.assertEqual(result.returncode, 1)
        self.assertIn("nowhere is not a folder", result.stderr)
        self.assertEqual(self.box.log(), [])

    def test_a_tilde_that_the_shell_left_is_the_home_folder(self):
        self.add_photo("home/Photos/A.jpg")
        self.run_it(PHOTOS="~/Photos", LIBRARY="~/library")
        self.assertIn("carousel scan home/Photos --library home/library", self.box.log())

    def test_with_a_display_the_window_opens_there(self):
        self.add_photo("home/Pictures/A.jpg")
        self.box.stand_in("bin/xdpyinfo")
        path = f"{self.box.root}/bin:/usr/bin:/bin"
        self.run_it(DISPLAY=":7", PATH=path)
        log = self.box.log()
        self.assertIn("setup build", log)
        self.assertEqual(
            log[-1],
            f"carousel-gallery --library {self.library_for('home/Pictures')} home/Pictures",
        )

    def test_a_display_that_does_not_answer_is_none(self):
        self.add_photo("home/Pictures/A.jpg")
        self.box.stand_in("bin/xdpyinfo", "exit 1")
        result = self.run_it(DISPLAY=":7", PATH=f"{self.box.root}/bin:/usr/bin:/bin")
        self.assertIn("There is no display", result.stdout)
        self.assertIn("setup build display", self.box.log())

    def test_a_long_timeline_is_cut_and_kept_whole_in_a_file(self):
        self.carousel('mkdir -p "$2"', "seq 1000")
        result = self.run_it()
        self.assertIn("\n60\n", result.stdout)
        self.assertNotIn("\n61\n", result.stdout)
        self.assertIn("940 lines more", result.stdout)
        self.assertIn("\n1000\n", (self.box.root / ".build/timeline.txt").read_text())


if __name__ == "__main__":
    unittest.main()
