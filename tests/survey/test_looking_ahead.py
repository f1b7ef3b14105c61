"""Templates held over the map, a barrage and a cloud turn by turn: worked by hand on a table of 240 by 120 cm.

An infantry base is 3 cm wide and 1.5 deep.
"""

from dataclasses import replace

import pytest

from rules.flanders_fields.barrages import BandFacts
from rules.flanders_fields.game.map_facts.area_coverage import Rolling
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.gas_coverage import Drift, drifts
from rules.flanders_fields.game.map_facts.previews import (
    Covering,
    HeldTemplate,
    LaidTemplate,
    Near,
    Station,
    Template,
    covering,
    lay_held,
    lies_like_its_target,
    may_be_turned,
    near,
    station,
    templates_of,
)
from rules.flanders_fields.gas_clouds import CloudFacts, GasKind, WindFacts
from rules.flanders_fields.gas_effects import CloudFate
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explanations import Refusal
from rules.kernel.polygons import Outline
from rules.tabletop.stands import Spot
from tests.survey.scenes import at, book, enemy, field

EARLY, MID, LATE = book("1914-08"), book("1916-07"), book("1917-11")
MIDDLE = Spot(1000, 500)


def laid(template: Template, turned: int = 0, rules: RuleBook = MID) -> LaidTemplate:
    found = lay_held(HeldTemplate(template, MIDDLE, turned), rules)
    assert isinstance(found, LaidTemplate)
    return found


def covers(on: Field, template: Template, turned: int = 0, rules: RuleBook = MID) -> Covering:
    return covering(on, template, laid(template, turned, rules).outline, rules)


def box(outline: Outline) -> tuple[float, ...]:
    """Left, near, right and far edge, mm."""
    xs, ys = ([corner[axis] for corner in outline] for axis in (0, 1))
    return tuple(round(one, 6) for one in (min(xs), min(ys), max(xs), max(ys)))


@pytest.mark.parametrize(
    ("template", "wide", "deep"),
    [
        (Template.BATTERY, 100, 100),  # FF-ART-23
        (Template.SOS, 100, 50),  # FF-SOS-02
        (Template.LIGHT_MORTAR, 30, 30),  # FF-MTR-08
        (Template.MEDIUM_MORTAR, 40, 40),  # FF-MTR-09
        (Template.HEAVY_MORTAR, 50, 50),  # FF-MTR-10
        (Template.MACHINE_GUN, 20, 100),  # FF-IMG-02
        (Template.ATTACKER_GAS, 200, 100),  # FF-GAS-03
        (Template.DEFENDER_GAS, 100, 50),
    ],
)
def test_every_template_has_the_size_of_the_book_about_its_middle(template: Template, wide: int, deep: int) -> None:
    found = laid(template)
    assert (found.width_mm, found.depth_mm) == (wide, deep)
    assert box(found.outline) == (1000 - wide / 2, 500 - deep / 2, 1000 + wide / 2, 500 + deep / 2)


def test_who_is_fully_partly_and_not_covered() -> None:
    """FF-ART-24, FF-ART-25: the square reaches from 95 to 105 and from 45 to 55; touching it is nothing (FF-ART-T2)."""
    on = field(
        inside=enemy(103.5, 50),  # 102 to 105: on its border
        half=enemy(105, 50),
        near=at(100, 44.3),  # 43.55 to 45.05
        touching=enemy(106.5, 50),  # from 105
        below=enemy(100, 50, below=True),
    )
    assert covers(on, Template.BATTERY) == Covering(("inside",), ("half", "near"), ("touching", "below"))
    # AMB-302: by half of a base, or by its middle.
    by_half = book("1916-07", AMB_302="half")
    assert covers(on, Template.BATTERY, rules=by_half) == Covering(("inside", "half"), ("near",), ("touching", "below"))


def test_sos_fire_is_half_as_deep() -> None:
    """FF-SOS-02: from 47.5 to 52.5."""
    on = field(over=at(100, 53.2), beyond=at(100, 53.3))  # from 52.45 and from 52.55
    assert covers(on, Template.SOS) == Covering((), ("over",), ("beyond",))


def test_a_machine_guns_strip_lies_along_its_line_of_fire() -> None:
    """FF-IMG-02: 2 cm across, less than a base is wide, and 10 along; turned to the side it reaches from 95 to 105."""
    on = field(aside=at(103.5, 50), ahead=at(100, 54.2))
    assert covers(on, Template.MACHINE_GUN) == Covering((), ("ahead",), ("aside",))
    assert covers(on, Template.MACHINE_GUN, 90) == Covering(("aside",), (), ("ahead",))


@pytest.mark.parametrize("turned", [30, 90, 181, 275])
def test_a_template_turned_about_lies_as_it_did(turned: int) -> None:
    for template in (Template.MACHINE_GUN, Template.LIGHT_MORTAR):
        one, other = (sorted(laid(template, by).outline) for by in (turned, turned + 180))
        assert one == pytest.approx([pytest.approx(corner, abs=1e-6) for corner in other])


def test_which_templates_may_be_turned() -> None:
    """A battery's square lies along the table's edges, a mortar's as its target, a strip along its line of fire."""
    turned = {one for one in Template if may_be_turned(one, MID)}
    mortars = {Template.LIGHT_MORTAR, Template.MEDIUM_MORTAR, Template.HEAVY_MORTAR}
    assert turned == {Template.MACHINE_GUN, *mortars}
    assert {one for one in Template if lies_like_its_target(one, MID)} == mortars
    by_line, by_owner = (book("1916-07", AMB_301=option) for option in ("line_of_fire", "owner"))
    assert {one for one in Template if may_be_turned(one, by_line)} == {Template.BATTERY, Template.MACHINE_GUN}
    assert {one for one in Template if may_be_turned(one, by_owner)} == {*turned, Template.BATTERY}
    assert may_be_turned(Template.SOS, book("1916-07", AMB_313="trace"))
    assert may_be_turned(Template.DEFENDER_GAS, book("1916-07", AMB_440="across_wind"))


def test_what_may_not_be_turned_is_not() -> None:
    assert box(laid(Template.SOS, 90).outline) == (950, 475, 1050, 525)
    assert box(laid(Template.SOS, 90, book("1916-07", AMB_313="trace")).outline) == (975, 450, 1025, 550)
    assert box(laid(Template.ATTACKER_GAS, 90, book("1916-07", AMB_440="across_wind")).outline) == (950, 400, 1050, 600)
    for option in ("line_of_fire", "owner"):
        turned = laid(Template.BATTERY, 45, book("1916-07", AMB_301=option))
        # A square of 10 cm on its corner is 14.14 cm across.
        assert box(turned.outline) == pytest.approx((929.289, 429.289, 1070.711, 570.711), abs=0.001)


def test_a_template_of_gas_covers_as_gas_does() -> None:
    """FF-GAS-03: the attacker's cloud reaches from 90 to 110 and from 45 to 55."""
    on = field(inside=enemy(100, 50), edge=enemy(110, 50), out=enemy(111.5, 50))
    assert covers(on, Template.ATTACKER_GAS) == Covering(("inside",), ("edge",), ("out",))


def test_only_what_there_was_at_the_date_is_offered() -> None:
    """FF-IMG-01, FF-GAS-01: no indirect machine guns and no gas in 1914."""
    early = {Template.MACHINE_GUN, Template.ATTACKER_GAS, Template.DEFENDER_GAS}
    assert set(Template) - set(templates_of(EARLY)) == early
    assert templates_of(MID) == tuple(Template)


PLAN = Rolling("The barrage", Side.ATTACKER, BandFacts(start_up_cm=40.0, duration=6, turn=1, halts=(3,)))


def stations(on: Field, plan: Rolling, rules: RuleBook = LATE) -> list[Station]:
    found = [station(on, plan, turn, rules) for turn in range(1, 8)]
    return [one for one in found if isinstance(one, Station)]


def test_a_barrage_lies_turn_by_turn_where_its_plan_has_it() -> None:
    """FF-BAR-04 to -10: on its start line in turn 1, then on by 20 cm a turn, halting in turn 3; gone after turn 6."""
    found = stations(field(), PLAN)
    reaches = [one.reaches_cm for one in found]
    assert reaches == [
        ((40.0, 60.0),),
        ((60.0, 80.0),),
        ((60.0, 80.0),),
        ((80.0, 100.0),),
        ((100.0, 120.0),),
        ((120.0, 140.0),),
        (),
    ]
    assert [box(one) for one in found[0].lies] == [(0, 400, 2400, 600)]
    # FF-BAR-22: the strip is 6 cm deep, on the attacker's side.
    assert [box(one) for one in found[3].strip] == [(0, 740, 2400, 800)]
    assert "halt" in found[2].says
    assert "lifted" in found[6].says


def test_a_bent_barrage_lies_in_pieces_of_30_cm_from_the_left_of_its_side() -> None:
    """FF-BAR-19, FF-BAR-20: the second piece leads by 10 cm and reaches to the table's edge."""
    bent = replace(PLAN, leads=(0.0, 10.0))
    second = stations(field(), bent)[1]
    assert [box(one) for one in second.lies] == [(0, 600, 300, 800), (300, 700, 2400, 900)]
    assert [box(one) for one in second.strip] == [(0, 540, 300, 600), (300, 640, 2400, 700)]
    refused = station(field(), replace(PLAN, leads=(0.0, 11.0)), 1, LATE)
    assert isinstance(refused, Refusal)
    assert refused.clause == "FF-BAR-19"


def test_the_defenders_barrage_comes_from_his_edge() -> None:
    """AMB-05: 40 cm from his edge is 80 from the attacker's; it comes down the table, its strip behind it."""
    theirs = Rolling("", Side.DEFENDER, replace(PLAN.facts, attacker=False), (0.0, 10.0))
    both = book("1917-11", AMB_05="both")
    first = stations(field(), theirs, both)[0]
    assert [box(one) for one in first.lies] == [(2100, 600, 2400, 800), (0, 500, 2100, 700)]
    assert [box(one) for one in first.strip] == [(2100, 800, 2400, 860), (0, 700, 2100, 760)]


def test_whom_a_barrage_meets_in_a_turn() -> None:
    """In turn 2 it comes from 40 to 60 cm: it lies to 80 and its strip from 54 on (FF-BAR-11, FF-BAR-23)."""
    on = field(under=enemy(100, 80.7), beyond=enemy(100, 80.8), behind=at(100, 55.2), far=at(150, 53.1))
    second = stations(on, PLAN)[1]
    # 79.95 to 81.45, 80.05 to 81.55; front edges at 55.95 and at 53.85.
    assert near(on, PLAN, second, LATE) == Near(("under",), (("behind", 4.1),))
    lifted = stations(on, PLAN)[6]
    assert near(on, PLAN, lifted, LATE) == Near()


def test_before_there_are_barrages_none_is_shown() -> None:
    refused = station(field(), PLAN, 1, MID)
    assert isinstance(refused, Refusal)
    assert refused.clause == "FF-BAR-01"


AHEAD = WindFacts(direction_deg=0, speed_cm=17.0)


def drifted(on: Field, cloud: CloudFacts, wind: WindFacts = AHEAD, rules: RuleBook = MID) -> tuple[Drift, ...]:
    found = drifts(on, cloud, wind, 12, rules)
    assert not isinstance(found, Refusal)
    return found


def test_a_cloud_drifts_with_its_wind_until_it_leaves_the_table() -> None:
    """FF-GAS-15, FF-GAS-T1: 17 cm a phase; at 118 its front half is over the edge at 120, at 135 all of it is."""
    found = drifted(field(), CloudFacts(along_cm=60.0, up_cm=50.0))
    assert [one.middle_cm for one in found] == [(60.0, 67.0), (60.0, 84.0), (60.0, 101.0), (60.0, 118.0), (60.0, 135.0)]
    assert [one.fate for one in found] == [*[CloudFate.DRIFTS] * 4, CloudFate.LEAVES_TABLE]
    assert box(found[0].began) == (500, 450, 700, 550)
    assert box(found[0].lies) == (500, 620, 700, 720)
    assert box(found[0].way) == (500, 450, 700, 720)
    assert box(found[3].lies) == (500, 1130, 700, 1200)
    assert found[4].lies == ()


def test_a_cloud_drifts_six_times_and_is_gone() -> None:
    found = drifted(field(), CloudFacts(along_cm=20.0, up_cm=20.0), WindFacts(direction_deg=90, speed_cm=10.0))
    assert [one.middle_cm[0] for one in found] == [30, 40, 50, 60, 70, 80, 80]
    assert found[-1].fate is CloudFate.SPENT


def test_a_wind_aside_takes_it_aside_without_turning_it() -> None:
    """AMB-440: half way between ahead and right, 20 cm are 14.1 each way; a cloud lies along the table's edges."""
    (first, *_) = drifted(field(), CloudFacts(along_cm=60.0, up_cm=40.0), WindFacts(direction_deg=45, speed_cm=20.0))
    assert first.middle_cm == (74.1, 54.1)
    assert box(first.lies) == pytest.approx((641, 491, 841, 591), abs=1)


def test_a_cloud_that_lies_across_the_wind_stays_turned() -> None:
    rules = book("1916-07", AMB_440="across_wind")
    (first, *_) = drifted(field(), CloudFacts(along_cm=60.0, up_cm=40.0, turned_deg=90), AHEAD, rules)
    assert box(first.lies) == (550, 470, 650, 670)


def test_the_defenders_gas_is_seen_from_his_edge() -> None:
    """60 and 40 from his corner are 180 and 80 from the attacker's; straight ahead of him is down the table."""
    (first, *_) = drifted(field(), CloudFacts(owner=Side.DEFENDER, along_cm=60.0, up_cm=40.0))
    assert first.middle_cm == (60.0, 57.0)
    assert box(first.began) == (1750, 775, 1850, 825)
    assert box(first.lies) == (1750, 605, 1850, 655)


def test_denying_gas_sinks_where_its_one_drift_ends() -> None:
    """FF-GAS-16."""
    found = drifted(field(), CloudFacts(kind=GasKind.DENYING, along_cm=60.0, up_cm=40.0))
    assert [one.fate for one in found[:3]] == [CloudFate.SINKS, CloudFate.LIES, CloudFate.LIES]
    assert {one.middle_cm for one in found} == {(60.0, 57.0)}


def test_whom_a_cloud_catches_on_its_way() -> None:
    """It passes from 35 to 62 up and from 50 to 70 along (FF-GAS-18, FF-GAS-21)."""
    on = field(
        inside=enemy(60, 50),
        edge=enemy(70, 50),
        out=enemy(71.5, 50),
        ahead=enemy(60, 62.7),  # from 61.95
        next=enemy(60, 62.8),  # from 62.05
    )
    first, second, *_ = drifted(on, CloudFacts(along_cm=60.0, up_cm=40.0))
    assert (first.fully, first.partly) == (("inside",), ("ahead", "edge"))
    assert (second.fully, second.partly) == (("ahead", "next"), ())


def test_before_there_is_gas_none_is_shown() -> None:
    refused = drifts(field(), CloudFacts(along_cm=60.0, up_cm=40.0), AHEAD, 3, EARLY)
    assert isinstance(refused, Refusal)
    assert refused.clause == "FF-GAS-01"


def test_leads_of_pieces_beyond_the_table_count_for_nothing() -> None:
    """A table of 240 cm has eight pieces of 30 cm."""
    long = replace(PLAN, leads=(0.0,) * 9 + (10.0,))
    first = stations(field(), long)[0]
    assert len(first.lies) == 8
    assert box(first.lies[-1]) == (2100, 400, 2400, 600)
