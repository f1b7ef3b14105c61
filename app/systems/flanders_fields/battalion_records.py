"""Records of battalions after games: results, dice, and the rolls that a file carries."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from fastapi import Request

from app.documents.force_records import AfterGameRoll, KeptRoll, RollBook, StepBook
from app.documents.forces import ListedForce
from app.games.app_services import keeper_of
from app.http.guards import seat_at
from app.http.problem_details import Problem, problem
from app.randomness import one_die
from app.systems.flanders_fields.force_changes import CarryOn, Change
from app.systems.flanders_fields.force_documents import ForceFile, KeptForce, Source, ThrownFile, element_before
from app.systems.flanders_fields.report import Reported, reported
from rules.flanders_fields.battalion_records import After, carried_on, dice_of
from rules.flanders_fields.forces import Element, Force, Fought, NotThere, is_same_name
from rules.flanders_fields.game.force_scenario import Brought, raise_side
from rules.flanders_fields.game.report import SideEnd
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import Rolled
from rules.kernel.frozen_dataclasses import dataclass

# Records in the file of a force

DICE: Final = 2


def numbered(fought: Sequence[Fought]) -> Iterator[tuple[Fought, int]]:
    """The games of one battalion's record with the numbers of their rolls: those that were kept nowhere are counted."""
    nth = 0
    for one in fought:
        nth += not one.game_id
        yield one, 0 if one.game_id else nth


def taken_along(kept: KeptForce, rolls: RollBook) -> Iterator[ThrownFile]:
    """The rolls of a force after games that were kept nowhere, where its records do not have them as they were made."""
    told = set(_in_records(kept.document.fought))
    for one in rolls.of_force(kept.listed.id, kept.listed.line):
        dice = tuple(die.pips for die in one.rolled.dice)
        is_known = (one.roll.of, one.roll.nth, dice) in told
        if one.roll.scope == kept.listed.line and not is_known:
            sources = tuple(_source(die.source) for die in one.rolled.dice)
            rolled = (one.game, one.rolled.lost, one.rolled.drafts, dice, sources)
            yield ThrownFile(one.roll.of, one.roll.nth, *rolled)


def _in_records(fought: Sequence[Fought]) -> Iterator[tuple[str, int, tuple[int, ...]]]:
    for of in dict.fromkeys(one.of for one in fought):
        for one, nth in numbered([each for each in fought if each.of == of]):
            if nth:
                yield of, nth, one.dice


def bring_along(file: ForceFile, kept: KeptForce, rolls: RollBook) -> None:
    """Keep the rolls of a file, marked as brought; where this line has made one already, that one stays."""
    for roll, game, rolled in _brought(file, kept):
        rolls.keep(kept.listed.id, KeptRoll(roll, roll.of, game, rolled, "", brought=True))


def _brought(file: ForceFile, kept: KeptForce) -> Iterator[tuple[AfterGameRoll, str, Rolled]]:
    line = kept.listed.line
    for one in file.thrown or ():
        dice = tuple(Throw(*each) for each in zip(one.dice, one.sources, strict=True))
        yield AfterGameRoll(line, one.of, one.nth), one.game, Rolled(dice, one.lost, one.drafts)
    fought = kept.document.fought
    for of in dict.fromkeys(one.of for one in fought):
        for game, nth in numbered([each for each in fought if each.of == of]):
            if nth and len(game.dice) == DICE:
                sources = game.sources or ("entered",) * DICE
                dice = tuple(Throw(pips, _source(one)) for pips, one in zip(game.dice, sources, strict=False))
                yield AfterGameRoll(line, of, nth), game.game, Rolled(dice, game.lost, game.drafts)


def _source(told: str) -> Source:
    return "rolled" if told == "rolled" else "entered"


# A battalion after a game

NO_SEAT = problem(
    409,
    "refused",
    "That cannot be",
    "this device has no seat at that game",
    instead="carry it on from a device that sat there, or write the losses down without the game",
)


@dataclass(frozen=True, slots=True)
class GameTold:
    """What the log of a closed game tells of one of its battalions: its army, its name, and rifle platoons lost.

    `side` is what became of the side it was of.
    """

    game_id: str
    title: str
    date: str
    id: str
    name: str
    nation: str
    lost: int
    side: SideEnd | None = None


async def closed_game(request: Request, game_id: str) -> Reported:
    """The report of a game at which this device has a seat. Raises Problem: 409 without one, and while it is played."""
    if not await seat_at(game_id, request):
        raise Problem(NO_SEAT)
    return await asyncio.to_thread(reported, keeper_of(request), game_id)


def told_in(game: Reported, game_id: str, battalion: str) -> GameTold:
    """What a game tells of a battalion by its id there. Raises Problem: 409 where there was none."""
    for side in game.report.sides:
        for one in side.battalions:
            if one.id == battalion:
                return GameTold(game_id, game.title, game.report.date, one.id, one.name, side.nation, one.lost, side)
    because = f"there was no battalion {battalion!r} in {game.title}"
    raise Problem(problem(409, "refused", "That cannot be", because, instead="go there from the report of the game"))


async def told_for(request: Request, changes: Iterable[Change]) -> Mapping[CarryOn, GameTold]:
    """What is told of every battalion that is carried on from a game that was kept here. Raises Problem: 409."""
    wanted = [one for one in changes if isinstance(one, CarryOn) and one.game_id]
    return {one: told_in(await closed_game(request, one.game_id), one.game_id, one.fought_as) for one in wanted}


def is_the_same(force: Force, battalion: str, told: GameTold) -> bool:
    """Whether a battalion of a force is the one told of: of that army, of that name or, renamed, in its place."""
    if force.nation.value != told.nation:
        return False
    by_place = places(force, told.side).get(told.id) if told.side else None
    return is_same_name(force.element(battalion).name, told.name) or by_place == battalion


def places(force: Force, side: SideEnd) -> Mapping[str, str]:
    """The battalions of a force by their ids in a game; empty where that side was not made from it.

    One that has been renamed since then is known by its place, as long as another has kept its name.
    """
    try:
        raised = raise_side(Brought(force), side.side, force.book)
    except NotThere:
        return {}
    ids = {game: own for own, game in raised.battalions.items()}
    names = {game: force.element(own).name for game, own in ids.items()}
    told = {one.id: one.name for one in side.battalions}
    return ids if _are_the_same(names, told) else {}


def _are_the_same(names: Mapping[str, str], told: Mapping[str, str]) -> bool:
    if names.keys() != told.keys():
        return False
    renamed = [name for game, name in names.items() if not is_same_name(name, told[game])]
    taken = [name for name in renamed if any(is_same_name(name, other) for other in told.values())]
    return len(renamed) < len(told) and not taken


def roll_of(force: Force, line: str, battalion: str, told: GameTold | None) -> AfterGameRoll:
    """Which roll a battalion makes next: for its game, or among those of games that were not kept here, the next."""
    if told:
        return AfterGameRoll(told.game_id, told.id)
    return AfterGameRoll(line, battalion, 1 + sum(one.of == battalion and not one.game_id for one in force.fought))


@dataclass(frozen=True, slots=True)
class AfterGames:
    """Carries the battalions of one force on, with what is told of the games they come from, and takes them back."""

    rolls: RollBook
    steps: StepBook
    listed: ListedForce
    told: Mapping[CarryOn, GameTold]

    def before(self, force: Force, of: str) -> Element:
        """What a battalion was before the newest game of its record. Raises NotThere."""
        name = force.element(of).name
        fought = [one for one in force.fought if one.of == of]
        if not fought:
            raise NotThere(f"{name} has no game in its record", "nothing has to be taken back")
        before = element_before(self.steps, self.listed.id, fought[-1])
        if before is None:
            because = f"what {name} was before {fought[-1].game} is not kept here: that game came with a file"
            raise NotThere(because, "set its grade and its companies to what they shall be")
        return before

    def after(self, force: Force, change: CarryOn) -> After:
        """What is known of a battalion after a game; dice nobody has thrown are thrown, once. Raises NotThere."""
        told = self.told.get(change)
        if told and not is_the_same(force, change.of, told):
            because = f"in {told.title} that was the {told.nation.capitalize()} {told.name}"
            raise NotThere(because, "carry on the battalion that fought there; one that was renamed is called so first")
        roll = roll_of(force, self.listed.line, change.of, told)
        before = self.rolls.kept(roll)
        after = After(
            game=told.title if told else change.game.strip(),
            date=told.date if told else change.date,
            lost=change.lost,
            drafts=change.drafts,
            dice=_laid(change, before),
            game_id=told.game_id if told else "",
            told=told.lost if told else None,
            before=before,
            reason=change.reason.strip(),
        )
        # Whatever cannot be is said before a die is thrown.
        carried_on(force, change.of, replace(after, dice=tuple(_standing_in(die) for die in after.dice)), force.book)
        if before or not dice_of(force, change.of, change.drafts, force.book):
            return after
        dice = tuple(_thrown(die) for die in after.dice)
        made = KeptRoll(roll, change.of, after.game, Rolled(dice, change.lost, change.drafts), "")
        return replace(after, dice=self.rolls.keep(self.listed.id, made).dice)


def _laid(change: CarryOn, before: Rolled | None) -> tuple[Throw, ...]:
    """The dice of a change; one that the service shall throw lies where the roll was made already as it fell then."""
    kept = before.dice if before else ()
    found = []
    for number, die in enumerate(change.dice):
        if die.source == "rolled" and die.pips:
            raise NotThere(
                "the service throws this die itself", "leave its face to it, or say that it lay on the table"
            )
        if die.source == "rolled" and number < len(kept):
            found.append(kept[number])
        elif die.source == "rolled" or die.pips:
            found.append(_known(Throw(die.pips, die.source), number, kept))
    return tuple(found)


def _known(die: Throw, number: int, kept: tuple[Throw, ...]) -> Throw:
    """A die that is told as it fell before stays the one it was then, whoever threw it."""
    return kept[number] if number < len(kept) and kept[number].pips == die.pips else die


def _standing_in(die: Throw) -> Throw:
    return die if die.pips else Throw(1, die.source)


def _thrown(die: Throw) -> Throw:
    return die if die.pips else Throw(one_die(), die.source)
