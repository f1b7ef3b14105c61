"""Whatever is sent, in whatever order: nothing breaks, the log folds to the live state, and secrets stay."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.flanders_fields.game.state.cards import FULL_PACK, card_name
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER
from rules.kernel.explanations import Refusal
from rules.kernel.seats import Actor, Role
from tests.game.evening import Evening, entered, mons
from tests.game.offered import wrong_with

UNITS = ("a1.1.c1", "a1.1.c2", "a1.1.mg1", "a1.b1", "d1.1.c1", "d1.1.mg1", "d1.b1", "nobody")
STANDS = ("a1.1.c1.p1", "a1.1.mg1", "a1.1.hq", "d1.1.c1.p1", "d1.1.c1.p2", "d1.1.hq", "nobody")
EVENTS = tuple(card for card in FULL_PACK if card.partition("_")[2] in ("10", "jack", "queen", "king", "ace"))
on = st.sampled_from((*UNITS, *STANDS, "a1", "a1.1", "d1.1"))
faces = st.integers(1, 6)
throw = faces.map(lambda pips: entered(pips)[0])
unit, stand = st.sampled_from(UNITS), st.sampled_from(STANDS)
shots = st.builds(
    lambda firer, target, far, cover, pips: {
        "firer": firer,
        "target": target,
        "range_cm": far,
        "cover": cover,
        "dice": entered(pips),
    },
    stand,
    stand,
    st.sampled_from((4.9, 5.0, 30.0, 45.0, 60.1, 70.0, 199.9)),
    st.sampled_from(("open", "soft", "medium", "hard")),
    faces,
)


def sending(kind: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    return st.tuples(st.just(kind), st.fixed_dictionaries(fields))


commands = st.one_of(
    sending("start_turn"),
    sending("next_step"),
    sending("next_step"),
    sending("end_turn"),
    sending("roll_orders", unit=unit, die=throw, prussian_discipline=st.booleans()),
    sending("remove_suppression", unit=unit),
    sending("move_unit", unit=unit),
    sending("change_carriage", unit=unit, to=st.sampled_from(("ready", "packed", "limbered"))),
    sending("fire", unit=unit, shots=st.lists(shots, max_size=2)),
    sending("go_in", unit=unit, stand=stand, target=stand, cover=st.sampled_from(("open", "medium")), supporter=stand),
    sending("go_in", unit=unit, stand=stand, target=stand, cover=st.just("soft")),
    sending("all_in", unit=unit),
    sending("fire_as_they_close", stand=stand, target=stand, dice=faces.map(entered)),
    sending("fire_as_they_close", stand=stand),
    sending("throw_in_combat", attacker=stand, side=st.sampled_from(("attacker", "defender")), die=throw),
    sending("test_morale", battalion=st.sampled_from(("a1.1", "d1.1")), die=throw),
    sending("test_weapon", weapon=st.sampled_from(("a1.b1", "a1.b2", "d1.b1")), die=throw),
    sending("supports_another", weapon=st.sampled_from(("a1.b1", "a1.b2", "d1.b1"))),
    sending("roll_reinforcement", battalion=st.sampled_from(("a1.3", "d1.4")), die=throw),
    sending("promote_in_field", formation=st.sampled_from(("a1.1", "d1.1", "a1"))),
    sending("correct", of=stand, what=st.just("levels"), value=st.integers(-1, 3), reason=st.just("seen")),
    sending("correct", of=stand, what=st.just("alive"), value=st.booleans(), reason=st.just("seen")),
    sending("draw_card", card=st.sampled_from(FULL_PACK)),
    sending("draw_card", card=st.sampled_from(EVENTS)),
    sending("play_card", card=st.sampled_from(EVENTS), on=on, die=throw),
    sending("say_what_it_takes", card=st.sampled_from(EVENTS), on=st.lists(on, max_size=2)),
    sending("name_mutinous", battalion=on),
    sending("resist_stubbornly", battalion=on),
    sending("say_after_the_die", unit=unit, special=st.sampled_from(("pals", "professionalism", "elan"))),
    sending("put_card_aside", card=st.sampled_from(EVENTS)),
    sending("card_carried_out", card=st.just("spades_king")),
    sending("undo"),
    sending("answer", agree=st.booleans()),
    sending("note", text=st.text(max_size=12)),
)
seats = st.sampled_from(("attacker", "defender", "referee"))


def secrets_kept(evening: Evening) -> bool:
    """A battalion off the table is unknown to the other side and to lookers-on."""
    hidden = [b for b in evening.state.battalions.values() if not b.on_table]
    views = {role: str(SYSTEM.view(evening.state, role)) for role in (ATTACKER, DEFENDER, Role.SPECTATOR)}
    cards = evening.state.cards
    known = {one.card for one in cards.lying} | {one.card for one in cards.held if one.handed}
    for held in cards.held:
        for role, seen in views.items():
            told = f"'{held.card}'" in seen or card_name(held.card) in seen
            # A real pack may be typed in wrongly, so that both sides have the same card: one of them lies open then.
            both = any(one.card == held.card and one.side is not held.side for one in cards.held)
            if role.value != held.side.value and told and held.card not in known and not both:
                return False
    return all(
        battalion.id not in seen and battalion.name not in seen
        for battalion in hidden
        for role, seen in views.items()
        if role.value != battalion.side.value
    )


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(seats, commands), min_size=10, max_size=60), st.booleans(), st.booleans())
def test_whatever_is_sent_the_log_folds_to_the_live_state(
    sent: list[tuple[str, tuple[str, dict[str, Any]]]], referee: bool, cards: bool
) -> None:
    evening = mons(referee, event_cards="table" if cards else "none")
    evening.do("attacker", "start_turn")
    for role, (kind, fields) in sent:
        before, stood = len(evening.log), evening.state.copy()
        outcome = evening.try_(role, kind, **fields)
        if isinstance(outcome, Refusal):
            assert len(evening.log) == before
        else:
            assert not wrong_with(stood, Actor(Role(role), role, referee), kind, fields, outcome), (kind, fields)
        assert all(0 <= one.levels <= 3 and (one.levels < 3 or not one.alive) for one in evening.state.stands.values())
    assert SYSTEM.replay(evening.log) == evening.state
    assert secrets_kept(evening)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(seats, commands), min_size=5, max_size=40), faces)
def test_nothing_that_is_sent_amid_an_assault_breaks_it(
    sent: list[tuple[str, tuple[str, dict[str, Any]]]], pips: int
) -> None:
    evening = mons()
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=entered(6)[0])
    into = {"unit": "a1.1.c1", "stand": "a1.1.c1.p1", "target": "d1.1.c1.p1", "cover": "soft"}
    evening.do("attacker", "go_in", **into)
    evening.do("attacker", "all_in", unit="a1.1.c1")
    for role, (kind, fields) in sent:
        evening.try_(role, kind, **fields)
        assert all(0 <= one.levels <= 3 and (one.levels < 3 or not one.alive) for one in evening.state.stands.values())
        assert all(evening.state.stands[one.attacker].alive for one in evening.state.contacts())
    assert SYSTEM.replay(evening.log) == evening.state
