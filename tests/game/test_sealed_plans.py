"""A fire plan is sealed before anybody deploys, plays as it is written, and is proved as it falls (FF-FPL-77)."""

import json
from dataclasses import replace
from typing import Any

import pytest

from rules.flanders_fields.fire_plan import (
    BarrageLine,
    BombardmentLine,
    GasLine,
    Halt,
    Reference,
    WeaponLine,
    WrittenPlan,
)
from rules.flanders_fields.fire_plan_checks import check
from rules.flanders_fields.fire_plan_document import mask, seal
from rules.flanders_fields.game.actions.fire_plan import PlanFixed, PlanPiecesShown, PlanSealed, all_shown, unproved
from rules.flanders_fields.game.plan_drafts import TableSize, draft_of, force_of
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.gas_clouds import Delivery, GasKind
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, SEATING, Side, UnitClass
from rules.kernel.play import Recorded
from rules.kernel.seats import Role
from tests.game.evening import Evening, entered, played, with_plan
from tests.game.sealing_in_play import SECRET, document

GUN = "a1.b4"


def written(evening: Evening, **more: Any) -> WrittenPlan:
    """The attacker's batteries, the first registered on the mill, and nothing else planned but `more`."""
    plan = draft_of(evening.state, Side.ATTACKER, TableSize(1200, 1800))
    weapons = tuple(replace(one, at=Reference(510, 960) if one.id == GUN else None) for one in plan.weapons)
    bare = {"shifts": (), "bombardments": (), "barrages": (), "gas": (), "works": (), "air_missions": 0}
    return replace(plan, weapons=weapons, **{**bare, **more})


def sealed(**more: Any) -> tuple[Evening, WrittenPlan]:
    """The March offensive with a plan of the attacker's own, and nobody else's gas."""
    evening = played("michael-1918")
    evening = with_plan(evening, evening.state.plan, gas=False)
    plan = written(evening, **more)
    evening.do("attacker", "seal_plan", plan=document(plan), secret=SECRET)
    return evening, plan


def masked_as(line: str) -> str:
    return mask(line, bytes.fromhex(SECRET["drawn"]))


def shown(evening: Evening) -> list[str]:
    """The pieces that have fallen, with the ids of their lines in the place of the masks."""
    ids = {masked_as(line): line for line in ("f", "later", "g", "b", GUN)}
    names = [piece.name for one in evening.log if isinstance(one.event, PlanPiecesShown) for piece in one.event.pieces]
    return ["/".join(ids.get(part, part) for part in name.split("/")) for name in names]


def go_on_until_shown(evening: Evening) -> None:
    """The steps of a turn, until something of the plan has fallen."""
    for _ in range(12):
        evening._settle_plans("attacker")
        if shown(evening):
            return
        evening.do("attacker", "next_step")


def test_everybody_hears_the_fingerprint_and_only_its_own_side_the_plan() -> None:
    evening, plan = sealed()
    fixed, own = (one for one in evening.log[1:])
    assert isinstance(fixed.event, PlanFixed)
    assert fixed.event == PlanFixed(Side.ATTACKER, seal(plan, b"\x5a" * 32, "evening"), "evening", 0)
    assert isinstance(own.event, PlanSealed)
    assert (fixed.audience.value, own.audience.value) == ("all", "attacker")
    for role in SEATING.roles:
        (told,) = SYSTEM.view(evening.state, role)["sealed_plans"]
        assert told["fingerprint"] == fixed.event.fingerprint
        knows = role in (ATTACKER, Role.REFEREE)
        assert (told["document"] == document(plan)) is knows
        assert (told["secret"], told["shown"]) == ("", [])
    assert fixed.event.fingerprint in SYSTEM.tell(evening.state, fixed, DEFENDER)["says"]


def test_what_is_written_takes_the_place_of_what_the_scenario_had_planned_for_that_side_alone() -> None:
    before = played("michael-1918").state
    evening, _ = sealed()
    after = evening.state
    assert [one.along_cm for one in after.guns.points if one.unit == GUN] == [51.0]
    assert [one for one in after.plan.fires if one.side is Side.ATTACKER] == []
    assert [one for one in after.plan.barrages if one.side is Side.ATTACKER] == []
    assert [one for one in after.gas.planned if one.side is Side.ATTACKER] == []
    assert after.plan.heavy_artillery == before.plan.heavy_artillery
    others = [[one for one in state.plan.fires if one.side is Side.DEFENDER] for state in (before, after)]
    assert others[0] == others[1]
    assert SYSTEM.replay(evening.log) == after


def test_a_plan_is_sealed_once_by_its_own_side_and_before_anybody_deploys() -> None:
    """FF-FPL-02, FF-FPL-77."""
    evening, plan = sealed()
    again = evening.refused("attacker", "seal_plan", plan=document(plan), secret=SECRET)
    assert (again.clause, "take the sealing back" in again.instead) == ("FF-FPL-77", True)
    other = {**document(plan), "side": "defender"}
    assert evening.refused("attacker", "seal_plan", plan=other, secret=SECRET).clause == "FF-TRN-01"
    evening.agreed("attacker", "undo")
    assert evening.state.sealed == ()
    evening.do("attacker", "seal_plan", plan=document(replace(plan, name="Another")), secret=SECRET)
    late = played("michael-1918")
    late.do("attacker", "start_turn")
    assert late.refused("attacker", "seal_plan", plan=document(plan), secret=SECRET).clause == "FF-FPL-77"
    inside = {"kind": "seal_plan", "plan": document(plan), "secret": SECRET}
    forced = late.refused("attacker", "override", clause="FF-FPL-77", command=inside, reason="we forgot")
    assert "cannot be set aside" in forced.instead


@pytest.mark.parametrize("secret", [{}, {"drawn": "5a"}, {"drawn": "zz" * 32}])
def test_no_plan_is_sealed_without_a_secret(secret: dict[str, str]) -> None:
    evening = played("michael-1918")
    refused = evening.refused("attacker", "seal_plan", plan=document(written(evening)), secret=secret)
    assert "drawn by the service" in refused.because


@pytest.mark.parametrize("plan", [{}, {"format": "moon"}, {"side": [[[]]]}, {"name": float("nan")}])
def test_what_is_no_plan_is_refused_with_what_would_be_right(plan: dict[str, Any]) -> None:
    refused = played("michael-1918").refused("attacker", "seal_plan", plan=plan, secret=SECRET)
    assert refused.because
    assert refused.instead


def test_what_the_rules_refuse_is_let_pass_by_agreement_and_everybody_hears_how_often() -> None:
    """FF-FPL-77: a gas attack without a turn is not finished."""
    evening = played("michael-1918")
    evening.referee = False
    unfinished = (
        GasLine(id="g", kind=GasKind.DENYING, delivery=Delivery.ARTILLERY, at=Reference(600, 900), wind_deg=45),
    )
    plan = document(written(evening, gas=unfinished))
    assert evening.refused("attacker", "seal_plan", plan=plan, secret=SECRET).clause == "FF-FPL-77"
    state = evening.state
    found = check(written(evening, gas=unfinished), force_of(state, Side.ATTACKER), state.book())
    stands = [{"finding": one.key, "because": "agreed"} for one in found if one.stands]
    assert len(stands) == 1
    evening.do("attacker", "seal_plan", plan={**plan, "allowed": stands}, secret=SECRET, reason="Gas by card only")
    assert evening.state.sealed == ()
    # The other side hears that one finding is about, in the asker's words; not which, and nothing of the plan.
    asks = SYSTEM.view(evening.state, DEFENDER)["asked"]
    assert (asks["words"], asks["reason"], asks["of"]) == (
        "let 1 finding of the rules pass in its fire plan, unseen",
        "Gas by card only",
        "",
    )
    heard = [one for one in evening.log[1:] if one.audience.value != "attacker"]
    assert [type(one.event).__name__ for one in heard] == ["ConsentAsked"]
    assert not any(word in repr(heard) for word in ("FF-", "has no turn", found[0].key))
    own = SYSTEM.tell(evening.state, evening.log[1], ATTACKER)["says"]
    assert "FF-FPL-07: The gas has no turn (agreed)" in own
    assert evening.refused("attacker", "answer", agree=True)
    evening.do("defender", "answer", agree=True)
    plans: Any = evening.state.sealed
    (fixed,) = plans
    assert (fixed.allowed, fixed.side, fixed.about) == (1, Side.ATTACKER, "evening")
    told = next(
        SYSTEM.tell(evening.state, one, DEFENDER)["says"] for one in evening.log if type(one.event) is PlanFixed
    )
    assert "1 finding of the rules let pass by agreement" in told
    assert SYSTEM.replay(evening.log) == evening.state
    assert list(unproved(evening.log, "evening")) == []


def with_a_finding(evening: Evening) -> dict[str, Any]:
    """A plan with one thing that the rules refuse, let pass."""
    gas = (GasLine(id="g", kind=GasKind.DENYING, delivery=Delivery.ARTILLERY, at=Reference(600, 900), wind_deg=45),)
    plan = written(evening, gas=gas)
    found = check(plan, force_of(evening.state, Side.ATTACKER), evening.state.book())
    return {**document(plan), "allowed": [{"finding": one.key} for one in found if one.stands]}


def test_what_is_not_agreed_to_is_not_sealed_and_may_be_sealed_otherwise() -> None:
    evening = played("michael-1918")
    evening.referee = False
    plan = with_a_finding(evening)
    evening.do("attacker", "seal_plan", plan=plan, secret=SECRET)
    again = evening.refused("attacker", "seal_plan", plan=plan, secret=SECRET)
    assert "wait for the answer" in again.instead
    evening.do("defender", "answer", agree=False)
    assert (evening.state.sealed, evening.state.offered, evening.state.asked) == ((), None, None)
    evening.do("attacker", "seal_plan", plan=document(written(evening)), secret=SECRET)
    assert [one.allowed for one in evening.state.sealed] == [0]


def test_an_agreement_comes_too_late_once_deployment_has_begun() -> None:
    evening = played("michael-1918")
    evening.referee = False
    evening.do("attacker", "seal_plan", plan=with_a_finding(evening), secret=SECRET)
    evening.do("attacker", "start_turn")
    assert evening.refused("defender", "answer", agree=True).clause == "FF-FPL-77"
    evening.do("defender", "answer", agree=False)


def test_where_there_is_a_referee_he_is_asked_and_may_read_what_it_is_about() -> None:
    evening = played("michael-1918")
    evening.referee = True
    evening.do("attacker", "seal_plan", plan=with_a_finding(evening), secret=SECRET)
    assert SYSTEM.view(evening.state, Role.REFEREE)["asked"]["of"] == "referee"
    assert "FF-FPL-07" in SYSTEM.tell(evening.state, evening.log[1], Role.REFEREE)["says"]
    assert "referee answers" in evening.refused("defender", "answer", agree=True).because
    evening.do("referee", "answer", agree=True)
    assert [one.allowed for one in evening.state.sealed] == [1]


def test_planned_fire_shows_its_own_line_and_its_gun_and_nothing_else() -> None:
    fires = (
        BombardmentLine(id="f", weapon=GUN, turn=1, at=Reference(520, 1000), where="ZULEIKA"),
        BombardmentLine(id="later", weapon=GUN, turn=2, at=Reference(530, 1010), where="XANTHIPPE"),
    )
    evening, _ = sealed(bombardments=fires)
    evening.do("attacker", "start_turn")
    assert shown(evening) == []
    go_on_until_shown(evening)
    assert shown(evening) == ["bombardment/f", f"weapon/{GUN}"]
    (told,) = SYSTEM.view(evening.state, DEFENDER)["sealed_plans"]
    assert [one["proved"] for one in told["shown"]] == [True, True]
    assert json.loads(told["shown"][0]["content"])["where"] == "ZULEIKA"
    assert "XANTHIPPE" not in json.dumps(SYSTEM.view(evening.state, DEFENDER))


def test_gas_shows_its_line_as_it_comes() -> None:
    """FF-GAS-09: a die says that it deviates, four whereto and how far, two what the wind is."""
    coming = GasLine(
        id="g", kind=GasKind.DENYING, delivery=Delivery.ARTILLERY, turn=1, at=Reference(600, 900), wind_deg=45
    )
    evening, _ = sealed(gas=(coming,))
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_gas")
    for dice in ((1,), (1, 1, 1, 1), (1, 1)):
        evening.try_("attacker", "throw_for_gas", what="release", dice=entered(*dice))
    assert [cloud.name for cloud in evening.state.gas.clouds]
    assert shown(evening) == ["gas/g"]


def test_a_barrage_shows_its_start_then_its_speed_its_halt_when_it_goes_on_and_its_end() -> None:
    """Laid on 60 cm, a halt of one turn on 80 cm; the first advance is in turn 2 (FF-BAR-05, FF-FPL-17)."""
    barrage = BarrageLine(id="b", start_mm=600, speed_mm=200, turns=5, halts=(Halt(up_mm=800, turns=1),))
    evening, _ = sealed(barrages=(barrage,))
    news = []
    for turn in range(1, 7):
        before = len(shown(evening))
        evening.do("attacker", "start_turn")
        for _ in range(40):
            evening._settle_plans("attacker")
            (laid,) = evening.state.barrages.values()
            if laid.turn == turn or laid.lifted:
                break
            evening.do("attacker", "next_step")
        news.append(shown(evening)[before:])
        evening.do("attacker", "end_turn")
        evening.do("defender", "start_turn")
        evening.nobody_arrives("defender")
        evening.do("defender", "end_turn")
    assert news == [["barrage/b"], ["speed/b"], [], ["halt/b/1"], [], ["turns/b"]]


def test_a_log_is_proved_whole_and_one_changed_byte_is_found() -> None:
    fires = (BombardmentLine(id="f", weapon=GUN, turn=1, at=Reference(520, 1000), where="ZULEIKA"),)
    evening, plan = sealed(bombardments=fires)
    evening.do("attacker", "start_turn")
    go_on_until_shown(evening)
    system = SYSTEM
    assert system.unproved(evening.log, "evening") == ()
    assert "sealed for another game" in system.unproved(evening.log, "other")[0]
    (whole,) = all_shown(evening.state)
    assert (whole["proved"], whole["secret"], whole["document"]) == (True, "5a" * 32, document(plan))
    for number, recorded in enumerate(evening.log):
        for changed in _changes(recorded.event):
            log: list[Recorded[Any]] = list(evening.log)
            log[number] = recorded._replace(event=changed)
            assert system.unproved(log, "evening"), changed


def _changes(event: Any) -> list[Any]:
    """The same event with one letter of what is sealed another."""
    if isinstance(event, PlanFixed):
        return [replace(event, fingerprint="0" + event.fingerprint[1:]) if event.fingerprint[0] != "0" else event]
    if isinstance(event, PlanSealed):
        (fire,) = event.written.bombardments
        moved = replace(event.written, bombardments=(replace(fire, at=Reference(521, 1000)),))
        return [replace(event, written=moved), replace(event, secret="5b" + event.secret[2:])]
    if isinstance(event, PlanPiecesShown):
        first, *rest = event.pieces
        other = replace(first, content=first.content.replace("ZULEIKA", "ZULEIKB"))
        return [replace(event, pieces=(other, *rest))]
    return []


def test_weapons_of_other_games_are_not_in_the_force() -> None:
    """FF-FPL-68: the plan names a gun that the side does not have."""
    evening = played("michael-1918")
    strange = WeaponLine(id="x", name="Big Bertha", kind=UnitClass.SUPER_HEAVY_ARTILLERY, unit="moon")
    plan = written(evening)
    refused = evening.refused(
        "attacker", "seal_plan", plan=document(replace(plan, weapons=(*plan.weapons, strange))), secret=SECRET
    )
    assert refused.clause == "FF-FPL-77"
