"""The artillery a scenario gives its sides, held against what the book allots them (FF-SUI-02, FF-DFA-02)."""

from collections.abc import Iterator, Sequence

from rules.flanders_fields.artillery_allotment import DefendingFacts, SuperimposedFacts, defending, superimposed
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.state import Regiment, Unit
from rules.flanders_fields.vocabulary import FIELD_ARTILLERY, Side, UnitClass
from rules.kernel.explain import Refusal
from rules.kernel.strict import Reader

KEY = "superimposed_batteries"
HEAVY, SUPER_HEAVY = UnitClass.HEAVY_ARTILLERY, UnitClass.SUPER_HEAVY_ARTILLERY


def check_superimposed(entry: Reader, facts: SuperimposedFacts, batteries: Sequence[UnitClass], book: RuleBook) -> None:
    """Raises BadData for more batteries laid over the barrage than a side may have at the scenario's date."""
    if not batteries:
        return
    answer = superimposed(facts, book)
    if isinstance(answer, Refusal):
        because = f"{answer.because[0].lower()}{answer.because[1:]}"
        raise entry.wrong(KEY, f"names {len(batteries)}, but {because} ({answer.clause})", "leave it out")
    most = answer.value
    for kinds, word, allowed in (
        (FIELD_ARTILLERY, "field", most.field),
        ({HEAVY}, "heavy", most.heavy),
        ({SUPER_HEAVY}, "super heavy", most.super_heavy),
    ):
        named = sum(kind in kinds for kind in batteries)
        if named > allowed:
            over = f"names {named} {word}, more than regiments of that number have (FF-SUI-02)"
            raise entry.wrong(KEY, over, f"for {facts.regiments} write {allowed} at the most")


def beyond_divisional(units: Sequence[Unit], regiments: Sequence[Regiment], book: RuleBook) -> Iterator[str]:
    """A sentence for the briefing where a defender has heavier guns than generally stand behind him.

    The book says "about" and "generally" here, so that a scenario may give more: it is told, never refused.
    """
    own = sum(regiment.side is Side.DEFENDER for regiment in regiments)
    usual = defending(DefendingFacts(regiments=own), book).value
    for kind, found in ((HEAVY, usual.heavy_brigades), (SUPER_HEAVY, usual.super_heavy)):
        named = [unit.name for unit in units if unit.side is Side.DEFENDER and unit.kind is kind]
        if named and not found:
            yield f"Heavier guns than generally stand behind a defence of this size: {', '.join(named)} (FF-DFA-02)."
