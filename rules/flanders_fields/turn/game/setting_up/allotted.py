"""The artillery a scenario gives its sides, held against what the book allots them (FF-SUI-02, FF-DFA-02)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.flanders_fields.artillery.allotment import DefendingFacts, SuperimposedFacts, defending, superimposed
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.state import Regiment, Unit
from rules.flanders_fields.vocabulary import FIELD_ARTILLERY, Level, Nation, UnitClass
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


def beyond_divisional(units: Sequence[Unit], regiments: int, nation: Nation, book: RuleBook) -> Iterator[str]:
    """A sentence for the briefing for each class of guns of which a defender has more than generally stand behind him.

    The book says "about" and "generally" here, so that a scenario may give more: it is told, never refused.
    """
    usual = defending(DefendingFacts(regiments=regiments, nation=nation), book).value
    guns = [unit for unit in units if unit.level is Level.REGIMENTAL and not unit.superimposed]
    for kinds, most, clause in (
        (FIELD_ARTILLERY, usual.field_batteries, "FF-DFA-02"),
        ({HEAVY}, usual.heavy_batteries, "FF-DFA-02"),
        ({SUPER_HEAVY}, usual.super_heavy, "FF-DFA-03"),
    ):
        named = [unit.name for unit in guns if unit.kind in kinds]
        if len(named) > most:
            says = f"More of these guns than generally stand behind a defence of this size ({most or 'none'})"
            yield f"{says}: {', '.join(named)} ({clause})."


def as_allowed(units: Sequence[Unit], regiments: Sequence[Regiment], book: RuleBook) -> Iterator[Unit]:
    """The units of a new game: where the date or the side has no superimposed batteries, they are ordinary ones."""
    for unit in units:
        own = sum(regiment.side is unit.side and not regiment.division for regiment in regiments)
        facts = SuperimposedFacts(regiments=own, side=unit.side)
        barred = unit.superimposed and isinstance(superimposed(facts, book), Refusal)
        yield replace(unit, superimposed=False) if barred else unit
