"""Rosters of a force and of a side in a game (FF-MOR, FF-SPR, FF-TOE)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final

from playsheets.forms import Block, BoxGroup, Counts, Cut, Fields, Form, MusterBlock, NamedField, Passage, Tally
from rules.flanders_fields.army_lists import STANDING, PartSort
from rules.flanders_fields.force_totals import on_stand_of
from rules.flanders_fields.forces import Element, Force, part_of, serves_with
from rules.flanders_fields.morale import THRESHOLDS, WHOLE
from rules.flanders_fields.national_rules import USES, in_force
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Nation, Quality, Special, Threshold, UnitClass
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import parse_month

# How often an army's national rules may be used in a game, and who ticks them off (FF-SPR)


class Ticks(StrEnum):
    """On whose line of a roster the boxes of a rule stand."""

    SIDE = "side"
    REGIMENT = "regiment"
    BATTALION = "battalion"
    RAW_BATTALION = "raw battalion"
    COMPANY = "company"
    TANK = "tank"


@dataclass(frozen=True, slots=True)
class Counted:
    """A rule that may be used so many times, ticked on the line of each of `by`."""

    special: Special
    name: str
    times: int
    by: Ticks


def counted(nation: Nation, book: RuleBook, specimen_game: bool = False) -> tuple[Counted, ...]:
    """Every rule of an army that is used up, at the book's date and under its house rules."""
    return tuple(_counted(nation, book, specimen_game))


def always_on(nation: Nation, book: RuleBook) -> tuple[str, ...]:
    """The rules of an army that hold without being used up."""
    lasting = (one for one in Special if in_force(one, nation, book))
    return tuple(name_of(one) for one in lasting if not book.table(USES).number(one).value)


def name_of(special: Special) -> str:
    """What a rule is called on paper."""
    return special.replace("_", " ").capitalize()


def _counted(nation: Nation, book: RuleBook, specimen_game: bool) -> Iterator[Counted]:
    for special in Special:
        if not in_force(special, nation, book):
            continue
        times = book.table(USES).number(special).value
        for by in _ticked_by(special, book, specimen_game) if times else ():
            once_each = special is Special.MUTINY
            name = "Mutinous" if once_each else name_of(special)
            yield Counted(special, name, 1 if once_each else times, by)


def _ticked_by(special: Special, book: RuleBook, specimen_game: bool) -> tuple[Ticks, ...]:
    match special:
        case Special.MAD_MINUTE:
            companies = book.behaviour("GAP-36", {"as_printed": not specimen_game, "swapped": specimen_game})
            return (Ticks.COMPANY if companies else Ticks.BATTALION,)
        case Special.PRUSSIAN_DISCIPLINE:
            both = (Ticks.REGIMENT, Ticks.BATTALION)
            printed = both if specimen_game else (Ticks.BATTALION,)
            return book.behaviour("GAP-42", {"as_printed": printed, "everywhere": both, "side": (Ticks.SIDE,)})
        case Special.STUBBORN_RESISTANCE:
            return book.behaviour("GAP-44", {"side": (Ticks.SIDE,), "battalion": (Ticks.BATTALION,)})
        case Special.PALS:
            return (Ticks.RAW_BATTALION,)
        case Special.PROFESSIONALISM:
            return (Ticks.BATTALION, Ticks.TANK)
        case Special.MUTINY:
            return (Ticks.BATTALION,)
        case _:
            return ()


# A roster (FF-MOR, FF-SPR)

KILLS: Final = ("suppression/death", "kills")
FACES: Final = ("front", "left", "right")
PROMOTED: Final = "Field promotion"


@dataclass(frozen=True, slots=True)
class StandLine:
    """A stand: its levels of suppression, of a block house those of each face, and whether it is still there.

    `figures` are those on a command stand, 0 where nobody has told of them.
    """

    name: str
    levels: int = 0
    alive: bool = True
    faces: tuple[int, ...] = ()
    figures: int = 0


@dataclass(frozen=True, slots=True)
class UnitLines:
    """What one order roll is made for, with its stands and how often it has used a rule by itself."""

    name: str
    kind: UnitClass
    stands: tuple[StandLine, ...]
    used: tuple[tuple[Special, int], ...] = ()


@dataclass(frozen=True, slots=True)
class RosterFormation:
    """A battalion or regiment: `started` and `left` count rifle platoons, `says` tells what else is to be known.

    `started` is 0 where whoever reads it cannot count them.
    """

    name: str
    commander: StandLine | None = None
    grade: Quality | None = None
    says: str = ""
    started: int = 0
    left: int = 0
    promoted: bool = False
    used: tuple[tuple[Special, int], ...] = ()
    units: tuple[UnitLines, ...] = ()
    battalions: tuple["RosterFormation", ...] = ()


@dataclass(frozen=True, slots=True)
class Roster:
    """One side or force: its army and date, and every formation from the top. `kept`: who may read it."""

    title: str
    says: str
    nation: Nation
    formations: tuple[RosterFormation, ...]
    used: tuple[tuple[Special, int], ...] = ()
    specimen_game: bool = False
    kept: str = ""


def roster_form(roster: Roster, book: RuleBook) -> Form:
    """The roster as a form: nobody of it is left out, an empty one says that it is empty."""
    rules = counted(roster.nation, book, roster.specimen_game)
    drawn = _Drawn(rules, book)
    heads = tuple(_heads(roster, book))
    blocks: list[Block] = [Fields(heads, across=len(heads))]
    side = tuple(drawn.uses(roster.used, Ticks.SIDE))
    if side:
        blocks.append(MusterBlock("The whole side", "", 1, side, ()))
    blocks.extend(_formations(roster.formations, drawn))
    if not roster.formations:
        blocks.append(Passage("Nobody yet", ("This force has no formation and no unit in it.",)))
    how = Passage("How it is kept", _kept(book))
    alone = next((at for at, one in enumerate(blocks) if isinstance(one, MusterBlock) and one.opens), len(blocks))
    blocks.insert(alone, how)
    return Form("roster", roster.title, roster.says, tuple(blocks), roster.kept)


def _formations(formations: Sequence[RosterFormation], drawn: "_Drawn") -> Iterator[MusterBlock]:
    """Every regiment with its battalions on a page of its own, for whoever commands it."""
    for number, formation in enumerate(formations):
        opens = number > 0 and bool(formation.battalions or formations[number - 1].battalions)
        yield replace(drawn.formation(formation, 1), opens=opens)
        yield from (drawn.formation(battalion, 2) for battalion in formation.battalions)


def _heads(roster: Roster, book: RuleBook) -> Iterator[NamedField]:
    every = [one for formation in roster.formations for one in (formation, *formation.battalions)]
    stands = sum(len(unit.stands) for one in every for unit in one.units) + sum(
        one.commander is not None for one in every
    )
    yield NamedField("Army", f"{roster.nation.capitalize()}, {book.when.month.in_words}")
    yield NamedField("Stands", str(stands))
    if counted := sum(one.started for one in every):
        yield NamedField("Rifle platoons", str(counted))
    lasting = always_on(roster.nation, book)
    if lasting:
        yield NamedField("Always in force", ", ".join(lasting))
    yield NamedField("Player")


def _kept(book: RuleBook) -> tuple[str, ...]:
    kills = book.table(KILLS[0]).number(KILLS[1]).value
    return (
        f"Tick a box for every level of suppression and rub it out when it is lifted; the heavy box is level {kills}, "
        "which kills: then strike the line out.",
        "For every rifle platoon lost strike out one of the battalion’s own boxes. When the heavy line is reached, the "
        "battalion tests its morale at once.",
    )


@dataclass(frozen=True, slots=True)
class _Drawn:
    """What rosters of one book have in common."""

    rules: tuple[Counted, ...]
    book: RuleBook

    def formation(self, one: RosterFormation, level: int) -> MusterBlock:
        whose = {Ticks.REGIMENT} if level == 1 and not one.grade else {Ticks.BATTALION}
        if one.grade is Quality.RAW:
            whose.add(Ticks.RAW_BATTALION)
        tallies = [*self._commander(one), *self.uses(one.used, *whose)]
        if one.started:
            tallies.append(self._losses(one))
        says = ", ".join(filter(None, (one.grade.capitalize() if one.grade else "", one.says)))
        return MusterBlock(one.name, says, level, tuple(tallies), tuple(self._groups(one.units)))

    def uses(self, used: Sequence[tuple[Special, int]], *whose: Ticks) -> Iterator[Tally]:
        """The boxes of the rules that are ticked off here."""
        spent = dict(used)
        for rule in self.rules:
            if rule.by in whose:
                yield Tally(rule.name, rule.times, min(spent.get(rule.special, 0), rule.times), Counts.USES)

    def _commander(self, one: RosterFormation) -> Iterator[Tally]:
        if one.commander:
            figures = f", {one.commander.figures} figures" if one.commander.figures else ""
            name = one.commander.name.removesuffix(f", {one.name}")
            yield self._stand(replace(one.commander, name=f"{name}{figures}"))
            yield Tally(PROMOTED, 1, int(one.promoted), Counts.USES)

    def _losses(self, one: RosterFormation) -> Tally:
        shares = {share: self.book.table(THRESHOLDS).number(share).value for share in Threshold}
        cuts = tuple(Cut(-(-one.started * share // WHOLE), f"{share} %") for share in sorted(shares.values()))
        return Tally("Rifle platoons lost", one.started, one.started - one.left, Counts.LOSSES, cuts)

    def _groups(self, units: Iterable[UnitLines]) -> Iterator[BoxGroup]:
        """A unit of several stands by itself, those of one stand together with others of their sort."""
        singles: dict[UnitClass, list[Tally]] = {}
        for unit in units:
            lines = [*self._lines(unit)]
            if len(unit.stands) == 1 and unit.kind is not UnitClass.BLOCK_HOUSE:
                singles.setdefault(unit.kind, []).extend(lines)
            else:
                yield BoxGroup(
                    unit.name, "" if unit.kind is UnitClass.RIFLE_COMPANY else _sort(unit.kind), tuple(lines)
                )
        for kind, lines in singles.items():
            yield BoxGroup(_sort(kind).capitalize(), "", tuple(lines))

    def _lines(self, unit: UnitLines) -> Iterator[Tally]:
        for stand in unit.stands:
            if unit.kind is UnitClass.BLOCK_HOUSE:
                yield from self._faces(stand)
            else:
                yield self._stand(stand)
        companies, tanks = unit.kind is UnitClass.RIFLE_COMPANY, unit.kind is UnitClass.TANK
        whose = (Ticks.COMPANY,) * companies + (Ticks.TANK,) * tanks
        yield from self.uses(unit.used, *whose)

    def _faces(self, stand: StandLine) -> Iterator[Tally]:
        levels = stand.faces or (0,) * len(FACES)
        for face, level in zip(FACES, levels, strict=True):
            yield Tally(f"{stand.name}, {face}", self._kills, level, gone=not stand.alive)

    def _stand(self, stand: StandLine) -> Tally:
        ticked = stand.levels if stand.alive else self._kills
        return Tally(stand.name, self._kills, min(ticked, self._kills), gone=not stand.alive)

    @property
    def _kills(self) -> int:
        return self.book.table(KILLS[0]).number(KILLS[1]).value


def _sort(kind: UnitClass) -> str:
    """What several units of a class are called together."""
    known = {
        UnitClass.RIFLE_COMPANY: "companies",
        UnitClass.HEAVY_ARTILLERY: "heavy artillery",
        UnitClass.SUPER_HEAVY_ARTILLERY: "super heavy artillery",
        UnitClass.CAVALRY: "cavalry",
        UnitClass.ENGINEERS: "engineers",
        UnitClass.LMG_PLATOON: "LMG platoons",
    }
    return known.get(kind, f"{kind.replace('_', ' ')}s")


# A force of tables of organisation as a roster (FF-TOE)

THE_REST = "Under nobody’s command here"
"""What heads the units of a force that has no formation they serve with."""
NAMED: Final = {UnitClass.RIFLE_COMPANY: "Platoon", UnitClass.CAVALRY: "Troop", UnitClass.ENGINEERS: "Platoon"}


def roster_of_force(force: Force, book: RuleBook) -> Roster:
    """A force before its first game. Raises NotThere for parts that no table has."""
    return Roster(force.name, book.when.month.in_words, force.nation, tuple(_force_formations(force, book)))


def _force_formations(force: Force, book: RuleBook) -> Iterator[RosterFormation]:
    above = [one for one in force.all() if part_of(one, book).sort is PartSort.DIVISION]
    in_nobodys_hand = tuple(_force_units(force, None, book))
    for division in above[:1]:
        yield RosterFormation(division.name, _force_commander(division, book), says="division", units=in_nobodys_hand)
    if in_nobodys_hand and not above:
        yield RosterFormation(THE_REST, units=in_nobodys_hand)
    regiments = [one for one in force.all() if part_of(one, book).sort is PartSort.REGIMENT]
    for regiment in regiments:
        inside = tuple(_force_battalion(force, one, book) for one in _battalions(force, regiment, book))
        yield _force_formation(force, regiment, book, inside)
    for battalion in _battalions(force, None, book):
        yield _force_battalion(force, battalion, book)


def _battalions(force: Force, regiment: Element | None, book: RuleBook) -> Iterator[Element]:
    every = (one for one in force.all() if part_of(one, book).sort is PartSort.BATTALION)
    return (one for one in every if serves_with(force, one, book) == regiment)


def _force_formation(
    force: Force, one: Element, book: RuleBook, inside: tuple[RosterFormation, ...]
) -> RosterFormation:
    word = part_of(one, book).title.lower()
    return RosterFormation(
        one.name, _force_commander(one, book), says=word, units=tuple(_force_units(force, one, book)), battalions=inside
    )


def _force_battalion(force: Force, one: Element, book: RuleBook) -> RosterFormation:
    units = tuple(_force_units(force, one, book))
    rifles = sum(len(unit.stands) for unit in units if unit.kind is UnitClass.RIFLE_COMPANY)
    return RosterFormation(one.name, _force_commander(one, book), one.grade, started=rifles, left=rifles, units=units)


def _force_commander(formation: Element, book: RuleBook) -> StandLine | None:
    found = (one for one in formation.inside if part_of(one, book).sort is PartSort.COMMAND)
    return next((StandLine(one.name, figures=on_stand_of(one, book)) for one in found), None)


def _force_units(force: Force, host: Element | None, book: RuleBook) -> Iterator[UnitLines]:
    for one in force.all():
        part = part_of(one, book)
        stands = part.sort is PartSort.COMPANY or (part.sort in STANDING and part.sort is not PartSort.COMMAND)
        if stands and serves_with(force, one, book) == host:
            kind = part.unit_class or UnitClass.RIFLE_COMPANY
            yield UnitLines(one.name, kind, tuple(_stands(one, kind, part.stand_word)))


def _stands(one: Element, kind: UnitClass, word: str) -> Iterator[StandLine]:
    """A company counts its platoons; of several guns their group bears the name."""
    called = word or NAMED.get(kind, "No.")
    if one.stands == 1:
        yield StandLine(one.name)
        return
    yield from (StandLine(f"{called} {number}") for number in range(1, one.stands + 1))


# The sides of a game as rosters, from what a seat may know of them and from nothing else

Shown = Mapping[str, Any]
AWAY: Final = {"off": "off the table", "routed": "routed", "unseen": "commander out of sight"}


def roster_of_side(view: Shown, side: str, specimen_game: bool) -> Roster:
    """One side of a view. Its own side's and the referee's is theirs alone: reserves and what hides stand in it."""
    seen = next(one for one in view["sides"] if one["side"] == side)
    knows = view["you"] in (side, "referee")
    formations = tuple(_side_formation(one, view) for one in seen["regiments"])
    resisted = view["national"]["resisted"] if side == "defender" else 0
    return Roster(
        title=f"{seen['name']} roster",
        says=f"{view['title']}, {parse_month(view['date']).in_words}",
        nation=Nation(seen["nation"]),
        formations=formations,
        used=((Special.STUBBORN_RESISTANCE, resisted),),
        specimen_game=specimen_game,
        kept=only_for(seen["name"]) if knows else "",
    )


def only_for(side_name: str) -> str:
    """Who may read what a side keeps to itself."""
    return f"Secret: for the {side_name} side and the referee only"


def _side_formation(regiment: Shown, view: Shown) -> RosterFormation:
    battalions = tuple(_side_battalion(one, view) for one in regiment["battalions"])
    return RosterFormation(
        regiment["name"],
        _side_commander(regiment),
        says=AWAY["unseen"] if regiment["commander"]["unseen"] else "",
        promoted=regiment["field_promotion"],
        used=((Special.PRUSSIAN_DISCIPLINE, regiment["discipline_used"]),),
        units=tuple(_side_units(regiment)),
        battalions=battalions,
    )


def _side_battalion(one: Shown, view: Shown) -> RosterFormation:
    mutinous = one["id"] in view["national"]["mutinous"]
    used = [(Special(key), count) for key, count in one["uses"].items()]
    used += [(Special.PRUSSIAN_DISCIPLINE, one["discipline_used"]), (Special.MUTINY, int(mutinous))]
    used += [(Special.MAD_MINUTE, int(one["mad_minute_turn"] > 0))]
    return RosterFormation(
        one["name"],
        _side_commander(one),
        Quality(one["quality"]),
        says=", ".join(_away(one)),
        started=one["started"],
        left=one["left"],
        promoted=one["field_promotion"],
        used=tuple(used),
        units=tuple(_side_units(one)),
    )


def _away(battalion: Shown) -> Iterator[str]:
    if battalion["fate"] == "routed":
        yield AWAY["routed"]
    elif not battalion["on_table"]:
        yield AWAY["off"]
    if battalion["commander"]["unseen"]:
        yield AWAY["unseen"]


def _side_commander(formation: Shown) -> StandLine | None:
    stand = formation["commander"]
    return None if stand["unseen"] else _stand(stand)


def _side_units(holder: Shown) -> Iterator[UnitLines]:
    for unit in holder["units"]:
        lines = tuple(_stand(one) for one in unit["stands"])
        named = tuple((Special(key), count) for key, count in unit["uses"].items())
        yield UnitLines(
            unit["name"], UnitClass(unit["kind"]), lines, (*named, (Special.MAD_MINUTE, unit["mad_minutes"]))
        )


def _stand(stand: Shown) -> StandLine:
    return StandLine(stand["name"], stand["levels"], stand["alive"], tuple(stand["faces"]), stand["figures"])
