"""R16: no die that was seen decides a deed that had not been named before it, whatever is taken back or corrected.

What a deed's name is made of is read off the events here once more, and not asked of the program.
"""

import random
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI

from app.randomness import new_id
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER
from rules.kernel.dice import Throw
from rules.kernel.game_record import PastDeed, chain
from rules.kernel.record_events import ConsentAnswered, TakenBack
from rules.kernel.seats import Role
from tests.app.described import joined, served
from tests.client import TestClient
from tests.game.evening import Evening
from tests.game.taking_back import Named, dice_in, texts
from tests.game.test_every_command import AnyTable
from tests.torture.report import Report
from tests.torture.served import MONS_GAME

SIDES: Final = (ATTACKER, DEFENDER)
DEEDS_AN_EVENING: Final = 160
ONE_FOR_ALL: Final = ("AMB-22", "GAP-98")
"""House rules by which one die decides for several: it is named for all of them."""


class Suspicious(AnyTable):
    """A table at which everything is taken back again and again, by whoever may, and all agree to all."""

    def __init__(self, scenario: str, seed: int) -> None:
        super().__init__(scenario, seed)
        self.seeded = f"{scenario}, seed {seed}"
        self.first: dict[int, tuple[Throw, Named]] = {}
        self.kept = self.light = 0
        rulings = {one.ruling for one in self.state.settled.house_rules}
        self.shares_dice = not rulings.isdisjoint(ONE_FOR_ALL)

    def go_on(self) -> None:
        """A deed, and in one of three times a wish to have some of it undone."""
        super().go_on()
        if self.chance.random() < 0.35:
            by = self.chance.choice((*SIDES, Role.REFEREE))
            self._send(by, "undo", command_id=self.chance.choice(["", "", *self._deeds()]))
        if self.state.asked and self.chance.random() < 0.8:
            self._send(Role.REFEREE, "answer", agree=self.chance.random() < 0.8)

    def _send(self, role: Role, kind: str, overrule: str = "", unreadable: bool = False, **fields: Any) -> bool:
        length, before = len(self.evening.log), [*chain(self.state.deeds)]
        span = (self.state.turn.number, self.state.turn.side)
        done = super()._send(role, kind, overrule, unreadable, **fields)
        news = [one.event for one in self.evening.log[length:]]
        for event in news:
            self._look_at_its_dice(event)
        agreed = any(isinstance(one, ConsentAnswered) and one.agreed for one in news)
        gone = {seq for one in news if isinstance(one, TakenBack) for seq in one.seqs}
        if gone and role is not Role.REFEREE and not agreed:
            for deed in before:
                if gone.issuperset(deed.seqs):
                    self.light += 1
                    check_weighs_nothing(self.evening, deed, role, span)
        return done

    def _look_at_its_dice(self, event: Any) -> None:
        for die, named in () if self.shares_dice else dice_in(event):
            _, first = self.first.setdefault(id(die), (die, named))
            assert {*named} == {*first}, f"a die seen at {first} decides {named}"
            self.kept += die in [one for thrown in self.state.thrown.values() for one in thrown]


def check_weighs_nothing(evening: Evening, deed: PastDeed, role: Role, span: Any) -> None:
    """It is one's own, of this player turn, without a die, and nobody else came to know of anything by it."""
    log = evening.log
    events = [one.event for one in log if one.seq in deed.seqs]
    assert deed.role is role, deed
    assert [die for event in events for die, _ in dice_in(event)] == []
    before = SYSTEM.replay([one for one in log if one.seq < deed.seqs[0]])
    after = SYSTEM.replay([one for one in log if one.seq <= deed.seqs[-1]])
    assert (after.turn.number, after.turn.side) == span
    for other in (*SIDES, Role.SPECTATOR):
        if other is not role:
            learnt = things_known(after, other) - things_known(before, other)
            assert not learnt & things_there(before), (deed.name, other)


def things_there(state: GameState) -> set[str]:
    """Everything that is there to be known of; what comes to be in the open is no secret that was told."""
    points = {f"{one.unit} at {one.where}, {one.along_cm}, {one.up_cm}" for one in state.guns.points}
    return {
        *state.stands,
        *state.units,
        *state.battalions,
        *state.barrages,
        *(one.id for one in state.plan.fires),
    } | points


def things_known(state: GameState, role: Role) -> set[str]:
    """The things of the table and of the plans that a seat's view names."""
    clouds, lines = (one.id for one in state.gas.clouds), (one.id for one in state.plan.fires)
    things = {*state.stands, *state.units, *state.battalions, *clouds, *lines, *state.barrages}
    seen = SYSTEM.view(state, role)["guns"]["points"]
    points = {f"{name} at {one['where']}, {one['along_cm']}, {one['up_cm']}" for name, one in seen.items()}
    return (things & {*texts(SYSTEM.view(state, role))}) | points


class Seat:
    """A device at a table, sending commands."""

    def __init__(self, client: TestClient, game: str) -> None:
        self.client, self.at = client, f"/api/v1/games/{game}"

    @property
    def view(self) -> Any:
        """What it is shown."""
        return self.client.get(self.at).json()["view"]

    def try_(self, kind: str, **fields: Any) -> Any:
        """Send a command; the answer."""
        number = self.client.get(self.at).json()["number"]
        body = {"command_id": new_id(), "expected_seq": number, "command": {"kind": kind, **fields}}
        return self.client.post(f"{self.at}/commands", json=body).json()

    def do(self, kind: str, **fields: Any) -> list[Mapping[str, Any]]:
        """Send a command that is accepted; what happened."""
        answer = self.try_(kind, **fields)
        assert answer.get("outcome") == "accepted", answer
        return list(answer["events"])

    def says(self, kind: str, **fields: Any) -> list[str]:
        """The sentences of what a command that is accepted brought."""
        return [one["says"] for one in self.do(kind, **fields)]

    def newest(self) -> str:
        """The newest deed that it may ask to take back."""
        return str(self.view["deeds"][0]["command_id"])


class Two:
    """Two sides at Mons: the attacker's device is the host's."""

    def __init__(self, app: FastAPI, host: TestClient, **wanted: Any) -> None:
        command = {**MONS_GAME["command"], **wanted}
        self.body = {**MONS_GAME, "role": "attacker", "command": command}
        made = host.post("/api/v1/games", json=self.body).json()
        self.app, self.game = app, made["game_id"]
        self.attacker = Seat(host, self.game)
        self.defender = Seat(joined(app, host, self.game, "defender"), self.game)

    def taken_back(self) -> None:
        """The attacker's newest deed, with the defender's word."""
        assert self.attacker.says("undo")[0].startswith("Asks to take back ")
        self.defender.do("answer", agree=True)

    def to_the_companies(self, started: bool = False) -> str:
        """The attacker's turn, up to a step of companies; the first of those that may act."""
        if not started:
            self.attacker.do("start_turn")
        for _ in range(60):
            able = [one for one in self.attacker.view["turn"]["can_act"] if ".c" in one]
            if able:
                return str(able[0])
            self.attacker.do("next_step")
        raise AssertionError("no company was reached")


def entered(pips: int) -> dict[str, Any]:
    return {"pips": pips, "source": "entered"}


ROLLED = {"pips": 0, "source": "rolled"}


def aimed(firer: str, target: str, *dice: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {"firer": firer, "target": target, "range_cm": 20, "cover": "soft", "dice": [*dice], **more}


def fires_at_another(two: Two) -> None:
    """The die seen at one target, at another; a salvo's dice dealt out anew."""
    company = two.to_the_companies()
    firers = [f"{company}.p{number}" for number in (1, 2)]
    two.attacker.do("roll_orders", unit=company, die=entered(6))
    at = [aimed(firers[0], "d1.1.c1.p1", entered(2)), aimed(firers[1], "d1.1.c1.p2", entered(5))]
    two.attacker.do("fire", unit=company, shots=at)
    two.taken_back()
    # The same pairs have their dice, in whatever order they are told; another target has one of its own.
    dealt_anew = [aimed(firers[1], "d1.1.c1.p2", entered(2)), aimed(firers[0], "d1.1.c1.p1", entered(5))]
    refused = two.attacker.try_("fire", unit=company, shots=dealt_anew)
    assert refused["because"] == "this die has been thrown already and shows 5"
    other = [aimed(firers[0], "d1.1.c1.p3", entered(6)), aimed(firers[1], "d1.1.c1.p2", entered(5), range_cm=21)]
    two.attacker.do("fire", unit=company, shots=other)


def moves_first(two: Two) -> None:
    """Moving before the shot brings no fresh die for it (decision 0009)."""
    company = two.to_the_companies()
    two.attacker.do("roll_orders", unit=company, die=entered(6))
    shot = aimed(f"{company}.p1", "d1.1.c1.p1", entered(2))
    two.attacker.do("fire", unit=company, shots=[shot])
    two.taken_back()
    two.attacker.do("move_unit", unit=company)
    again = two.attacker.try_("fire", unit=company, shots=[shot | {"dice": [entered(6)], "range_cm": 14}])
    assert again["because"] == "this die has been thrown already and shows 2"


def peeks_at_orders(two: Two) -> None:
    """The orders of a battalion looked at, all taken back past the staff step, the bonus given where it helps."""
    company = two.to_the_companies()
    staff_step = next(one for one in two.attacker.view["deeds"] if "taff" in one["name"])
    faces = {}
    for unit in [one for one in two.attacker.view["turn"]["can_act"] if ".c" in one][:3]:
        (ordered,) = two.attacker.do("roll_orders", unit=unit, die=ROLLED)
        faces[unit] = ordered["card"]["dice"][0]["pips"]
    asked = two.attacker.says("undo", command_id=staff_step["command_id"])
    assert asked[0].startswith("Asks to take back ")
    assert all(f"(die {face})" in asked[0] for face in faces.values())
    two.defender.do("answer", agree=True)
    two.to_the_companies(started=True)
    (again,) = two.attacker.do("roll_orders", unit=company, die=ROLLED)
    assert again["card"]["dice"][0]["pips"] == faces[company]


def drops_a_question(two: Two) -> None:
    """A request throws no die: neither asking, nor being refused, nor withdrawing before or after the answer."""
    two.to_the_companies()
    for n, unit in enumerate(("a1.2.c1", "a1.2.c2", "a1.2.c3", "a1.2.c4") * 2):
        inner = {"kind": "roll_orders", "unit": unit, "die": ROLLED if n % 2 else entered(6)}
        (asked,) = two.attacker.do("override", clause="FF-TRN-03", command=inner, reason="it is late")
        assert "die" not in asked["says"]
        if n % 4 < 2:
            two.defender.do("answer", agree=n % 4 == 1)
        if n % 4:
            two.attacker.do("withdraw")
        assert two.attacker.view["rolls"] == {}
        assert two.attacker.try_("carry_out", dice=[ROLLED])["because"] == (
            "nothing that was agreed to waits to be carried out"
        )
    inner = {"kind": "roll_orders", "unit": "a1.2.c1", "die": ROLLED}
    two.attacker.do("override", clause="FF-TRN-03", command=inner, reason="it is late")
    two.defender.do("answer", agree=True)
    *_, ordered = two.attacker.do("carry_out", dice=[ROLLED])
    (face,) = [die["pips"] for die in ordered["card"]["dice"]]
    two.taken_back()
    *_, again = two.attacker.do("carry_out", dice=[ROLLED])
    assert [die["pips"] for die in again["card"]["dice"]] == [face]


def corrects_the_enemy_away(two: Two) -> None:
    """Nobody kills the other side's platoons by a correction, nor gives himself actions after a failed order."""
    company = two.to_the_companies()
    two.attacker.do("roll_orders", unit=company, die=entered(1))
    for wish in (
        {"of": "d1.1.c1.p1", "what": "alive", "value": False},
        {"of": "d1.1.c1.p1", "what": "levels", "value": 2},
        {"of": company, "what": "actions", "value": 3},
    ):
        assert two.attacker.says("correct", **wish, reason="as it stands")[0].startswith("Asks to correct ")
        two.defender.do("answer", agree=False)
    (left,) = [one["left"] for one in units(two.attacker.view) if one["id"] == company]
    assert left == 0


def draws_another_card(two: Two) -> None:
    """A card once seen stays drawn: it is not taken back alone, and comes again."""
    two.attacker.do("start_turn")
    two.attacker.do("draw_card", pack={"shuffled": []})
    before = two.attacker.view["cards"]["hands"]
    if two.attacker.view["cards"]["awaited"] or two.attacker.view["cards"]["lying"]:
        return
    assert two.attacker.says("undo")[0].startswith("Asks to take back ")
    two.defender.do("answer", agree=True)
    two.attacker.do("draw_card", pack={"shuffled": []})
    assert two.attacker.view["cards"]["hands"] == before


def looks_ahead(two: Two) -> None:
    """What each face would bring is shown without a die: neither looking nor being refused tells which will fall."""
    company = two.to_the_companies()
    page = f"/games/{two.game}?unit={company}"
    seen = {two.attacker.client.get(page, headers={"Accept": "text/html"}).status_code for _ in range(3)}
    assert seen == {200}
    refusals = {two.attacker.try_("roll_orders", unit="a1.2.c1", die=ROLLED)["because"] for _ in range(6)}
    assert len(refusals) == 1
    assert two.attacker.view["rolls"] == {}


def units(view: Any) -> Iterator[Any]:
    """Every unit of a view."""
    for side in view["sides"]:
        for regiment in side["regiments"]:
            for holder in (regiment, *regiment["battalions"]):
                yield from holder["units"]


def looks_while_alone(two: Two) -> None:
    """Dice read one by one while nobody sat opposite, each taken back alone: none waits for the first opponent."""
    made = two.attacker.client.post("/api/v1/games", json={**MONS_GAME, "role": "attacker"}).json()
    alone = Two.__new__(Two)
    alone.app, alone.game = two.app, made["game_id"]
    alone.attacker = Seat(two.attacker.client, alone.game)
    company = alone.to_the_companies()
    units = [unit for unit in alone.attacker.view["turn"]["can_act"] if ".c" in unit]
    for unit in units:
        alone.attacker.do("roll_orders", unit=unit, die=entered(6 if unit == company else 1))
        assert alone.attacker.says("undo")[0].startswith("Taken back after the die: ")
    assert len(alone.attacker.view["rolls"]) == len(units)
    alone.defender = Seat(joined(two.app, two.attacker.client, alone.game, "defender"), alone.game)
    assert alone.attacker.view["rolls"] == {}
    said = [one["says"] for one in alone.defender.client.get(f"{alone.defender.at}/log").json()["events"]]
    faces = ", ".join("6" if unit == company else "1" for unit in units)
    assert said[-1] == f"Dice seen before anybody sat opposite, and not used, no longer count: {faces}"
    alone.attacker.do("roll_orders", unit=company, die=entered(2))
    alone.taken_back()
    asked = alone.attacker.client.post(f"{alone.attacker.at}/invitations", json={"role": "referee"})
    assert asked.status_code == 409, "the other side is asked about a device that sees its secrets"
    alone.defender.do("answer", agree=True)
    joined(two.app, two.attacker.client, alone.game, "referee")
    wrong = alone.attacker.try_("roll_orders", unit=company, die=entered(6))
    assert wrong["because"] == "this die has been thrown already and shows 2", "later seats drop nothing"


VARIANTS: Final[Mapping[str, tuple[Callable[[Two], None], Mapping[str, Any]]]] = {
    "fires at another": (fires_at_another, {}),
    "moves first": (moves_first, {}),
    "peeks at orders": (peeks_at_orders, {}),
    "drops a question": (drops_a_question, {}),
    "corrects the enemy away": (corrects_the_enemy_away, {}),
    "looks while alone": (looks_while_alone, {}),
    "draws another card": (draws_another_card, {"event_cards": "app"}),
    "looks ahead": (looks_ahead, {}),
}
"""Each way to have a die that was seen decide something else, and how its game is set up."""


def seen_dice(deeds: int) -> Report:
    """Evenings at which everything is taken back again and again, until so many deeds; then each way over HTTP."""
    report = Report()
    names = sorted(scenarios())
    while report.tried.get("deeds", 0) < deeds:
        table = Suspicious(random.choice(names), random.randrange(2**32))
        try:
            for _ in range(DEEDS_AN_EVENING):
                table.go_on()
                report.count("deeds")
        except AssertionError as lost:
            report.lost.append(f"{table.seeded}: {lost}")
        report.count("taken back alone", table.light)
        report.count("dice that lay there", table.kept)
    for name, (tries, wanted) in VARIANTS.items():
        with tempfile.TemporaryDirectory(prefix="torture") as folder, served(Path(folder)) as (app, host):
            report.count("ways over HTTP")
            try:
                tries(Two(app, host, **wanted))
            except AssertionError as lost:
                report.lost.append(f"{name}: {lost}")
    return report
