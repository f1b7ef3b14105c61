"""The steps of the running player turn: of the side, of the formation in hand, every other by name."""

from collections.abc import Iterator, Sequence
from typing import Final

from app.stage.ends import EndNow
from app.stage.scene import ScoreShown, StepShown, TurnNow
from app.systems.flanders_fields.stage.sections import Shown

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
