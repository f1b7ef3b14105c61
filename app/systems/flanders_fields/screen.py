"""The play screen of Flanders Fields: its adapter, the steps of a turn, the drawer."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from app.games.open_game import OpenGame
from app.lookups.queries import look_ups_of_view
from app.play.command_responses import MeetingShown, OddsShown
from app.play.play_screen import (
    EndNow,
    FaceShown,
    HampersShown,
    MarkedShown,
    OnGround,
    ResultShown,
    ScoreShown,
    SectionShown,
    SheetLineShown,
    SheetShown,
    StepShown,
    StretchShown,
    TurnNow,
    UnitShown,
    WayShown,
)
from app.systems.flanders_fields import screen_board, screen_results
from app.systems.flanders_fields.screen_board import as_counted, names_in
from app.systems.flanders_fields.screen_map import ground
from app.systems.flanders_fields.screen_results import meeting, odds
from rules.flanders_fields.barrages import SIZES
from rules.flanders_fields.game.actions.barrages.barrage_module import barrages
from rules.flanders_fields.game.actions.shelters import uncounted
from rules.flanders_fields.game.registry import lies_by
from rules.flanders_fields.game.rule_module import SeenBySeat
from rules.flanders_fields.ruleset import RuleBook
from rules.kernel.distances import cm_figure, cm_of
from rules.kernel.seats import Actor, Role

# The table from the side

Shown = Mapping[str, Any]
MM_A_CM: Final = 10
BESIDE_CM: Final = 15
"""So much of the table is shown on either side of what is drawn."""
APART_CM: Final = 2
"""What stands nearer to each other than this has one name."""


def strip_cm(book: RuleBook) -> float:
    """How deep the danger strip behind a barrage is (FF-BAR-22)."""
    return float(book.table(SIZES).number("strip").value / MM_A_CM)


def sections(view: Shown) -> list[SectionShown]:
    """One for each barrage that lies on the table, from its own side's edge."""
    lying = (one for one in view["barrages"] if one["lies"] and not one["lifted"])
    return [_section(view, one, view["strip_cm"]) for one in lying]


def _section(view: Shown, one: Shown, strip: float) -> SectionShown:
    pieces = one["pieces"]
    rear, front = min(at["rear_cm"] for at in pieces), max(at["front_cm"] for at in pieces)
    bands = [*_came(pieces), StretchShown(kind="danger", says="danger strip", from_cm=rear - strip, to_cm=rear)]
    bands.append(StretchShown(kind="now", says="now", from_cm=rear, to_cm=front))
    ends = [end for band in bands for end in (band.from_cm, band.to_cm)]
    least, most = max(0.0, min(ends) - BESIDE_CM), max(ends) + BESIDE_CM
    return SectionShown(
        id=one["id"],
        title=f"It lies {cm_figure(rear)} to {cm_of(front)}",
        small=["danger strip", f"{cm_figure(max(0.0, rear - strip))} to {cm_of(rear)}"],
        least_cm=least,
        most_cm=most,
        bands=bands,
        marks=[mark for mark in _held(view, one["side"]) if least < mark.at_cm < most],
    )


def _came(pieces: list[Shown]) -> Iterator[StretchShown]:
    """The ground that it swept to come where it lies, as far as it lies there no more."""
    rear, front = min(at["rear_cm"] for at in pieces), max(at["front_cm"] for at in pieces)
    swept_from, swept_to = min(at["swept_from_cm"] for at in pieces), max(at["swept_to_cm"] for at in pieces)
    if swept_from < rear:
        yield StretchShown(kind="before", says="before", from_cm=swept_from, to_cm=rear)
    if swept_to > front:
        yield StretchShown(kind="before", says="before", from_cm=front, to_cm=swept_to)


def _held(view: Shown, side: str) -> Iterator[MarkedShown]:
    """Objectives by how far they are from the edge of a side, each with who holds it."""
    far = 0 if side == "attacker" else view["map"]["table"]["depth_mm"] if view["map"] else None
    placed = [one for one in view["set_up_by_steps"]["objectives"] if one["y_mm"] is not None]
    last = -APART_CM * MM_A_CM
    for one in sorted(placed, key=lambda one: float(one["y_mm"])) if far is not None else ():
        if one["y_mm"] - last >= APART_CM * MM_A_CM:
            last = one["y_mm"]
            yield MarkedShown(at_cm=abs(far - last) / MM_A_CM, says=one["name"].split(",")[0], side=one["holder"] or "")


# Areas and links


def ways(view: Shown, game_id: str) -> list[WayShown]:
    """The pages of a game beside its table, as this seat may open them."""
    here = f"/games/{game_id}"
    found = [
        WayShown(sign="map", says="Map", address=f"{here}/map"),
        WayShown(sign="map", says="Lay a table", address=f"{here}/table", deed="set_table"),
    ]
    if view["you"] != Role.SPECTATOR and not (view["turn"]["number"] or view["turn"]["running"]):
        plans = "Fire plans" if view["you"] == Role.REFEREE else "Your side’s fire plan"
        found.append(WayShown(sign="pen", says=plans, address=f"/plans#game-{game_id}", now=True, deed="seal_plan"))
    prints = (("Playsheet", "playsheet"), ("Sheets to print", "sheets"), ("Rosters to print", "print"))
    found += [WayShown(sign="list", says=says, address=f"{here}/{to}") for says, to in prints]
    return [*found, WayShown(sign="find", says="Look-ups", address=look_ups_of_view("/lookups", view))]


def sheets(view: Shown) -> list[SheetShown]:
    """Each chapter that has something lying on the table, in force or still to come that this seat may read."""
    seen = SeenBySeat(view, names_in(view))
    found = ((lies, lies(seen)) for lies in lies_by().values())
    return [
        SheetShown(
            title=one.title,
            lines=[SheetLineShown(says=line.says, clause=line.clause) for line in one.lines],
            sections=sections(view) if lies is barrages else [],
        )
        for lies, one in found
        if one and one.lines
    ]


# The steps of the running player turn

STATES: Final = {"was": "done", "now": "now", "next": "next", "skip": "none"}
BRIEF: Final = {
    "deep_suppression": "Deep supp.",
    "rolling_barrage": "Barrage",
    "gas": "Gas",
    "bombardment": "Fire plan",
    "staff": "Staff bonus",
    "regimental_machine_guns": "M. guns",
    "regimental_artillery": "Guns",
    "unattached_armour": "Armour",
    "tanks": "Tanks",
    "machine_guns": "M. guns",
    "mortars": "Mortars",
    "battalion_guns": "Guns",
    "companies": "Companies",
    "recovery": "Recovers",
    "higher_recovery": "Recover",
    "command_moves": "Commands",
}
"""Names where room is scarce, by the key of a step without its period."""
FULL: Final = {
    "deep_suppression": "Deep suppression",
    "rolling_barrage": "Rolling barrages",
    "gas": "Gas",
    "bombardment": "Planned fire",
    "staff": "Staff bonus",
    "recovery": "The commander recovers",
    "higher_recovery": "Commanders recover",
    "command_moves": "Command stands move",
}


def place(view: Shown) -> TurnNow:
    """Turn, side in turn, steps."""
    turn = view["turn"]
    running = turn["running"]
    set_up = view["set_up_by_steps"]
    if set_up["under_way"]:
        return TurnNow(
            "Setting up", set_up["side"], set_up["side_name"], tuple(_preparing(set_up["steps"])), score(view)
        )
    words = f"Turn {turn['number']}" if turn["number"] else ""
    return TurnNow(
        turn=words,
        whose=turn["side"] if running else turn["to_begin"],
        whose_name=turn["side_name"] if running else "",
        steps=tuple(_steps(view)) if running else (),
        score=score(view),
        end=_end(turn["number"], set_up),
    )


def _end(turn: int, set_up: Shown) -> EndNow:
    """How a turn stands to the last one of the scenario."""
    if set_up["over"]:
        return EndNow.OVER
    return EndNow.LAST if turn and turn == set_up["turns"] else EndNow.NOT_YET


def score(view: Shown) -> ScoreShown | None:
    """The points of each side for the objectives that it holds, where the scenario has any."""
    set_up = view["set_up_by_steps"]
    return ScoreShown(says="Objectives", points=dict(set_up["points"])) if set_up["objectives"] else None


def _preparing(steps: Sequence[Shown]) -> Iterator[StepShown]:
    """The steps before the first turn (FF-SET-10)."""
    states = [one["state"] for one in steps]
    for number, one in enumerate(steps):
        comes_next = one["state"] == "next" and states[number - 1] == "now"
        state = "todo" if one["state"] == "next" and not comes_next else STATES[one["state"]]
        title = one["title"]
        yield StepShown(number=str(number + 1), words=title, full=title, small="", state=state, sub=False)


def _steps(view: Shown) -> Iterator[StepShown]:
    in_hand = view["turn"]["of"]
    shown = set[str]()
    places = view["rail"]
    first_next = next((one for one in places if one["state"] == "next"), None)
    for one in places:
        of = one["of"]
        if of and of not in shown:
            shown.add(of)
            if of == in_hand or any(each["of"] == of and each["state"] != "skip" for each in places):
                yield _phase(one, of == in_hand, [each["state"] for each in places if each["of"] == of])
        if of in ("", in_hand):
            yield _step(one, bool(of), one is first_next)


def _phase(one: Shown, in_hand: bool, states: list[str]) -> StepShown:
    state = "todo" if in_hand or "next" in states or "now" in states else "done" if "was" in states else "none"
    name = one["of_name"]
    return StepShown(number=str(one["phase"] or ""), words=name, full=name, small="", state=state, sub=False)


def _step(one: Shown, sub: bool, is_next: bool) -> StepShown:
    key = one["key"].split("_", 1)[-1]
    number = str(one["phase"] or "")
    if sub and one["label"]:
        number = f"{number} {one['label']}"
    state = STATES[one["state"]]
    state = "todo" if state == "next" and not is_next else state
    return StepShown(
        number=number,
        words=BRIEF.get(key, one["title"]),
        full=FULL.get(key, one["title"]),
        small=one["why"] if state == "none" else "",
        state=state,
        sub=sub,
    )


# The scenery of Flanders Fields


class FlandersFieldsScenery:
    """Its table, its steps, its results and its dice on the stage."""

    def as_seen(self, game: OpenGame, role: Role, view: Mapping[str, Any]) -> Mapping[str, Any]:
        """The platoons of a side that may sit below unseen are counted as far as they are in sight (FF-DSH-01)."""
        if not view["set_up"]:
            return view
        seen = as_counted(dict(view), uncounted(game.state, role))
        return {**seen, "strip_cm": strip_cm(game.state.book())}

    def place(self, view: Mapping[str, Any]) -> TurnNow:
        """Turn, side in turn and steps."""
        return place(view) if view["set_up"] else TurnNow()

    def hampers(self) -> HampersShown:
        """Suppression, in three levels."""
        return HampersShown(word="suppressed", most=3)

    def faces(self, view: Mapping[str, Any], sides: Sequence[str]) -> list[FaceShown]:
        """Both sides' stands."""
        return screen_board.faces(view, sides) if view["set_up"] else []

    def units(self, view: Mapping[str, Any], sides: Sequence[str]) -> list[UnitShown]:
        """Own units of this step."""
        return screen_board.units(view, sides) if view["set_up"] else []

    def result(self, view: Mapping[str, Any], told: Mapping[str, Any], event: object) -> ResultShown | None:
        """What dice came to."""
        return (
            screen_results.at_the_wire(view, told, event)
            or screen_results.cloud_stays(told, event)
            or screen_results.result(view, told)
        )

    def begins_step(self, told: Mapping[str, Any]) -> bool:
        """Whether results before it are of another step."""
        return screen_results.begins_step(told)

    def ways(self, view: Mapping[str, Any], game_id: str) -> list[WayShown]:
        """Its map, fire plans, prints and look-ups."""
        return ways(view, game_id)

    def sheets(self, view: Mapping[str, Any]) -> list[SheetShown]:
        """Barrages, gas, cards, points, objectives, plans."""
        return sheets(view) if view["set_up"] else []

    def has_map(self, view: Mapping[str, Any]) -> bool:
        """Whether a table is laid."""
        return view["map"] is not None

    def ground(self, game: OpenGame, role: Role) -> OnGround | None:
        """The table that is laid, and who stands on it."""
        return ground(game, role)

    def odds(self, game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> list[OddsShown]:
        """Dice before they fall."""
        return odds(game, actor, command, names)

    def meeting(self, game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> MeetingShown | None:
        """Both dice of a fight."""
        return meeting(game, actor, command, names)


SCENERY = FlandersFieldsScenery()
