"""Templates show what they are given: no clause, no numbered house rule, and no macro that takes a form to fill in."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from jinja2 import nodes

from app.pages.rendering import FRONTEND, environment
from app.systems.flanders_fields.lookups import CLAUSES
from rules.flanders_fields.ruleset import clauses, rulings, tables
from tests.architecture.clause_ids import id_prefixes

TEMPLATES: Final = FRONTEND / "templates"
MOST_PARAMETERS: Final = 6


def templates() -> Iterator[Path]:
    """Every template, whatever system it is of."""
    return TEMPLATES.rglob("*.html")


def ids_of_a_book(text: str) -> list[str]:
    """What in a text is the id of a clause, a ruling or a gap."""
    return re.findall(rf"\b(?:{'|'.join(id_prefixes())})-(?:[A-Z]+-)?T?\d+\b", text)


def test_no_template_names_a_clause_or_a_ruling() -> None:
    assert len(list(templates())) > 40
    named = {str(one.relative_to(TEMPLATES)): ids_of_a_book(one.read_text(encoding="utf-8")) for one in templates()}
    assert {name: found for name, found in named.items() if found} == {}


def test_an_id_is_found_where_one_stands() -> None:
    assert ids_of_a_book('<span class="cl">FF-BAR-04</span>, AMB-01 and BE-ART-T1') == [
        "FF-BAR-04",
        "AMB-01",
        "BE-ART-T1",
    ]
    assert ids_of_a_book("A-B, UTF-8, 1914-18") == []


def test_no_macro_takes_more_parameters_than_a_reader_keeps_in_mind() -> None:
    long = [
        f"{path.name}: {macro.name}"
        for path in templates()
        for macro in environment().parse(path.read_text(encoding="utf-8")).find_all(nodes.Macro)
        if len(macro.args) > MOST_PARAMETERS
    ]
    assert long == []


@pytest.mark.parametrize("about", CLAUSES)
def test_what_a_page_names_is_in_the_book(about: str) -> None:
    printed = {one.id for one in tables().values()}
    assert CLAUSES[about] in clauses().keys() | rulings().keys() | printed
