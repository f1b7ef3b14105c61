"""Rule tables beside lookups: command, orders, forces, the turn, cards and dice."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from app.pages.lookups.lookup_layout import (
    CLAUSE,
    Cell,
    Maker,
    Printed,
    Reading,
    TableLine,
    answers_to,
    line_of,
    sums_of,
    thirds_of,
)
from app.pages.rendering import clause_short
from app.systems.flanders_fields.lookups import words
from rules.flanders_fields.army_lists import Amount, FormationPart, GunFacts, Organisation, guns, guns_of, organisation
from rules.flanders_fields.cards import EFFECTS, CardFacts
from rules.flanders_fields.force_limits import DivisionShareFacts, GradesFacts, limits, share
from rules.flanders_fields.force_totals import ListedFacts
from rules.flanders_fields.morale import MoraleDue, SupportedBattalion, support_tests
from rules.flanders_fields.national_rules import Direction, MutinyFacts, StormPartFacts, mutinous_move, serve_with
from rules.flanders_fields.orders import Attack, CommanderKilled, UnderFire, field_promotion, raw_bonus_ends
from rules.flanders_fields.turn import steps
from rules.flanders_fields.vocabulary import Level, MoraleResult
from rules.kernel.explanations import Explained
from rules.kernel.numerals import signed

# Actions


def _replacements(reading: Reading) -> Printed:
    """Who replaces whom, as this game answers it."""
    facts: CommanderKilled = reading.facts
    killed = {words(level): replace(facts, level=level, spotter=False) for level in Level}
    killed["Spotter or specialist"] = replace(facts, spotter=True)
    rows = []
    for name, one in killed.items():
        step = field_promotion(one, reading.book).steps[0]
        cells = (Cell(step.says, step.house), Cell(clause_short(step.clause)))
        rows.append(TableLine(name, cells, one == facts))
    return Printed("Who replaces a commander", ("", CLAUSE), tuple(rows), "FF-CMD-09", "", 0)


def _attacks(reading: Reading) -> Printed:
    """What each attack does to the bonus of fresh Raw troops, as this game answers it."""
    facts: UnderFire = reading.facts
    attacks = {
        "Fire, in vain": replace(facts, attack=Attack.FIRE, suffered=False),
        "Fire, with effect": replace(facts, attack=Attack.FIRE, suffered=True),
        "Gas": replace(facts, attack=Attack.GAS),
        "Assault": replace(facts, attack=Attack.ASSAULT),
    }
    rows = []
    for name, one in attacks.items():
        step = raw_bonus_ends(one, reading.book).steps[0]
        cells = (Cell(step.says, step.house), Cell(clause_short(step.clause)))
        rows.append(TableLine(name, cells, one == facts))
    return Printed("Who loses the bonus", ("", CLAUSE), tuple(rows), "FF-ORD-21", "Until the end of the game.", 0)


def _order_die(*keys: str) -> Maker:
    """Some lines of what is added to an order die; what Raw troops lose under fire as this game has it (AMB-14)."""

    def made(reading: Reading) -> Printed:
        table, book = reading.book.table("orders/master"), reading.book
        amb_14 = book.ruling("AMB-14")
        lost = amb_14.gives({"flat": "raw_fired_on", "high_die": "raw_fired_on_high_die"})
        lines = [table.number(key) for key in keys]
        rows = [line_of(one.says, one, signed(one.value)) for one in lines]
        if "raw_fresh" in keys:
            minus = table.number(lost)
            cells = (Cell(signed(minus.value), minus.house or amb_14.mark), Cell(clause_short(minus.clause)))
            rows.append(TableLine(minus.says, cells))
        return Printed("On the order die", ("", CLAUSE), tuple(rows), "FF-ORD-13", "", 0)

    return made


COMMAND_TABLES: Final[Mapping[str, Maker]] = {
    "replacements": _replacements,
    "attacks": _attacks,
    "order_die_field_promotion": _order_die("field_promotion"),
    "order_die_raw_fresh": _order_die("raw_fresh"),
    "order_die_veteran_raw_fresh": _order_die("veteran", "raw_fresh"),
}


# Tests of losses and national rules

WHOLE: Final = 100
GONE, BY_MORALE = "Its last rifle platoon is gone", "A morale result"


def _thresholds(reading: Reading) -> Printed:
    """From how many platoons lost this battalion tests; the tests that are due are marked."""
    facts: MoraleDue = reading.facts
    table, due = reading.book.table("morale/thresholds"), reading.value or ()
    shares = ((key, table.number(key)) for key in table)
    rows = (
        line_of(one.says, one, f"{-(-facts.started * one.value // WHOLE)} of {facts.started} lost", key in due)
        for key, one in shares
    )
    return Printed("When it tests", ("", CLAUSE), tuple(rows), "FF-MOR-01", "", 0)


def _in_force(reading: Reading) -> Printed:
    """The national rules of this month, and how often each may be used in one game."""
    table = reading.book.table("national/specials")
    rules = ((key, table.number(key)) for key in table)
    rows = (line_of(words(key), one, one.says, key == reading.facts.special) for key, one in rules)
    return Printed("National rules of this month", ("", CLAUSE), tuple(rows), "FF-SPR-17", "In one game.", 0)


def _which_part(facts: StormPartFacts) -> str:
    if not facts.storm:
        return "Of an ordinary battalion"
    if not facts.same_regiment:
        return "With one of another regiment"
    return "Ordered this turn" if facts.ordered_this_turn else "With a battalion of its regiment"


def _weapons(reading: Reading) -> Printed | None:
    """Made with the page: how far a retreat goes is in its label, and a service that starts reads no tables yet."""
    return answers_to(
        "Weapons that support a battalion",
        "FF-MOR-06",
        {words(one): SupportedBattalion(result=one) for one in MoraleResult}
        | {GONE: SupportedBattalion(destroyed=True)},
        support_tests,
        lambda facts: GONE if facts.destroyed else words(facts.result or ""),
    )(reading)


_MUTINY: Final = answers_to(
    "A mutinous battalion's moves",
    "FF-SPR-07",
    {words(one): MutinyFacts(direction=one) for one in Direction} | {BY_MORALE: MutinyFacts(by_morale=True)},
    mutinous_move,
    lambda facts: BY_MORALE if facts.by_morale else words(facts.direction),
)
_STORM_PART: Final = answers_to(
    "A part of a storm battalion",
    "FF-SPR-16",
    {
        "With a battalion of its regiment": StormPartFacts(),
        "With one of another regiment": StormPartFacts(same_regiment=False),
        "Ordered this turn": StormPartFacts(ordered_this_turn=True),
        "Of an ordinary battalion": StormPartFacts(storm=False),
    },
    serve_with,
    _which_part,
)
ORDER_TABLES: Final[Mapping[str, Maker]] = {
    "thresholds": _thresholds,
    "weapons": _weapons,
    "in_force": _in_force,
    "mutiny": _MUTINY,
    "storm_part": _STORM_PART,
}


# Forces

NOT_PRINTED: Final = "\u2013"
INDENT: Final = "\u00b7\u00a0"
"""A dot for each level: a name that is broken over two lines still shows how deep it stands."""


def _organised(reading: Reading) -> Printed:
    """The whole table, each part under the one it is in, the one that is asked for marked."""
    facts: ListedFacts = reading.facts
    table = organisation(facts.table, reading.book)
    rows = tuple(_row(table, part, facts) for part in _in_order(table, ""))
    key = "Each number is for one of what it is in. A range is the player's choice."
    return Printed(table.title, ("Each has", "Stands", "On each", CLAUSE), rows, "FF-TOE-01", key)


def _in_order(table: Organisation, within: str) -> Sequence[FormationPart]:
    return [inner for part in table.inside(within) for inner in (part, *_in_order(table, part.key))]


def _row(table: Organisation, part: FormationPart, facts: ListedFacts) -> TableLine:
    deep = len(tuple(table.above(part.key)))
    count = str(part.count_of[facts.quality]) if facts.quality in part.count_of else _span(part.count)
    cells = (Cell(count, part.house), Cell(_span(part.stands)), Cell(_span(part.on_stand)))
    current = part.key == facts.part
    return TableLine(f"{INDENT * deep}{part.title}", (*cells, Cell(clause_short(part.clause))), current)


def _span(amount: Amount) -> str:
    if not amount.most:
        return NOT_PRINTED
    return amount.in_words


def _pieces(reading: Reading) -> Printed:
    """Every piece of the army whose piece is asked about."""
    facts: GunFacts = reading.facts
    rows = tuple(
        TableLine(
            gun.title,
            (
                Cell(_printed(gun.range_m)),
                Cell(_printed(gun.shell_kg)),
                Cell(_printed(gun.weight_t)),
                Cell(words(gun.unit_class), gun.house),
            ),
            gun.key is facts.gun,
        )
        for gun in guns_of(reading.book, guns()[facts.gun].nation)
    )
    columns = ("Range, m", "Shell, kg", "Weight, t", "Class")
    return Printed("Pieces of this army", columns, rows, guns()[facts.gun].clause, "A dash: not printed.")


def _printed(value: float | None) -> str:
    return NOT_PRINTED if value is None else f"{value:,g}"


def _limits(reading: Reading) -> Printed | None:
    facts: GradesFacts = reading.facts
    found = limits(facts, reading.book)
    rows = tuple(
        TableLine(one.says, (Cell(f"{one.least} to {one.most}", one.house), Cell(clause_short(one.clause))))
        for one in found
    )
    return Printed(f"Of {facts.battalions} battalions", ("", CLAUSE), rows, "FF-QLM-17", "", 0) if rows else None


def _shares(reading: Reading) -> Printed:
    facts: DivisionShareFacts = reading.facts
    rows = []
    for fielded in range(1, facts.regiments + 1):
        said = share(DivisionShareFacts(assets=facts.assets, regiments=facts.regiments, fielded=fielded), reading.book)
        most = said.value.assets if isinstance(said, Explained) else 0
        rows.append(TableLine(f"{fielded} of {facts.regiments}", (Cell(str(most)),), fielded == facts.fielded))
    return Printed("Regiments and assets", ("At most",), tuple(rows), "FF-FOR-08", "", 0)


FORCE_TABLES: Final[Mapping[str, Maker]] = {
    "organised": _organised,
    "limits": _limits,
    "pieces": _pieces,
    "shares": _shares,
}


# Setting up


def _turn(reading: Reading) -> Printed:
    """Every step of a player turn of the date, the phase before it."""
    found = steps(reading.book)
    value = reading.value if isinstance(reading.value, Mapping) else {}
    rows = tuple(
        TableLine(
            f"{one.phase}{f'.{one.label}' if one.label else ''} {one.title}",
            (Cell("attacker only" if one.side == "attacker" else ""), Cell(clause_short(one.clause))),
            one.key == value.get("step"),
        )
        for one in found
    )
    return Printed("The turn", ("", CLAUSE), rows, "FF-TRN-03", "Read from the top.", 0)


def _first(reading: Reading) -> Printed:
    """Who begins: the attacker, or by the die. Where the players agree on it no die is thrown."""
    named, thrown = reading.facts.attacker_named, reading.dice[0] % 2 if reading.dice else None
    rows = [TableLine("The scenario names an attacker", (Cell("the attacker"),), named)]
    if reading.book.behaviour("AMB-02", {"die": True, "agreed": False}):
        odd, even = (not named and thrown == one for one in (1, 0))
        rows += (
            TableLine("Odd die", (Cell("the side named first"),), odd),
            TableLine("Even die", (Cell("the other"),), even),
        )
    return Printed("Who begins", ("",), tuple(rows), "FF-TRN-02", "", 0)


TURN_TABLES: Final[Mapping[str, Maker]] = {"turn": _turn, "first": _first}


# Event cards


def _cards(reading: Reading) -> Printed:
    """Every card with an event; the one asked about is marked."""
    facts: CardFacts = reading.facts
    table, asked = reading.book.table(EFFECTS), f"{facts.suit}_{facts.rank}"
    cards = ((card, table.word(card)) for card in table)
    lines = tuple(line_of(words(card), one, one.says.partition(":")[0], card == asked) for card, one in cards)
    return Printed("Cards with an event", ("", CLAUSE), lines, "FF-CRD-04", "Every other card is a dummy.", 0)


CARD_TABLES: Final[Mapping[str, Maker]] = {"cards": _cards}


# Plain dice

DICE_TABLES: Final[Mapping[str, Maker]] = {"sums": sums_of("FF-DIC-01"), "thirds": thirds_of("FF-DIC-02")}
