"""What the stage draws of the toy: its stands as counters, and its map with who stands and what smoke lies there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.games.open_game import OpenGame
from app.maps.layers import Overlay, PlacedStand, cut_to
from app.play.command_responses import MeetingShown, OddsShown
from app.play.play_screen import (
    BlockShown,
    CounterShown,
    Drag,
    EndNow,
    FaceShown,
    HampersShown,
    OnGround,
    ResultRowShown,
    ResultShown,
    RowShown,
    SheetShown,
    TurnNow,
    UnitShown,
    WayShown,
)
from rules.kernel.seats import Actor, Role
from tests.stage_toy.meadow import MEADOW, Meadow, drifted, where
from tests.stage_toy.served import SEATING
from tests.stage_toy.shifting import shift_reach
from tests.stage_toy.state import Event, may_bury, meadow_of
from tests.stage_toy.toy import LAST_ROUND

Shown = Mapping[str, Any]
NATIONS = {"north": "british", "south": "german"}


class ToyScenery:
    """Its counters and its map; all else is drawn of what the core is told of any system."""

    def as_seen(self, game: OpenGame, role: Role, view: Shown) -> Shown:
        return view

    def place(self, view: Shown) -> TurnNow:
        ends = {LAST_ROUND: EndNow.LAST, LAST_ROUND + 1: EndNow.OVER}
        return TurnNow(turn=f"Round {view['round']}", end=ends.get(view["round"], EndNow.NOT_YET))

    def hampers(self) -> HampersShown:
        return HampersShown(word="hit", most=1)

    def faces(self, view: Shown, sides: Sequence[str]) -> list[FaceShown]:
        # Without its map it has no board either: whom a deed is about stands on the card.
        if not self.has_map(view):
            return []
        found = [_face(side, view["stands"][side], side in sides) for side in SEATING.sides]
        return sorted(found, key=lambda one: not one.own)

    def units(self, view: Shown, sides: Sequence[str]) -> list[UnitShown]:
        return []

    def result(self, view: Shown, told: Shown, event: object) -> ResultShown | None:
        """Its dice as they fell, under its own sentence."""
        if not isinstance(event, Event) or not event.dice:
            return None
        pools = [[die.pips for die in dice] for dice in event.dice.values()]
        rows = [
            ResultRowShown(dice=faces, name="" if n else told["says"], reckoning="", tags=[], lines=[], stand="")
            for n, faces in enumerate(pools)
        ]
        return ResultShown(
            number=told["number"],
            kind=told["kind"],
            label=event.did,
            headline=told["says"],
            small="",
            rows=rows,
            said="",
            side=told.get("by", ""),
            unit="",
            changed=[],
            command=told.get("command_id", ""),
            dice=sum(map(len, pools)),
        )

    def begins_step(self, told: Shown) -> bool:
        return False

    def ways(self, view: Shown, game_id: str) -> list[WayShown]:
        return []

    def sheets(self, view: Shown) -> list[SheetShown]:
        return []

    def has_map(self, view: Shown) -> bool:
        return "places" in view

    def ground(self, game: OpenGame, role: Role) -> OnGround | None:
        field = meadow_of(game.state_of(role))
        if field is None:
            return None
        own = SEATING.speaks_for(role)
        stands = tuple(
            PlacedStand(
                name, one.stand, NATIONS[one.side], name.title(), name, "", one.side in own, one.side[0].upper()
            )
            for name, one in field.stands.items()
        )
        may_shift = [
            name for side in own if may_bury(game.state_of(role), side) for name in game.state_of(role).stands[side]
        ]
        lies = (*_smoke(field), *_reach(field, may_shift))
        return OnGround(MEADOW.name, field.table, stands, lies, "north", field.squares, (Drag("shift", "stands"),))

    def odds(self, game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> list[OddsShown]:
        return []

    def meeting(self, game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> MeetingShown | None:
        return None


def _reach(field: Meadow, stands: Sequence[str]) -> Iterator[Overlay]:
    """How far stands may be shifted."""
    for name in stands:
        yield Overlay("reach", f"How far {name} may be shifted", cut_to(field.table, shift_reach(field, name)))


def _smoke(field: Meadow) -> Iterator[Overlay]:
    """Where smoke lies, and dashed where it will lie in the next round."""
    for one in field.smoke:
        yield Overlay("gas", where(field, one), cut_to(field.table, one.cloud.outline), is_preview=False)
    for one in drifted(field.smoke):
        yield Overlay("gas", f"{where(field, one)}, next round", cut_to(field.table, one.cloud.outline))


def _face(side: str, stands: Sequence[str], own: bool) -> FaceShown:
    counters = [_counter(name) for name in stands]
    row = RowShown(label="", name="", unit="", state="", levels=0, counters=counters, last=[])
    strength = f"{len(stands)} left"
    block = BlockShown(key=side, name=side, quality="", strength=strength, loose=True, away=False, rows=[row])
    name = SEATING.sides[side]
    return FaceShown(
        side=side, name=name, letter=side[0].upper(), nation=NATIONS[side], own=own, blocks=[block] if stands else []
    )


def _counter(name: str) -> CounterShown:
    return CounterShown(
        id=name,
        short=name.rpartition(" ")[2],
        name=name,
        brief=name,
        unit=name,
        levels=0,
        out=False,
        head=False,
        cover=None,
        marks=[],
    )


SCENERY = ToyScenery()
