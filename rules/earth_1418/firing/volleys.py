"""A pool of dice against Resilience: hits, injuries and kills, what is thrown again, and the exact chances (BE-ARM)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from rules.earth_1418.book import EarthBook
from rules.earth_1418.facts import MOST_BASES, MOST_DICE
from rules.earth_1418.firing.injuries import spread
from rules.kernel.dice import D6, FACES
from rules.kernel.explain import Explained, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.odds import Odds, tally
from rules.kernel.resolve import Resolution
from rules.kernel.values import dataclass

ONE: Final = Fraction(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Volley:
    """Dice against one target. The first die thrown is the one that was named for the bonus."""

    dice: int = fact("how many dice", least=0, most=MOST_DICE, example=3)
    bonus: int = fact("added to the die that was named, thrown first", default=0, least=0, most=20, example=1)
    resilience: int = fact("the target's Resilience as it stands", least=-20, most=40, example=4)
    thrown_again: bool = fact("small arms at a vehicle, or shots at a base mostly outside the circle", default=False)
    target_bases: int | None = fact(
        "bases of the target; none: only hits are told", default=None, least=1, most=MOST_BASES, example=3
    )
    injured_bases: int = fact("those of them with an injury, fresh or old", default=0, least=0, most=MOST_BASES)


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolAsked(Volley):
    """A pool of dice, and why some of them are thrown again."""

    outside_circle: bool = fact("shots of a bombardment at a base mostly outside the circle", default=False)


@dataclass(frozen=True, slots=True)
class VolleyResult:
    """Hits, and how many of them injure a base, remove one, or find nobody left."""

    hits: int
    injured: int = 0
    killed: int = 0
    left_over: int = 0


def volley(
    facts: Volley, dice: tuple[D6, ...], book: EarthBook, outside: bool = False
) -> Explained[VolleyResult] | Refusal | MoreDice:
    """What a pool of dice does (BE-ARM-05 to BE-ARM-07, BE-INJ-02, BE-INJ-08, BE-VEH-02, BE-ART-10; G-11, G-23, G-27).

    `outside`: shots of a bombardment at a base mostly outside the circle. Refuses more injured bases than there are.
    Asks for further dice where some are thrown again.
    """
    refused = faults(facts)
    if refused is not None:
        return refused
    first = tuple(die.pips for die in dice[: facts.dice])
    hit = hitting(first, facts.bonus, facts.resilience, book)
    steps = [Step("BE-ARM-05", f"{len(hit)} of {facts.dice} reach Resilience {facts.resilience}")]
    if facts.bonus and facts.dice:
        g_27 = book.ruling("G-27")
        steps.insert(0, Step("BE-ARM-06", f"One die has +{facts.bonus}", None, g_27.mark))
    again = thrown_again(facts, hit, book, outside)
    clause, mark = ("BE-ART-10", None) if outside else ("BE-VEH-02", book.mark("G-23"))
    if again:
        second = tuple(die.pips for die in dice[facts.dice :])
        if len(second) < len(again):
            says = f"{len(again) - len(second)} to throw again"
            return MoreDice(clause, says, len(again) - len(second))
        hit = second_hits(facts, again, second, book)
        # Where every die is thrown again no earlier hit is left that could stand.
        only_hits = outside or again_only_hits(book)
        steps.append(
            Step(clause, f"{len(again)} thrown again: {len(hit)} {'stand' if only_hits else 'hit'}", None, mark)
        )
    return Explained(fired(facts, len(hit)), None, (*steps, *_taken(facts, len(hit))))


def faults(facts: Volley) -> Refusal | None:
    """What cannot be so."""
    if facts.target_bases is not None and facts.injured_bases > facts.target_bases:
        return Refusal("BE-INJ-08", f"It has only {facts.target_bases} bases", "count its own bases")
    return None


def hitting(faces: tuple[int, ...], bonus: int, resilience: int, book: EarthBook) -> tuple[int, ...]:
    """The places of the dice that hit (BE-ARM-05, BE-ARM-06; G-27)."""
    plain = tuple(n for n, face in enumerate(faces) if face >= resilience)
    return book.behaviour("G-27", {"named_before": _named, "after_rolling": _chosen})(faces, bonus, resilience, plain)


def _named(faces: tuple[int, ...], bonus: int, resilience: int, plain: tuple[int, ...]) -> tuple[int, ...]:
    first = bool(faces) and 0 not in plain and faces[0] + bonus >= resilience
    return (0, *plain) if first else plain


def _chosen(faces: tuple[int, ...], bonus: int, resilience: int, plain: tuple[int, ...]) -> tuple[int, ...]:
    near = (n for n, face in enumerate(faces) if n not in plain and face + bonus >= resilience)
    helped = next(near, None)
    return plain if helped is None else tuple(sorted((*plain, helped)))


def thrown_again(facts: Volley, hit: tuple[int, ...], book: EarthBook, outside: bool) -> tuple[int, ...]:
    """The places of the dice that are thrown again (BE-VEH-02, BE-ART-10; G-23).

    Of shots outside the circle the book itself says that it is the successes.
    """
    if outside or not facts.thrown_again:
        return hit if outside else ()
    return book.behaviour("G-23", {"successes": hit, "every_die": tuple(range(facts.dice))})


def again_only_hits(book: EarthBook) -> bool:
    """Return whether of dice at a vehicle only the hits are thrown again (G-23)."""
    return book.behaviour("G-23", {"successes": True, "every_die": False})


def again_in_words(book: EarthBook) -> str:
    """Say which dice at a vehicle are thrown again (BE-VEH-02; G-23)."""
    words = {"successes": "successes are thrown again", "every_die": "every die is thrown again"}
    return book.behaviour("G-23", words)


def second_hits(facts: Volley, again: tuple[int, ...], faces: tuple[int, ...], book: EarthBook) -> tuple[int, ...]:
    """The hits that stand after the second throw; a named die that is thrown again keeps its bonus (G-23)."""
    keeps = book.behaviour("G-27", {"named_before": 0 in again, "after_rolling": True})
    return hitting(faces[: len(again)], facts.bonus if keeps else 0, facts.resilience, book)


def fired(facts: Volley, hits: int) -> VolleyResult:
    """What so many hits do to the target (BE-INJ-02, BE-INJ-08)."""
    if facts.target_bases is None:
        return VolleyResult(hits)
    injured, killed = spread(facts.target_bases, facts.injured_bases, hits)
    return VolleyResult(hits, injured, killed, hits - injured - killed)


def _taken(facts: Volley, hits: int) -> tuple[Step, ...]:
    if facts.target_bases is None or not hits:
        return ()
    found = fired(facts, hits)
    lines = [Step("BE-INJ-02", f"{found.injured} injured, {found.killed} removed")]
    if found.killed:
        lines.append(Step("BE-INJ-08", "Every base has an injury before one is removed"))
    return tuple(lines)


def chances(facts: Volley, book: EarthBook, outside: bool = False) -> Mapping[str, Fraction] | Refusal:
    """The exact chance of each result."""
    refused = faults(facts)
    if refused is not None:
        return refused
    found: dict[str, Fraction] = {}
    for hits, chance in hit_chances(facts, book, outside).items():
        name = result_words(fired(facts, hits), facts.target_bases is not None)
        found[name] = found.get(name, Fraction(0)) + chance
    return found


def hit_chances(facts: Volley, book: EarthBook, outside: bool = False) -> Mapping[int, Fraction]:
    """The exact chance of each number of hits, fewest first; those that cannot come are left out."""
    g_27 = book.behaviour("G-27", {"named_before": _named_chances, "after_rolling": _chosen_chances})
    at_armour = facts.thrown_again and again_only_hits(book)
    found = g_27(facts, outside or at_armour)
    return {hits: found[hits] for hits in sorted(found) if found[hits]}


def _reaches(resilience: int, bonus: int) -> Fraction:
    return Fraction(sum(face + bonus >= resilience for face in FACES), len(FACES))


def _named_chances(facts: Volley, twice: bool) -> Mapping[int, Fraction]:
    singles = [_reaches(facts.resilience, facts.bonus if n == 0 else 0) for n in range(facts.dice)]
    dice = (Odds({1: p * p if twice else p, 0: ONE - (p * p if twice else p)}) for p in singles)
    return tally(dice, int, lambda one, other: one + other, 0).chances


def _chosen_chances(facts: Volley, twice: bool) -> Mapping[int, Fraction]:
    first = _best_of(facts.dice, facts)
    if not twice:
        return first
    found: dict[int, Fraction] = {}
    for thrown, chance in first.items():
        for hits, then in _best_of(thrown, facts).items():
            found[hits] = found.get(hits, Fraction(0)) + chance * then
    return found


def _best_of(dice: int, facts: Volley) -> Mapping[int, Fraction]:
    """Hits of so many dice where the bonus is given after the throw: one near miss becomes a hit."""
    hit, near = _reaches(facts.resilience, 0), _reaches(facts.resilience, facts.bonus)
    state: dict[tuple[int, bool], Fraction] = {(0, False): ONE}
    for _ in range(dice):
        after: dict[tuple[int, bool], Fraction] = {}
        for (hits, helped), chance in state.items():
            for key, p in (((hits + 1, helped), hit), ((hits, True), near - hit), ((hits, helped), ONE - near)):
                after[key] = after.get(key, Fraction(0)) + chance * p
        state = after
    found: dict[int, Fraction] = {}
    for (hits, helped), chance in state.items():
        found[hits + helped] = found.get(hits + helped, Fraction(0)) + chance
    return found


def result_words(found: VolleyResult, of_target: bool) -> str:
    """A result in words: "2 hits: 1 injured, 1 removed"."""
    hits = f"{found.hits} hit{'' if found.hits == 1 else 's'}"
    return f"{hits}: {found.injured} injured, {found.killed} removed" if of_target and found.hits else hits


def _pool_dice(facts: PoolAsked, _book: EarthBook) -> int:
    return facts.dice


def _pool(facts: PoolAsked, dice: tuple[D6, ...], book: EarthBook) -> Explained[VolleyResult] | Refusal | MoreDice:
    return volley(facts, dice, book, facts.outside_circle)


def _pool_chances(facts: PoolAsked, book: EarthBook) -> Mapping[str, Fraction] | Refusal:
    return chances(facts, book, facts.outside_circle)


RESOLUTIONS: tuple[Resolution[Any, EarthBook], ...] = (
    Resolution("pool", "A pool of dice against Resilience", "Arming", PoolAsked, _pool_dice, _pool, _pool_chances),
)
