import unittest
from pathlib import Path

from checks.swift_source import SwiftSource


def code(text: str) -> str:
    return SwiftSource.parse(Path("A.swift"), text).code


class SwiftSourceTests(unittest.TestCase):
    def test_comments_and_code_keep_their_lines_and_offsets(self):
        text = 'let a = 1 // one\n/* two\n three */ let b = "four"\n'
        source = SwiftSource.parse(Path("A.swift"), text)
        self.assertEqual(source.code, 'let a = 1       \n      \n          let b = "    "\n')
        self.assertEqual(len(source.comments), len(text))
        self.assertEqual(source.comments.split(), ["//", "one", "/*", "two", "three", "*/"])
        self.assertEqual(source.line(text.index("let b")), 3)

    def test_block_comments_nest(self):
        self.assertEqual(code("/* a /* b */ import C */ let d").split(), ["let", "d"])

    def test_an_unclosed_comment_or_string_reaches_to_the_end(self):
        self.assertEqual(code("/* import A").strip(), "")
        self.assertEqual(code('"""\nimport A').split(), ['"""'])

    def test_literals_of_every_kind_are_blank(self):
        for literal in (
            '"import A"',
            r'"\"import A"',
            r'"\\"',
            '#"import "A" "#',
            '"""\nimport A "" \n"""',
            '##"""\nimport A """# \n"""##',
            '#/import "A/#',
        ):
            with self.subTest(literal):
                text = code(f"x = {literal}; import B")
                self.assertNotIn("A", text)
                self.assertTrue(text.endswith("; import B"))

    def test_code_within_an_interpolation_is_code(self):
        text = code(r'"a \(f("b)", (c)) + d) e"; g')
        self.assertEqual("".join(text.split()), '"f("",(c))+d";g')

    def test_a_raw_string_interpolates_only_with_its_hashes(self):
        text = code(r'#"a \(b) \#(c) d"#; e')
        self.assertEqual("".join(text.split()), '#"c"#;e')

    def test_a_plain_string_ends_with_its_line(self):
        self.assertIn("import B", code('let broken = "A\nimport B'))


if __name__ == "__main__":
    unittest.main()
