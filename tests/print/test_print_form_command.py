"""`beatenzone print-form`: forms of a force's file, a plan's or a scenario, or a sentence that says what is right."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from app.systems.flanders_fields.force_documents import write_document
from rules.flanders_fields.fire_plan_document import write_plan
from rules.flanders_fields.forces import make_force
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ArmyList
from rules.kernel.months import parse_month
from tests.print.forms import on_paper
from tests.print.plans import FULL
from tests.systems import cli

FORMS = {
    "--force": ["roster"],
    "--plan": ["plan", "map", "guns"],
    "--scenario": ["scenario", "report", "referee", "roster-attacker", "roster-defender"],
}


def run(*given: str) -> Result:
    return CliRunner().invoke(cli, ["print-form", *given])


@pytest.fixture
def sources(tmp_path: Path) -> dict[str, str]:
    force, plan = tmp_path / "force.json", tmp_path / "plan.json"
    force.write_bytes(
        write_document(make_force(ArmyList.GERMAN_STORM, RuleBook.for_game(parse_month("1918-03")), "Rohr"))
    )
    plan.write_bytes(write_plan(FULL))
    return {"--force": str(force), "--plan": str(plan), "--scenario": "mons-1914"}


@pytest.mark.parametrize("kind", list(FORMS))
def test_it_lists_what_there_is(sources: dict[str, str], kind: str) -> None:
    said = run(kind, sources[kind])
    assert said.exit_code == 0, said.stderr
    assert [line.split()[0] for line in said.stdout.splitlines()][: len(FORMS[kind])] == FORMS[kind]


@pytest.mark.parametrize(
    ("kind", "says"), [("--force", "Rohr"), ("--plan", "The fire waltz"), ("--scenario", "Prussian discipline")]
)
def test_they_come_in_one_file(sources: dict[str, str], tmp_path: Path, kind: str, says: str) -> None:
    to = tmp_path / "forms.pdf"
    said = run(*FORMS[kind], kind, sources[kind], "--paper", "letter", "--to", str(to))
    assert said.exit_code == 0, said.stderr
    assert says in on_paper(to.read_bytes())


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ((), "name --force, --plan or --scenario"),
        (("--scenario", "nowhere"), "choose one of: mons-1914"),
        (("broadsheet", "--scenario", "mons-1914"), "choose from scenario, report, referee"),
        (("scenario", "--scenario", "mons-1914", "--across", "40"), "enter 95 to 105"),
        (("scenario", "--scenario", "mons-1914", "--paper", "a0"), "choose from a4, letter"),
        (("--force", "/nowhere/at/all.json"), "cannot be read"),
        (("--plan", __file__), "no whole JSON"),
        (("scenario", "--scenario", "mons-1914", "--to", "/nowhere/at/all.pdf"), "cannot be written"),
    ],
)
def test_what_cannot_be_printed_is_told_with_what_can(given: tuple[str, ...], says: str, tmp_path: Path) -> None:
    if "--to" not in given:
        given = (*given, "--to", str(tmp_path / "none.pdf"))
    said = run(*given)
    assert said.exit_code == 2
    assert says in said.stderr
    assert not list(tmp_path.iterdir())
