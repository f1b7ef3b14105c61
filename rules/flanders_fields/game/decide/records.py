"""What the players do to the record itself: corrections, overruling, taking back, answering, notes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict

from rules.flanders_fields.game.air.record import kept_of_air
from rules.flanders_fields.game.armour.fold import FACE_VALUES
from rules.flanders_fields.game.barrage.record import kept_of_barrage
from rules.flanders_fields.game.cards.record import NOTHING_THERE, correct_hand, hand_of
from rules.flanders_fields.game.commands import COMMANDS, Answer, Command, Correct, Note, Overrule, TakeBack
from rules.flanders_fields.game.decide.losses import after_losses
from rules.flanders_fields.game.decide.table import Judgement, Table
from rules.flanders_fields.game.deed import Deed
from rules.flanders_fields.game.events import (
    ConsentAnswered,
    ConsentAsked,
    Corrected,
    Event,
    Noted,
    Overruled,
    TakenBack,
)
from rules.flanders_fields.game.gas.correcting import kept_of_gas
from rules.flanders_fields.game.ground.record import kept_of_places
from rules.flanders_fields.game.guns import record as guns
from rules.flanders_fields.game.national.record import kept_of_uses
from rules.flanders_fields.game.outcomes import StandChange
from rules.flanders_fields.game.plan.record import kept_of_plan
from rules.flanders_fields.game.sealing import judge as sealing
from rules.flanders_fields.game.state import Battalion, GameState, Orders, Regiment, Stand, Unit
from rules.flanders_fields.suppression import LIMITS
from rules.flanders_fields.vocabulary import Carriage
from rules.kernel.explain import Refusal
from rules.kernel.plain import NotPlain, build
from rules.kernel.play import Audience, Role, Throw

LONGEST_TEXT = 500
Judge = Callable[[Table, Command], Judgement]


def note(table: Table, command: Note) -> Judgement:
    """Write something into the log."""
    text = command.text.strip()
    if not text or len(text) > LONGEST_TEXT:
        return Refusal("", "a note is 1 to 500 letters long", "shorten it" if text else "write something")
    return (Noted(text),)


def correct(table: Table, command: Correct) -> Judgement:
    """Set a tracked value to what stands on the table, with a reason (the physical table is the truth)."""
    if not command.reason.strip() or len(command.reason) > LONGEST_TEXT:
        return Refusal("", "a correction needs a reason", "say in a few words what stands on the table")
    if side := hand_of(command.of):
        return correct_hand(table, command, side)
    wanted = _correctable(table, command.of).get(command.what) if table.knows_of(command.of) else None
    if wanted is None:
        return NOTHING_THERE
    before, allowed = wanted
    if not allowed(command.value):
        return Refusal("", f"{command.value!r} cannot stand there", "enter what stands on the table")
    if command.value == before:
        return Refusal("", "that is what the record says already", "nothing needs correcting")
    event = Corrected(command.of, command.what, before, command.value, command.reason.strip())
    dead = command.what == "alive" and command.value is False
    levels = table.state.stands[command.of].levels if dead else 0
    return (event, *(after_losses(table, (StandChange(command.of, levels, alive=False),)) if dead else ()))


Kept = tuple[int | float | bool | str, Callable[[object], bool]]


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _count(most: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _correctable(table: Table, of: str) -> Mapping[str, Kept]:
    state = table.state
    found: dict[str, Kept] = dict(kept_of_barrage(state, of, table.actor.role))
    found.update(kept_of_plan(state, of, table.actor.role))
    if of in state.stands:
        found.update(_of_stand(state.stands[of], table.book.table(LIMITS).number("kills").value))
    if of in state.units:
        found.update(_of_unit(state.units[of], state.orders.get(of)))
        found.update(guns.kept(state, of, table.actor.role))
    if of in state.battalions:
        found.update(_of_battalion(state.battalions[of]))
    if of in state.regiments:
        found.update(_of_formation(state.regiments[of]))
    found.update(kept_of_uses(state, of, table.book))
    found.update(kept_of_gas(state, of))
    found.update(kept_of_places(state, of, table.book))
    found.update(kept_of_air(state, of, table.actor.role))
    return found


def _of_stand(stand: Stand, kills: int) -> dict[str, Kept]:
    kept: dict[str, Kept] = {
        "levels": (stand.levels, _count(kills - 1)),
        "alive": (stand.alive, _flag),
        "on_wire": (stand.on_wire, _flag),
    }
    kept.update((face, (level, _count(kills))) for face, level in zip(FACE_VALUES, stand.faces, strict=False))
    return kept


def _of_unit(unit: Unit, orders: Orders | None) -> dict[str, Kept]:
    kept: dict[str, Kept] = {}
    if unit.carriage is not Carriage.NONE:
        kept["carriage"] = (unit.carriage, lambda value: value in tuple(Carriage)[1:])
    if orders is not None:
        kept["actions"] = (orders.left, _count(3))
    return kept


def _of_battalion(battalion: Battalion) -> dict[str, Kept]:
    return {
        "fired_on": (battalion.fired_on, _flag),
        "on_table": (battalion.on_table, _flag),
    } | _of_formation(battalion)


def _of_formation(formation: Battalion | Regiment) -> dict[str, Kept]:
    return {
        "field_promotion": (formation.field_promotion, _flag),
        "discipline_used": (formation.discipline_used, _count(9)),
    }


def overrule(table: Table, command: Overrule, judge: Judge) -> Judgement:
    """Do what the rules refused: the referee does; a side asks the referee, or the other side where there is none."""
    if len(command.reason) > LONGEST_TEXT:
        return Refusal("", "the reason is too long", f"say it in at most {LONGEST_TEXT} letters")
    inner = _inner(command.command)
    if isinstance(inner, Refusal):
        return inner
    because = judge(table, inner)
    if not isinstance(because, Refusal):
        return Refusal("", "the rules do not refuse this now", "send it without overruling")
    forced = judge(Table(table.state, table.actor, table.book, overruled=True), inner)
    if isinstance(forced, Refusal):
        return Refusal(forced.clause, forced.because, f"{forced.instead}; this cannot be set aside")
    if table.actor.role is Role.REFEREE:
        return (Overruled(because.clause, because.because, command.reason, agreed=False), *forced)
    asked: dict[str, object] = {
        "kind": "overrule",
        "of": Role.REFEREE.value if table.actor.referee_present else "",
        "clause": command.clause,
        "command": command.command,
        "reason": command.reason,
    }
    return (ConsentAsked(table.actor.role, f"set aside {because.clause}: {because.because}", asked),)


def _inner(values: Mapping[str, object]) -> Command | Refusal:
    kind = values.get("kind")
    wanted = COMMANDS.get(kind) if isinstance(kind, str) else None
    if wanted is None or wanted in (Overrule, TakeBack, Answer):
        return Refusal("", "that is no command which can be overruled", "send the command that was refused")
    try:
        return build(wanted, {name: value for name, value in values.items() if name != "kind"})
    except NotPlain as wrong:
        return Refusal("", f"{wrong.field}: {wrong.wrong}", wrong.right)


def answer(table: Table, command: Answer, judge: Judge) -> Judgement:
    """Agree or not to what the other side asks; the referee may answer for it."""
    asked = table.state.asked
    if asked is None:
        return Refusal("", "nobody is asking anything", "go on with the turn")
    if table.actor.role in (asked.by, Role.SPECTATOR):
        return Refusal("", "the other side answers this", "wait for it")
    if asked.command.get("of") and table.actor.role is not Role.REFEREE:
        return Refusal("", "the referee answers this", "wait for it")
    event = ConsentAnswered(table.actor.role, command.agree, asked.words)
    if not command.agree:
        return (event,)
    follows = _agreed(table, asked.command, judge)
    return follows if isinstance(follows, Refusal) else (event, *follows)


def _agreed(table: Table, values: Mapping[str, object], judge: Judge) -> Judgement:
    if values["kind"] == "take_back":
        return _withdraw(table.state, str(values.get("command_id", "")))
    if values["kind"] == sealing.ASKS:
        return sealing.agreed(table, values)
    inside = values["command"]
    inner = _inner(inside if isinstance(inside, Mapping) else {})
    if isinstance(inner, Refusal):
        return inner
    asked = table.state.asked
    side = asked.by if asked else table.actor.role
    actor = type(table.actor)(side, table.actor.name, table.actor.referee_present)
    refused = judge(Table(table.state, actor, table.book), inner)
    forced = judge(Table(table.state, actor, table.book, overruled=True), inner)
    if isinstance(forced, Refusal):
        return forced
    because = refused if isinstance(refused, Refusal) else Refusal("", "")
    agreed = table.actor.role is not Role.REFEREE
    return (Overruled(because.clause, because.because, str(values.get("reason", "")), agreed), *forced)


def take_back(table: Table, command: TakeBack) -> Judgement:
    """Take back the newest deed, or all since a named one: a side within its own player turn, else by consent."""
    deeds = tuple(_since(table.state.deeds, command.command_id))
    if not deeds:
        return Refusal("", "there is nothing of that name to take back", "choose a deed from the log")
    own = all(deed.role is table.actor.role and deed.turn == _now(table.state) for deed in deeds)
    if own or table.actor.role is Role.REFEREE:
        return (*_moot(table), *_withdraw(table.state, command.command_id))
    open_to_all = [deed.open_name for deed in deeds if deed.open_name]
    words = f"take back {', '.join(open_to_all) or 'something that only they know of'}"
    asked = asdict(command) | {"kind": "take_back", "command_id": deeds[-1].command_id}
    return (ConsentAsked(table.actor.role, words, asked),)


def _moot(table: Table) -> tuple[Event, ...]:
    """A take-back leaves no question open. That it is closed all may hear, what was taken back perhaps not."""
    asked = table.state.asked
    return (ConsentAnswered(table.actor.role, agreed=False, words=asked.words),) if asked else ()


def _now(state: GameState) -> tuple[int, str]:
    return (state.turn.number, state.turn.side)


def _since(newest: Deed | None, command_id: str) -> Iterator[Deed]:
    """The newest deed, or all back to the named one; nothing if it is not there. Setting up stays."""
    found: list[Deed] = []
    while newest is not None:
        found.append(newest)
        if not command_id or newest.command_id == command_id:
            yield from found
            return
        newest = newest.before


def _withdraw(state: GameState, command_id: str) -> tuple[Event, ...]:
    """Everybody hears of the deeds that everybody knew of; where there is none, each side hears of its own."""
    deeds = tuple(_since(state.deeds, command_id))
    told = tuple(deed.open_name for deed in deeds if deed.open_name)
    if told or not deeds:
        return (_taken_back(deeds, told, Audience.ALL),)
    by_audience = {deed.audience: tuple(one for one in deeds if one.audience is deed.audience) for deed in deeds}
    return tuple(_taken_back(own, tuple(deed.name for deed in own), who) for who, own in by_audience.items())


def _taken_back(deeds: tuple[Deed, ...], names: tuple[str, ...], audience: Audience) -> TakenBack:
    dice: dict[str, tuple[Throw, ...]] = {}
    for deed in deeds:
        dice = deed.dice | dice
    return TakenBack(tuple(sorted(seq for deed in deeds for seq in deed.seqs)), names, dice, audience)
