"""What is counted as unchanged is unchanged, and what is a line of code is one."""

from textwrap import dedent

import pytest

from tools.unchanged_bodies import Body, bodies_of, compared, documented, explained, lines_of, reasons

BEFORE = dedent('''
    def depth(book, range_cm):
        """How deep."""
        table = book.table("FF-RNG-11")
        if range_cm <= table.near:
            return table.depth
        return range_cm
''')


def bodies(text: str, path: str = "rules/one.py") -> list[Body]:
    return bodies_of({path: text}, "rules")


def test_a_body_that_was_renamed_and_moved_is_unchanged() -> None:
    renamed = BEFORE.replace("depth", "zone").replace("range_cm", "away_cm").replace("table", "numbers")
    after = bodies(f"class Zones:\n    x = 1\n{renamed.replace(chr(10), chr(10) + '    ')}", "rules/two/zone.py")
    assert [*reasons(bodies(BEFORE), after)] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<=", "<"),
        ("return range_cm", "return range_cm + 1"),
        ("return range_cm", "return table"),  # another thing of those that are there
        ('table("FF-RNG-11")', 'table("FF-RNG-11", range_cm)'),
    ],
)
def test_a_body_that_does_something_else_is_not(old: str, new: str) -> None:
    assert old in BEFORE
    found = reasons(bodies(BEFORE), bodies(BEFORE.replace(old, new)))
    assert [(why, one.where) for why, one in found] == [
        ("say something else, or say it otherwise", "rules/one.py:depth")
    ]


def test_another_text_is_counted_apart() -> None:
    after = bodies(BEFORE.replace("FF-RNG-11", "shooting/ranges"))
    told = [*compared(bodies(BEFORE), after)]
    assert told[0] == "of all: 0 of 1 unchanged but for names (0.0 %); but for names and texts 1 (100.0 %)"


def test_one_body_does_not_stand_for_two() -> None:
    found = reasons(bodies(BEFORE + BEFORE.replace("depth", "other")), bodies(BEFORE))
    assert [one.name for _, one in found] == ["other"]


def test_a_ruling_that_is_looked_up_once_and_a_clause_written_out_are_told_apart() -> None:
    old = dedent("""
        LINE, STAYS = "FF-GAS-T1", "it stays"

        def falls(book):
            if book.behaviour("AMB-1", {"no": False, "yes": True}):
                return Step(LINE, "it falls", book.mark("AMB-1"))
            return Step(LINE, STAYS)
    """)
    new = dedent("""
        def falls(book):
            amb_1 = book.ruling("AMB-1")
            if amb_1.gives({"no": False, "yes": True}):
                return Step("FF-GAS-T1", "it falls", amb_1.mark)
            return Step("FF-GAS-T1", "it stays")
    """)
    why = "differ only in how a ruling is looked up or a clause is named"
    assert [told for told, _ in reasons(bodies(old), bodies(new))] == [why]
    asks_other = new.replace("amb_1.gives({", "not amb_1.gives({")
    assert [told for told, _ in reasons(bodies(old), bodies(asks_other))] != [why]


def test_of_the_rest_it_is_told_what_is_gone_and_what_reads_its_number() -> None:
    reads = BEFORE.replace("return range_cm", 'return range_cm + table.number("more").value')
    assert [*explained(bodies(BEFORE), bodies(reads))] == ["1 read of a table what they knew themselves"]
    assert [*explained(bodies(BEFORE), bodies("X = 1"))] == ["1 are gone, or called otherwise"]


def test_lines_are_counted_without_blanks_comments_and_docstrings() -> None:
    # def, table =, if, return, return: five.
    assert lines_of(BEFORE) == 5
    assert lines_of('"""A module."""\n\n# why\nX = (\n    1,\n)\n"""Of X."""\n') == 3
    assert lines_of('TEXT = """\n\nthree lines\n"""\n') == 4


def test_only_what_is_public_counts_as_documented() -> None:
    assert documented({"a.py": f'{BEFORE}\ndef _own():\n    """Not told."""\n\n\ndef bare():\n    return 1\n'}) == 1
