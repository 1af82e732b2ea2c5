"""House rules that a formatter does not know (STYLE.md gives their reasons)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .swift_source import SwiftSource

MOST_LINES = 500
DECIDING = frozenset({"Photos", "Timeline", "Sync", "Rendering"})

_SWITCHES_OFF = {
    "@unchecked Sendable": (re.compile(r"@unchecked\s+Sendable\b"), "unchecked"),
    "nonisolated(unsafe)": (re.compile(r"\bnonisolated\s*\(\s*unsafe\s*\)"), "unsafe"),
    "try!": (re.compile(r"\btry!"), "try!"),
}
_SLEEP = re.compile(r"(?<!func )\b(?:sleep|usleep|nanosleep|clock_nanosleep)\s*\(")
_PROMISE = re.compile(r"\b(?:TODO|FIXME|XXX)\b")
_CLOCK = re.compile(r"\b(?:ContinuousClock|SuspendingClock)\b")
_CHANCE = re.compile(
    r"\bSystemRandomNumberGenerator\b"
    r"|\.(?:random|randomElement|shuffled?)\s*\((?![^\n]*\busing:)"
)
_OUTPUT = re.compile(r"(?<![\w.])(?:print|debugPrint|dump)\s*\(")
_ATTRIBUTE_LINE = re.compile(r"^\s*@\w+(?:\([^)]*\))?\s*$")
_COMMENT_MARKS = " \t/*"


@dataclass(frozen=True)
class Finding:
    line: int
    text: str


def findings_in(source: SwiftSource, parts: tuple[str, ...]) -> Iterator[Finding]:
    """What breaks a rule in a file, told by the parts of its path within the
    package."""
    yield from _without_reason(source)
    lines = len(source.code.splitlines())
    if lines > MOST_LINES:
        yield Finding(
            MOST_LINES + 1, f"{lines} lines: split the file, {MOST_LINES} are the most"
        )
    for match in _PROMISE.finditer(source.comments):
        yield Finding(
            source.line(match.start()), f"{match[0]}: do it, or file an issue"
        )
    if parts[0] == "Tests":
        yield from _each(
            _SLEEP, source, "a test waits for what happens, never for time to pass"
        )
    if parts[0] == "Sources" and parts[1] in DECIDING:
        yield from _each(_CLOCK, source, f"{parts[1]} has no clock: time is an argument")
        yield from _each(
            _CHANCE, source, f"{parts[1]} has no chance: the generator is an argument"
        )
        yield from _each(_OUTPUT, source, f"{parts[1]} does no output")


def _each(pattern: re.Pattern[str], source: SwiftSource, text: str) -> Iterator[Finding]:
    for match in pattern.finditer(source.code):
        yield Finding(source.line(match.start()), text)


def _without_reason(source: SwiftSource) -> Iterator[Finding]:
    for name, (pattern, word) in _SWITCHES_OFF.items():
        for match in pattern.finditer(source.code):
            line = source.line(match.start())
            if not _has_reason_above(source, line, word):
                yield Finding(line, f"{name} without its reason in a comment above")


def _has_reason_above(source: SwiftSource, line: int, word: str) -> bool:
    """Whether a comment ends on the line above (attributes may stand between)
    and says something. A doc comment describes the symbol, so it counts only
    when it names what is switched off."""
    code, comments = source.code.split("\n"), source.comments.split("\n")
    above = line - 2
    while above >= 0 and _ATTRIBUTE_LINE.match(code[above]):
        above -= 1
    if above < 0 or code[above].strip() or not comments[above].strip(_COMMENT_MARKS):
        return False
    if not comments[above].lstrip().startswith("///"):
        return True
    while above >= 0 and comments[above].lstrip().startswith("///"):
        if word in comments[above]:
            return True
        above -= 1
    return False


def swift_files(root: Path) -> Iterator[Path]:
    yield root / "Package.swift"
    for top in ("Sources", "Tests", "Fuzz"):
        for path in sorted((root / top).rglob("*.swift")):
            if ".build" not in path.parts:
                yield path


def problems_in(root: Path) -> Iterator[str]:
    for path in swift_files(root):
        relative = path.relative_to(root)
        for finding in findings_in(SwiftSource.read(path), relative.parts):
            yield f"{relative}:{finding.line}: error: {finding.text}"
