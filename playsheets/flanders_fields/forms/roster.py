"""A roster: a line for every stand with boxes for its suppression, and what is ticked above it (FF-MOR, FF-SPR).

What it is made of are plain values, so that a force before the game and a side in the middle of one print alike.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from playsheets.flanders_fields.forms.uses import Counted, Ticks, always_on, counted
from playsheets.forms.content import Block, BoxGroup, Counts, Cut, Fields, Form, MusterBlock, NamedField, Passage, Tally
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.morale.nerve import THRESHOLDS, WHOLE
from rules.flanders_fields.vocabulary import Nation, Quality, Special, Threshold, UnitClass
from rules.kernel.values import dataclass

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
