"""`make clauses` tells of every clause what acts on it."""

import pytest

from tests.conformance.__main__ import main
from tests.conformance.systems import SYSTEMS


def test_every_clause_is_listed_with_what_acts_on_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    listed = capsys.readouterr().out
    for prefix, system in SYSTEMS.items():
        assert [line.split()[0] for line in listed.splitlines() if line.startswith(f"{prefix}-")] == [*system.clauses]
        assert f"\n{system.title}, {len(system.clauses)} clauses: " in listed


def test_a_chapter_or_a_clause_is_listed_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["FF-SOS-04"]) == 0
    listed = capsys.readouterr().out
    assert "FF-SOS-04     full " in listed
    assert "tables/artillery/sos_call.toml" in listed
    assert "artillery.call_for_fire" in listed
    assert "questions: sos_call" in listed
    assert listed.splitlines()[-1] == "Flanders Fields, 1 clauses: 1 full"
