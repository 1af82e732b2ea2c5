import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SETUP = Path(__file__).resolve().parent.parent / "setup"
TOOLS = ("awk", "bash", "cut", "dirname", "env", "grep", "head", "sed", "sort", "comm", "cat")

# Knows what stands in the file `installed`, and fails when asked for more,
# as the real one does.
DPKG_QUERY = """#!/usr/bin/env bash
status=0
for name in "${@:3}"; do
    if grep -qx "$name" "$PLACE/installed"; then echo "installed $name"
    elif [ "$name" = xauth ]; then echo "config-files $name"
    else status=1; fi
done
exit $status
"""
APT_GET = """#!/usr/bin/env bash
echo "apt-get $*" >>"$PLACE/log"
[ "$1" != update ] || exit "${UPDATE_STATUS:-0}"
exit "${INSTALL_STATUS:-0}"
"""
SUDO = """#!/usr/bin/env bash
echo sudo >>"$PLACE/log"
exec "$@"
"""


class SetupTests(unittest.TestCase):
    """`scripts/setup` with stand-ins for apt, dpkg, sudo and Swift."""

    def setUp(self):
        self.place = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.place)
        for tool in TOOLS:
            (self.place / tool).symlink_to(shutil.which(tool))
        self.provide("dpkg-query", DPKG_QUERY)
        self.provide("apt-get", APT_GET)
        self.provide("sudo", SUDO)
        self.provide_swift("Swift version 6.3.1 (swift-6.3.1-RELEASE)")
        self.be("0")
        (self.place / "installed").write_text("\n".join(self.packages()) + "\n")
        (self.place / "log").touch()

    def provide(self, name: str, text: str):
        file = self.place / name
        file.write_text(text)
        file.chmod(0o755)

    def provide_swift(self, version: str):
        self.provide("swift", f"#!/usr/bin/env bash\necho '{version}'\n")

    def be(self, user: str):
        self.provide("id", f"#!/usr/bin/env bash\necho {user}\n")

    def packages(self) -> list[str]:
        lines = (SETUP.parent / "packages.txt").read_text().splitlines()
        names = (line.partition("#")[0].strip() for line in lines)
        return [name for name in names if name and not name.startswith("[")]

    def forget(self, *names: str):
        kept = [name for name in self.packages() if name not in names]
        (self.place / "installed").write_text("\n".join(kept) + "\n")

    def run_setup(self, *sections: str, **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.place / "bash", SETUP, *sections],
            env={"PATH": str(self.place), "PLACE": str(self.place), **environment},
            capture_output=True,
            text=True,
            check=False,
        )

    def log(self) -> list[str]:
        return (self.place / "log").read_text().splitlines()

    def test_it_does_nothing_when_all_is_there(self):
        result = self.run_setup()
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        self.assertEqual(self.log(), [])

    def test_it_installs_what_is_missing_and_nothing_else(self):
        self.forget("libvips-dev", "xauth")
        result = self.run_setup()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(
            self.log(),
            [
                "apt-get update -q",
                "apt-get install -y -q --no-install-recommends libvips-dev xauth",
            ],
        )

    def test_sections_limit_it(self):
        self.forget("libvips-dev", "xauth")
        self.assertEqual(self.run_setup("test").returncode, 0)
        self.assertEqual(self.log(), [])
        self.assertEqual(self.run_setup("display", "test").returncode, 0)
        self.assertEqual(self.log()[-1].split()[-1], "xauth")

    def test_a_section_that_does_not_exist_is_an_error(self):
        result = self.run_setup("dispaly")
        self.assertEqual(result.returncode, 1)
        self.assertIn("[dispaly]", result.stderr)

    def test_who_is_not_root_needs_sudo(self):
        self.forget("xvfb")
        self.be("1000")
        self.assertEqual(self.run_setup().returncode, 0)
        self.assertEqual([line.split()[0] for line in self.log()], ["sudo", "apt-get"] * 2)

        (self.place / "sudo").unlink()
        result = self.run_setup()
        self.assertEqual(result.returncode, 1)
        self.assertIn("apt-get install --no-install-recommends xvfb", result.stderr)

    def test_who_is_not_root_needs_no_sudo_when_all_is_there(self):
        self.be("1000")
        (self.place / "sudo").unlink()
        self.assertEqual(self.run_setup().returncode, 0)

    def test_it_tries_with_old_lists_when_they_cannot_be_renewed(self):
        self.forget("xvfb")
        self.assertEqual(self.run_setup(UPDATE_STATUS="100").returncode, 0)
        self.assertEqual(len(self.log()), 2)

    def test_a_failed_installation_fails(self):
        self.forget("xvfb")
        self.assertEqual(self.run_setup(INSTALL_STATUS="100").returncode, 1)

    def test_without_dpkg_it_tells_what_is_needed(self):
        (self.place / "dpkg-query").unlink()
        result = self.run_setup("build")
        self.assertEqual(result.returncode, 0)
        self.assertIn("libvips-dev", result.stdout)
        self.assertNotIn("xvfb", result.stdout)

    def test_a_missing_toolchain_is_named(self):
        (self.place / "swift").unlink()
        result = self.run_setup()
        self.assertEqual(result.returncode, 1)
        self.assertIn("Swift is not in PATH", result.stderr)
        self.assertIn("https://www.swift.org/install/linux/", result.stderr)

    def test_an_old_toolchain_is_named(self):
        for version, status in (
            ("Swift version 5.10.1 (swift-5.10.1-RELEASE)", 1),
            ("Swift version 6.1.3 (swift-6.1.3-RELEASE)", 1),
            ("Swift version 6.2 (swift-6.2-RELEASE)", 0),
            ("Swift version 6.10-dev (LLVM 0, Swift 1)", 0),
            ("Apple Swift version 6.3 (swiftlang-6.3.0)", 0),
            ("OpenStack Object Storage", 1),
        ):
            with self.subTest(version):
                self.provide_swift(version)
                result = self.run_setup()
                self.assertEqual(result.returncode, status, result.stderr)
                if status:
                    self.assertIn("6.2", result.stderr)

    def test_the_list_names_no_package_twice(self):
        names = self.packages()
        self.assertEqual(len(names), len(set(names)))


if __name__ == "__main__":
    unittest.main()
