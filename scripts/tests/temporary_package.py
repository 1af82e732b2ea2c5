"""A package on disk and its `dump-package`, made for one test."""

from __future__ import annotations

import shutil
import tempfile
import unittest
from pathlib import Path

STRICT = [{"kind": {"treatAllWarnings": {"_0": "error"}}, "tool": "swift"}]


class TemporaryPackage:
    def __init__(self, test: unittest.TestCase) -> None:
        self.root = Path(tempfile.mkdtemp())
        test.addCleanup(shutil.rmtree, self.root)
        (self.root / "Package.swift").touch()
        self.targets: list[dict] = []
        self.dependencies: list[dict] = []

    @property
    def dump(self) -> dict:
        return {"targets": self.targets, "dependencies": self.dependencies}

    def add(self, name: str, dependencies: str = "", **more: object) -> dict:
        kind = "test" if name.endswith("Tests") else "regular"
        target = {
            "name": name,
            "type": kind,
            "dependencies": [{"byName": [name, None]} for name in dependencies.split()],
            "settings": STRICT,
        } | more
        self.targets.append(target)
        return target

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
