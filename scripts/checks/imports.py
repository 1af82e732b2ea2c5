"""Compares Package.swift and every import with the table of arrows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .arrows import PROGRAMS, SHARED_C_MODULES, row_of
from .swift_source import SwiftSource

_ATTRIBUTE = r"@\w+(?:\([^)\n]*\))?\s+"
_ACCESS = r"(?:public|package|internal|fileprivate|private)\s+"
_KIND = r"(?:typealias|struct|class|enum|actor|protocol|let|var|func|macro)\s+"
_IMPORT = re.compile(
    rf"(?:^|;)[ \t]*((?:{_ATTRIBUTE}|{_ACCESS})*)import[ \t]+(?:{_KIND})?`?(\w+)`?",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Import:
    """One import statement."""

    module: str
    line: int
    is_reexported: bool
    is_public: bool


def imports_of(source: SwiftSource) -> Iterator[Import]:
    for match in _IMPORT.finditer(source.code):
        prefix = match[1].split()
        yield Import(
            module=match[2],
            line=source.line(match.start(2)),
            is_reexported="@_exported" in prefix,
            is_public="public" in prefix,
        )


class ImportChecker:
    """Checks one package, told by its folder and its `dump-package`."""

    def __init__(self, root: Path, dump: dict, packages: frozenset[str]) -> None:
        self.root = root
        self.dump = dump
        self.packages = packages
        self.targets = {target["name"]: target for target in dump["targets"]}
        self.problems: list[str] = []
        self.files = 0
        self.imports = 0

    def run(self) -> list[str]:
        for dependency in self.dump["dependencies"]:
            self.in_manifest(f"depends on another package: {dependency}")
        for target in self.targets.values():
            if target["type"] == "system":
                self.check_providers(target)
            else:
                self.check_declaration(target)
                self.check_files(target)
        self.check_for_strays()
        return self.problems

    def in_manifest(self, problem: str) -> None:
        self.problems.append(f"Package.swift: error: {problem}")

    def check_providers(self, target: dict) -> None:
        for provider in target.get("providers") or []:
            for name in (name for names in provider.get("apt", []) for name in names):
                if name not in self.packages:
                    self.in_manifest(
                        f"{target['name']} needs {name}, which is not in"
                        " scripts/packages.txt"
                    )

    def check_declaration(self, target: dict) -> None:
        name = target["name"]
        if not any(
            setting["kind"].get("treatAllWarnings", {}).get("_0") == "error"
            for setting in target["settings"]
        ):
            self.in_manifest(f"{name} does not treat warnings as errors")
        row = row_of(name)
        if row is None:
            self.in_manifest(f"{name} has no row in scripts/checks/arrows.py")
            return
        for dependency in declared(target):
            starts_it = target["type"] == "test" and dependency in PROGRAMS
            if dependency not in row.modules and not starts_it:
                self.in_manifest(f"{name} → {dependency} is not an allowed arrow")

    def folder(self, target: dict) -> Path:
        parent = "Tests" if target["type"] == "test" else "Sources"
        return self.root / (target.get("path") or f"{parent}/{target['name']}")

    def check_files(self, target: dict) -> None:
        for path in sorted(self.folder(target).rglob("*.swift")):
            self.files += 1
            for statement in imports_of(SwiftSource.read(path)):
                self.imports += 1
                where = f"{path.relative_to(self.root)}:{statement.line}: error: "
                for problem in self.problems_of(statement, target):
                    self.problems.append(where + problem)

    def problems_of(self, statement: Import, target: dict) -> Iterator[str]:
        name, module = target["name"], statement.module
        row = row_of(name)
        if row is None:
            return
        if statement.is_reexported:
            yield f"@_exported hides an arrow: whoever imports {name} gets {module} too"
        imported = self.targets.get(module)
        if imported is None:
            if module not in row.toolchain:
                allowed = ", ".join(sorted(row.toolchain))
                yield f"{name} may not import {module}; of the toolchain it may: {allowed}"
        elif module not in row.modules:
            yield f"{name} → {module} is not an allowed arrow"
        elif module in PROGRAMS:
            yield f"{module} is a program, which tests start and do not import"
        elif module not in declared(target):
            yield f"{name} imports {module}, which Package.swift does not declare for it"
        elif (
            imported["type"] == "system"
            and statement.is_public
            and module not in SHARED_C_MODULES
        ):
            yield f"C modules do not leak: import {module} without `public`"

    def check_for_strays(self) -> None:
        """A file outside all targets is compiled by nobody and checked by
        nobody."""
        folders = [self.folder(target) for target in self.targets.values()]
        for top in ("Sources", "Tests"):
            for path in sorted((self.root / top).rglob("*.swift")):
                if not any(path.is_relative_to(folder) for folder in folders):
                    self.problems.append(
                        f"{path.relative_to(self.root)}:1: error: belongs to no target"
                    )


def declared(target: dict) -> frozenset[str]:
    """The names a target's dependencies bear in `dump-package`."""
    return frozenset(
        value[0]
        for dependency in target["dependencies"]
        for kind, value in dependency.items()
        if kind in ("byName", "target", "product")
    )
