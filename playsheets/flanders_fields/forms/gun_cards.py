"""Gun cards: for each battery and mortar of a plan what it lies on and does by itself, turn by turn (FF-FPL-78)."""

from collections.abc import Iterator
from typing import Final

from playsheets.flanders_fields.forms.barrage_map import kind_of_area
from playsheets.flanders_fields.forms.plan_marks import Aimed, along_and_up, in_words, marks
from playsheets.forms.content import (
    CutOutCard,
    CutOutCards,
    Fields,
    Form,
    Ledger,
    LedgerCell,
    LedgerColumn,
    NamedField,
    Passage,
)
from rules.flanders_fields.artillery.areas import FireAreaFacts, area_of
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.references import in_words as reference_in_words
from rules.flanders_fields.fire_plan.written import (
    BombardmentLine,
    Duty,
    Reference,
    ShiftLine,
    SosLine,
    WeaponLine,
    WrittenPlan,
)
from rules.kernel.explain import Refusal

TURNS: Final = 8
"""How many turns a card has where its plan does not reach further."""
MOST_TURNS: Final = 14
COLUMNS: Final = (
    LedgerColumn("Turn", 3),
    LedgerColumn("By the plan", 8),
    LedgerColumn("Along", 4),
    LedgerColumn("Up", 4),
    LedgerColumn("Ordered to", 7),
    LedgerColumn("Fired", 3),
)


def gun_cards(plan: WrittenPlan, book: RuleBook | None, kept: str) -> Form:
    """A card for every weapon of the plan, to cut out; `book` of its month for how large its fire is."""
    if not plan.weapons:
        none = Passage("", ("This plan names no battery and no mortar.",))
        return Form("guns", "Gun cards", plan.name, (none,), kept)
    cards = tuple(_card(plan, one, book) for one in plan.weapons)
    return Form("guns", "Gun cards", plan.name, (CutOutCards(cards),), kept)


def blank_cards(count: int = 4) -> Form:
    """Cards with nothing on them yet."""
    heads = Fields((NamedField("Point, cm along"), NamedField("Point, cm up"), NamedField("Falls on")), across=3)
    rows = tuple((LedgerCell(str(turn)), *(LedgerCell(),) * 4, LedgerCell(boxes=1)) for turn in range(1, TURNS + 1))
    card = CutOutCard("Battery", "", (Fields((NamedField("Name"),), across=1), heads, Ledger("", COLUMNS, rows)))
    return Form("guns-blank", "Gun cards", "", (CutOutCards((card,) * count),))


def _card(plan: WrittenPlan, line: WeaponLine, book: RuleBook | None) -> CutOutCard:
    about = [in_words(line.kind)]
    about += [line.duty.value] if line.duty is not Duty.REGIMENTAL else []
    about += [f"at call of {line.at_call_of}"] if line.at_call_of else []
    first = reference_in_words(line.at) if line.at else ""
    fields = [
        NamedField("First point", ", ".join(filter(None, (first, line.where)))),
        NamedField("Falls on", _falls_on(line, book)),
    ]
    said = tuple(filter(None, (line.note, _answers(plan, line))))
    blocks: list[Fields | Ledger | Passage] = [Fields(tuple(fields), across=2)]
    blocks.append(Ledger("", COLUMNS, tuple(_turns(plan, line))))
    blocks += [Passage("", said)] if said else []
    return CutOutCard(f"No. {marks(plan)[line.id]}, {line.name}", ", ".join(about), tuple(blocks))


def _falls_on(line: WeaponLine, book: RuleBook | None) -> str:
    if book is None:
        return ""
    at = line.at or Reference(0, 0)
    asked = FireAreaFacts(kind=kind_of_area(line.kind), point_along_cm=at.along_mm / 10, point_up_cm=at.up_mm / 10)
    found = area_of(asked, book)
    return "" if isinstance(found, Refusal) else f"{found.value.width_cm:g} × {found.value.depth_cm:g} cm"


def _answers(plan: WrittenPlan, line: WeaponLine) -> str:
    mine = [one for one in plan.sos_points if one.weapon in (line.id, "") and one.at]
    points = (f"{marks(plan)[one.id]} {_at(one)}" for one in mine)
    return f"SOS points: {'; '.join(points)}" if mine else ""


def _at(one: SosLine) -> str:
    return reference_in_words(one.at) if one.at else ""


def _turns(plan: WrittenPlan, line: WeaponLine) -> Iterator[tuple[LedgerCell, ...]]:
    """Every turn: where it lies, and what it does without an order."""
    aimed: tuple[Aimed, ...] = (*plan.shifts, *plan.bombardments)
    mine = [one for one in aimed if one.weapon == line.id and one.turn]
    last = max((one.turn or 0 for one in mine), default=0)
    lies = line.at
    for turn in range(1, min(max(TURNS, last), MOST_TURNS) + 1):
        now = [one for one in mine if one.turn == turn]
        lies = next((one.at for one in reversed(now) if isinstance(one, ShiftLine) and one.at), lies)
        fires = next((one for one in now if isinstance(one, BombardmentLine)), None)
        does = ", ".join("fires" if one is fires else "point moves" for one in now)
        at = fires.at if fires and fires.at else lies
        yield (
            LedgerCell(str(turn)),
            LedgerCell(does),
            *(LedgerCell(one) for one in along_and_up(at)),
            LedgerCell(),
            LedgerCell(boxes=1),
        )
