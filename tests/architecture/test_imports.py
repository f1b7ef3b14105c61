"""Imports keep the directions of docs/architecture.md, and form no cycle."""

import ast
from graphlib import TopologicalSorter
from typing import Final

import pytest

from tests.architecture import import_rules
from tests.architecture.import_rules import RULES, Import

PURE = "rules.flanders_fields.shooting"
STATE = "rules.flanders_fields.game.state.game"
GAS = "rules.flanders_fields.game.actions.gas"
AIR = "rules.flanders_fields.game.actions.air"
LATE: Final = {"app.application", "app.main", "app.pages.game_pages"}
"""Modules of the start, which load a heavy module when it is first needed."""
FORBIDDEN = {
    "the core of app imports no rule system": Import("app.pages.home", "app.systems.flanders_fields.screen"),
    "only `python -m app` imports app.main": Import("app.games.service", "app.main"),
    "the core of playsheets imports no rule system": Import("playsheets.press", "rules.earth_1418.ruleset"),
    "rule systems do not import each other": Import("rules.earth_1418.orders", PURE),
    "playsheets do not import app, rules import neither": Import("playsheets.press", "app.settings"),
    "the kernel imports nothing else of the product": Import("rules.kernel.dice", "rules.tabletop.stands"),
    "the tabletop imports the kernel only": Import("rules.tabletop.stands", PURE),
    "shapely and numpy are used by the tabletop only": Import(PURE, "shapely.geometry"),
    "pure rules import no game code": Import(PURE, STATE),
    "pure rules do not import the tabletop": Import(PURE, "rules.tabletop.stands"),
    "the actions of a chapter import no other chapter's": Import(f"{GAS}.gas_events", f"{AIR}.missions"),
    "only what stands above the actions imports them": Import(STATE, f"{GAS}.gas_events"),
    "nothing below the engine imports it": Import(f"{GAS}.gas_events", "rules.flanders_fields.game.engine"),
    "the registry imports no part of its game": Import("rules.flanders_fields.game.registry", f"{GAS}.gas_events"),
    "the state of a game imports no map facts and no actions": Import(
        STATE, "rules.flanders_fields.game.map_facts.board"
    ),
}


@pytest.mark.parametrize("name", RULES)
def test_imports_keep_direction(name: str) -> None:
    broken = import_rules.broken(RULES[name], import_rules.imports())
    assert not broken, [f"{one.importer} imports {one.imported}" for one in broken]


@pytest.mark.parametrize("name", RULES)
def test_rule_checks_imports(name: str) -> None:
    assert any(RULES[name].concerns(one) for one in import_rules.imports()), "no import is checked"


@pytest.mark.parametrize("name", RULES)
def test_rule_finds_a_forbidden_import(name: str) -> None:
    assert import_rules.broken(RULES[name], (FORBIDDEN[name],)) == [FORBIDDEN[name]]


def test_imports_are_found_wherever_they_are() -> None:
    text = (
        "import app.main\n"
        "if TYPE_CHECKING:\n    from rules.flanders_fields import shooting, NOTHING\n"
        "def late():\n    from rules.kernel import dice\n"
    )
    found = ["app.main", PURE, "rules.flanders_fields", "rules.kernel.dice"]
    assert sorted(import_rules.imported_by(ast.parse(text))) == sorted(found)


def test_there_is_no_import_cycle() -> None:
    order = list(TopologicalSorter(import_rules.graph()).static_order())
    assert len(order) == len(import_rules.modules()) > 300


def test_nothing_imports_late_without_need() -> None:
    late = {name for name in import_rules.modules() if import_rules.imports_in_functions(name)}
    assert late == LATE


def test_no_string_names_a_module() -> None:
    named = [f"{one.importer} names {one.imported}" for one in import_rules.strings()]
    assert named == []


def test_layout_of_the_systems_is_known() -> None:
    assert set(import_rules.systems()) == {"earth_1418", "flanders_fields"}
