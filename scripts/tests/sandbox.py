"""A copy of the shell scripts with stand-ins for what they call."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent


class Sandbox:
    """A checkout whose programs and scripts note their calls in a log."""

    def __init__(self, test: unittest.TestCase) -> None:
        # Resolved, since scripts print and pass on resolved paths.
        self.root = Path(tempfile.mkdtemp()).resolve()
        test.addCleanup(shutil.rmtree, self.root)
        self.home = self.root / "home"
        self.home.mkdir()
        self.log_file = self.root / "log"
        self.log_file.touch()

    def copy(self, *names: str) -> None:
        for name in names:
            target = self.root / "scripts" / name
            target.parent.mkdir(exist_ok=True)
            shutil.copy(SCRIPTS / name, target)

    def stand_in(self, path: str, body: str = "") -> None:
        """A program that notes its name and arguments, then does the body."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(
            f'#!/usr/bin/env bash\necho "{file.name} $*" >>"{self.log_file}"\n{body}\n'
        )
        file.chmod(0o755)

    def run(self, *command: str, **environment: str) -> subprocess.CompletedProcess:
        clean = {
            name: value
            for name, value in os.environ.items()
            if name not in ("DISPLAY", "WAYLAND_DISPLAY", "PHOTOS", "LIBRARY")
        }
        return subprocess.run(
            [self.root / command[0], *command[1:]],
            cwd=self.root,
            env=clean | {"HOME": str(self.home)} | environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def log(self) -> list[str]:
        """The calls, with the checkout's own path left out."""
        text = self.log_file.read_text().replace(f"{self.root}/", "")
        self.log_file.write_text("")
        return text.splitlines()
