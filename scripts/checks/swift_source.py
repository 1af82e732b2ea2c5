"""Splits Swift source into its code and its comments.

Both come back with the length and the line breaks of the source, the rest
blanked, so that an offset or a line number means the same in all three.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_STRING_START = re.compile(r'(#*)("""|")')
_REGEX_START = re.compile(r"(#+)/")


@dataclass(frozen=True)
class SwiftSource:
    """A Swift file: its code without comments and the text of literals, and
    its comments without all else."""

    path: Path
    code: str
    comments: str

    @classmethod
    def read(cls, path: Path) -> SwiftSource:
        return cls.parse(path, path.read_text(encoding="utf-8"))

    @classmethod
    def parse(cls, path: Path, text: str) -> SwiftSource:
        scanner = _Scanner(text)
        scanner.scan_code(0, in_interpolation=False)
        return cls(path, "".join(scanner.code), "".join(scanner.comments))

    def line(self, offset: int) -> int:
        """The line number, from 1, of an offset into code or comments."""
        return self.code.count("\n", 0, offset) + 1


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.code = ["\n" if c == "\n" else " " for c in text]
        self.comments = list(self.code)

    def keep(self, layer: list[str], start: int, end: int) -> None:
        layer[start:end] = self.text[start:end]

    def scan_code(self, at: int, *, in_interpolation: bool) -> int:
        """Scans code up to the end, or up to the `)` that closes an
        interpolation; returns the offset behind it."""
        depth = 0
        text = self.text
        while at < len(text):
            if text.startswith("//", at):
                end = text.find("\n", at)
                end = len(text) if end < 0 else end
                self.keep(self.comments, at, end)
                at = end
            elif text.startswith("/*", at):
                end = self.end_of_block_comment(at)
                self.keep(self.comments, at, end)
                at = end
            elif match := _STRING_START.match(text, at):
                at = self.scan_string(match)
            elif match := _REGEX_START.match(text, at):
                close = text.find("/" + match[1], match.end())
                at = len(text) if close < 0 else close + 1 + len(match[1])
            else:
                if in_interpolation and text[at] == "(":
                    depth += 1
                elif in_interpolation and text[at] == ")":
                    if depth == 0:
                        return at + 1
                    depth -= 1
                self.code[at] = text[at]
                at += 1
        return at

    def end_of_block_comment(self, at: int) -> int:
        """Block comments nest in Swift."""
        depth = 0
        for match in re.compile(r"/\*|\*/").finditer(self.text, at):
            depth += 1 if match[0] == "/*" else -1
            if depth == 0:
                return match.end()
        return len(self.text)

    def scan_string(self, start: re.Match[str]) -> int:
        """Skips a literal, scanning the code within its interpolations. The
        quotes stay, so that a literal is still seen as a token."""
        hashes, quotes = start[1], start[2]
        self.keep(self.code, start.start(), start.end())
        close, escape = quotes + hashes, "\\" + hashes
        at, text = start.end(), self.text
        while at < len(text):
            if text.startswith(close, at):
                self.keep(self.code, at, at + len(close))
                return at + len(close)
            if text.startswith(escape + "(", at):
                at = self.scan_code(at + len(escape) + 1, in_interpolation=True)
            elif text.startswith(escape, at):
                at += len(escape) + 1
            elif text[at] == "\n" and quotes == '"':
                return at
            else:
                at += 1
        return at
