"""The four properties of deeds described once, of any system that gives this much of itself."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from operator import eq
from random import Random
from typing import Any, Protocol

from rules.kernel.commands import Deed, OnStage, stage
from rules.kernel.dice import Throw
from rules.kernel.explanations import Refusal
from rules.kernel.prompts import NEEDED, Ask, AskKind, Told
from rules.kernel.serialization import plain

Log = Sequence[tuple[str, Any]]
Same = Callable[[Any, Any], bool]


class Staged(Protocol):
    """A system as the properties see it; a seat is a player. `deeds` may be those of some chapters alone."""

    @property
    def deeds(self) -> Sequence[Deed[Any]]: ...
    @property
    def seats(self) -> Sequence[str]: ...

    def fresh(self) -> Any: ...
    def table(self, state: Any, seat: str) -> Any: ...
    def over(self, state: Any) -> bool: ...
    def knows(self, event: Any, seat: str) -> bool: ...
    def apply(self, state: Any, event: Any) -> Any: ...
    def decide(self, state: Any, seat: str, command: Any) -> Sequence[Any] | Refusal: ...


class NoDocument(Exception):
    """An ask wants a whole document, or a deed, which nobody writes by chance."""


def done(system: Staged, state: Any, seat: str, command: Any) -> tuple[Any, Sequence[Any]]:
    """The state after a command that has to be allowed, and its events."""
    events = system.decide(state, seat, command)
    assert not isinstance(events, Refusal), f"{seat} was offered {command} and is refused it: {events}"
    for event in events:
        state = system.apply(state, event)
    return state, events


def possible(system: Staged, state: Any, seat: str) -> list[tuple[Deed[Any], OnStage]]:
    """What a seat owes, else what it is offered and may do."""
    found = stage(system.table(state, seat), system.deeds)
    kinds = {deed.kind: deed for deed in system.deeds}
    return [(kinds[one.kind], one) for one in found.owed or found.offered if one.barred is None]


def check_round_trip(system: Staged, log: Log) -> None:
    """Each command of a log is owed or offered to who sent it, and its asks give exactly it."""
    state = system.fresh()
    for seat, command in log:
        check_asked(system.table(state, seat), system.deeds, command)
        state, _ = done(system, state, seat, command)


def check_asked(table: Any, deeds: Sequence[Deed[Any]], command: Any, same: Same = eq) -> None:
    """A command of one of the deeds is owed or offered at a table, and its asks give exactly it.

    `same` says whether it would bring the same without what nobody asks for.
    """
    if any(deed.command is type(command) for deed in deeds):
        found = stage(table, deeds)
        kinds = {deed.kind: deed for deed in deeds}
        able = [one for one in (*found.owed, *found.offered) if one.barred is None]
        able = [one for one in able if kinds[one.kind].command is type(command) and _is_of(command, one)]
        made = [(one, *_fills(kinds[one.kind], table, one, command, same)) for one in able]
        assert any(fits for _, fits, _ in made), f"{command} was sent, the stage gives {made} of {found}"


def _fills(deed: Deed[Any], table: Any, one: OnStage, command: Any, same: Same) -> tuple[bool, Any]:
    """Whether the asks give the command, as it was sent or without what nobody asks for; and what they give."""
    bare = without_needless(command, deed, table, one.about, same)
    plainer = without_no(bare)
    made = None
    for sent in (bare, plainer if same(command, plainer) else bare):
        made = deed.filled(table, one.about, _given(sent, one))
        if made == sent:
            return True, made
    return False, made


def without_no(value: Any) -> Any:
    """The same without a "no", however deep, where nothing told says that it is not known."""
    if isinstance(value, tuple):
        return tuple(without_no(one) for one in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    found = {one.name: (getattr(value, one.name), one.default) for one in fields(value)}
    return replace(
        value,
        **{
            name: None if told is False and usual is None else without_no(told) for name, (told, usual) in found.items()
        },
    )


def _is_of(command: Any, one: OnStage) -> bool:
    told = plain(command)
    return all(told.get(name) == value for name, value in one.about.items())


def _given(command: Any, one: OnStage) -> dict[str, Any]:
    return {name: value for name, value in _told(command).items() if name not in one.about}


def without_needless(command: Any, deed: Deed[Any], table: Any, about: Told, same: Same) -> Any:
    """The same without what nobody asks for, as far as it brings the same: forms of earlier programs sent it."""
    asked = {ask.name.split(".")[0] for ask in deed.asks(table, {**about, **_told(command)}) if isinstance(ask, Ask)}
    usual = {one.name: one.default for one in fields(command) if one.name not in asked and one.name not in about}
    needless = {name: value for name, value in usual.items() if value not in (MISSING, getattr(command, name))}
    bare = replace(command, **needless)
    return bare if same(command, bare) else command


def _told(value: Any) -> Any:
    """Plain values without what counts untold."""
    if isinstance(value, tuple):
        return [_told(one) for one in value]
    if not is_dataclass(value):
        return plain(value)
    named = {one.name: (getattr(value, one.name), one.default) for one in fields(value)}
    return {name: _told(found) for name, (found, usual) in named.items() if usual is MISSING or found != usual}


def by_chance(deed: Deed[Any], table: Any, about: Told, chance: Random) -> dict[str, Any]:
    """Answers to what a deed asks, as far as it asks."""
    told = dict(about)
    _answer(deed.asks(table, told), told, chance)
    return {name: value for name, value in told.items() if name not in about}


def _answer(asks: Iterator[Ask | Refusal], told: dict[str, Any], chance: Random) -> None:
    refused, thrown = False, ""
    for ask in asks:
        assert not refused, f"{ask} comes after a refusal"
        if isinstance(ask, Refusal):
            assert not thrown, f"{ask} comes after the dice of {thrown}"
            refused = True
            continue
        _choices_are_told(ask)
        thrown = ask.name if ask.kind is AskKind.DICE else thrown
        if ask.per:
            lying = iter(ask.kept)
            for row, count in zip(told.get(ask.per, ()), ask.counts, strict=True):
                dice = [_die(next(lying, None), chance) for _ in range(count)]
                row[ask.name] = dice[0] if ask.most is None else dice
        elif ask.kind is not AskKind.DRAWN and (ask.usual is NEEDED or chance.random() < 0.5):
            _say(ask, told, chance)


def _choices_are_told(ask: Ask) -> None:
    """What follows is said of every choice or of none; what is denied is no choice, and says why."""
    among = ask.among or ()
    assert len(ask.brings) in (0, len(among)), f"{ask.name}: {len(ask.brings)} sentences for {len(among)} choices"
    for one in ask.denied:
        assert one.value not in among, f"{ask.name}: {one.value} may be chosen and is denied"
        assert one.why.because, f"{ask.name}: {one.value} is denied without a reason"


def _die(lying: Throw | None, chance: Random) -> Any:
    return plain(lying) if lying and lying.pips else {"pips": chance.randint(1, 6)}


def _say(ask: Ask, told: dict[str, Any], chance: Random) -> None:
    *parts, last = ask.name.split(".")
    for step in parts:
        told = told.setdefault(step, {})
    if ask.row is None:
        told[last] = _value(ask, chance)
        return
    rows: list[dict[str, Any]] = []
    told[last] = rows
    for _ in range(_count(ask, chance, 2)):
        rows.append({})
        _answer(ask.row(rows[-1]), rows[-1], chance)


def _value(ask: Ask, chance: Random) -> Any:
    match ask.kind:
        case AskKind.ONE | AskKind.WORD:
            assert ask.among, f"nothing can be chosen: {ask}"
            return chance.choice(ask.among or ())
        case AskKind.SEVERAL:
            return chance.sample(ask.among or (), _count(ask, chance, len(ask.among or ())))
        case AskKind.SWITCH:
            return chance.random() < 0.5
        case AskKind.NUMBER | AskKind.CM | AskKind.DEGREES:
            return chance.randint(int(ask.least or 0), int(100 if ask.most is None else ask.most))
        case AskKind.DICE:
            lying = iter(ask.kept)
            dice = [_die(next(lying, None), chance) for _ in range(1 if ask.most is None else int(ask.most))]
            return dice if ask.most is not None else dice[0]
        case AskKind.TEXT:
            return chance.choice(["a", "b c"])
        case AskKind.DOCUMENT | AskKind.DEED:
            if not ask.proposals:
                raise NoDocument(ask.name)
            return ask.proposals[0].value
    raise AssertionError(f"nothing is known of such an answer: {ask}")


def _count(ask: Ask, chance: Random, otherwise: int) -> int:
    assert (ask.least or 0) <= (otherwise if ask.most is None else ask.most), f"nothing can be chosen: {ask}"
    return chance.randint(int(ask.least or 0), int(otherwise if ask.most is None else ask.most))


def check_evening(system: Staged, chance: Random, longest: int = 400) -> tuple[Log, Mapping[str, int]]:
    """An evening played from the stage alone: it ends, what is offered is done, and no stage tells of what is secret.

    The log and how often a command was refused among its asks.
    """
    state, log, refused = system.fresh(), list[tuple[str, Any]](), dict[str, int]()
    for _ in range(longest):
        if system.over(state):
            return log, refused
        check_all_offered(system, state, chance)
        seat, deed, one = _next(system, state, chance)
        table = system.table(state, seat)
        command = deed.filled(table, one.about, by_chance(deed, table, one.about, chance))
        if isinstance(command, Refusal):
            refused[deed.kind] = refused.get(deed.kind, 0) + 1
            continue
        assert isinstance(command, deed.command), f"{deed.kind}: {command}"
        after, events = done(system, state, seat, command)
        check_nothing_told(system, state, after, events)
        log.append((seat, command))
        state = after
    raise AssertionError(f"the evening does not end: {log[-3:]}")


def _next(system: Staged, state: Any, chance: Random) -> tuple[str, Deed[Any], OnStage]:
    seats = [seat for seat in system.seats if stage(system.table(state, seat), system.deeds).owed] or system.seats
    able = [(seat, *found) for seat in seats for found in possible(system, state, seat)]
    assert able, f"nobody can do anything: {state}"
    return chance.choice(able)


def check_all_offered(system: Staged, state: Any, chance: Random) -> None:
    """Every deed on every stage is done when filled in, or refused among its asks."""
    for seat in system.seats:
        table = system.table(state, seat)
        for deed, one in possible(system, state, seat):
            command = deed.filled(table, one.about, by_chance(deed, table, one.about, chance))
            if not isinstance(command, Refusal):
                assert isinstance(command, deed.command), f"{deed.kind}: {command}"
                done(system, state, seat, command)


def check_nothing_told(system: Staged, before: Any, after: Any, events: Sequence[Any]) -> None:
    """Whoever is told of no event of a command has the same stage before and after it."""
    for seat in system.seats:
        if not any(system.knows(event, seat) for event in events):
            was, now = (stage(system.table(state, seat), system.deeds) for state in (before, after))
            assert was == now, f"the stage of {seat} tells of {events}"
