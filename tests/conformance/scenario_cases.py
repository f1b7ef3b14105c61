"""Reading the cases of scenarios: what a game of one has when it is opened, as data.

A case names a clause and a `scenario`, and asks for one part of it (test_scenarios_open_as_written.py says which there
are), of one `side` where that is asked of a side; `veterans` are the battalions chosen as such. `expect` need only name
what it is about.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.flanders_fields.vocabulary import Side

FOLDER = Path(__file__).parent / "scenarios"
KNOWN = {"clause", "case", "scenario", "ask", "side", "veterans", "expect"}


@dataclass(frozen=True)
class ScenarioCase:
    """One expectation of a scenario, worked by hand from the rulebook."""

    name: str
    clause: str
    scenario: str
    ask: str
    side: Side
    veterans: tuple[str, ...]
    expect: Mapping[str, Any]


def every_scenario_case() -> Iterator[ScenarioCase]:
    """Every case of every file."""
    for path in sorted(FOLDER.glob("*.toml")):
        for number, written in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["case"], 1):
            unknown = set(written) - KNOWN
            assert not unknown, f"{path.name}, case {number}: {unknown} are no keys of a case"
            yield ScenarioCase(
                name=f"{written['clause']} {written['case']}",
                clause=written["clause"],
                scenario=written["scenario"],
                ask=written["ask"],
                side=Side(written.get("side", "attacker")),
                veterans=tuple(written.get("veterans", ())),
                expect=written["expect"],
            )
