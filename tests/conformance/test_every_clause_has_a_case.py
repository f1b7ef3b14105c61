"""No clause the program acts on stands without a case that proves it."""

from rules.kernel.clauses import Status
from tests.conformance.cases import every_case
from tests.conformance.printed_cases import every_printed_case
from tests.conformance.scenario_cases import every_scenario_case
from tests.conformance.systems import SYSTEMS, every_clause

ACTED_ON = (Status.FULL, Status.PARTLY)
PRINTED = {case.clause for case in every_printed_case()} | {case.clause for case in every_scenario_case()}
NAMED = {clause for system in SYSTEMS for case in every_case(system) for clause in case.clauses} | PRINTED


def test_every_clause_the_program_acts_on_has_a_case() -> None:
    without = sorted(c.id for c in every_clause().values() if c.status in ACTED_ON and c.id not in NAMED)
    assert not without, f"write a conformance case for: {', '.join(without)}"


def test_every_case_names_clauses_that_exist() -> None:
    unknown = sorted(NAMED - set(every_clause()))
    assert not unknown, f"no clause file knows: {', '.join(unknown)}"
