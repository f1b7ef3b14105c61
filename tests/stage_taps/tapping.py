"""A deed done with the fewest taps, as the page of the stage takes them: what is proposed is left, the first is chosen.

The rules are those of the page (`frontend/src/play`): what comes into the hand by itself, which ask is answered on the
board, when a deed is whole. Nothing here knows a deed by its name but those of the record, which have their own places.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from app.main import PLUGINS
from app.play.available_commands import StageNow, asked_at
from app.play.command_responses import AskedShown, AskShown, DeedShown, asked_shown
from app.play.play_screen import SceneShown
from app.play.screen_builder import scene_of
from app.system_service import service_of
from rules.kernel.serialization import plain
from tests.stage_taps.moments import Moment

MOST_STEPS: Final = 40
MOST_TRIED: Final = 60
MOST_TILES: Final = 9
"""So many kinds of deeds have a tile of their own in the drawer (`drawer.ts`)."""
FACE: Final = 4
READ_AGAIN: Final = "correct_die"
OF_THE_RECORD: Final = {"answer": 0, "undo": 1, "withdraw": 1, READ_AGAIN: 1}
"""Answered in the slot, by Take back, by a tap on the die: the taps before they ask anything more."""
FIGURES: Final = ("number", "cm", "degrees")

Told = dict[str, Any]


def has_tile(kind: str, able: Sequence[str]) -> bool:
    """Whether a kind of deeds has a tile of its own in the drawer; else it stands with the rarer ones behind one."""
    kinds = list(dict.fromkeys(able))
    return len(kinds) <= MOST_TILES or kind in kinds[: MOST_TILES - 1]


class NotWalked(Exception):
    """A deed that cannot be done on the stage from this moment, and why."""


class Walk:
    """One deed in hand, from its place on the stage until the command is whole."""

    def __init__(self, moment: Moment) -> None:
        self.moment = moment
        self.taps = Counter[str]()
        self.told: Told = {}
        # A page draws the stage as the moment has it: who is asked, and by what past, is the same.
        now = StageNow(moment.game.numbers[moment.actor.role], moment.stage, {})
        self.scenery = service_of(PLUGINS[moment.game.system.key]).screen
        assert self.scenery is not None
        self.scene: SceneShown = scene_of(moment.game, moment.actor, now, self.scenery)
        self.own = {one for face in self.scene.faces if face.own for one in _stands(face)}
        self.board = {one for face in self.scene.faces for one in _stands(face)}
        self.about = plain(dict(moment.deed.about))
        self.by_itself = False
        self.seen = set[str]()

    def command(self) -> Mapping[str, Any]:
        """The whole command; its taps are counted on the way."""
        deed = next(
            one
            for one in (*self.scene.stage.required, *self.scene.stage.available)
            if one.kind == self.moment.deed.kind and one.about == self.about
        )
        self._open(deed)
        if not deed.at_once:
            self._tell(deed)
        if deed.kind == READ_AGAIN:
            # The tap on the die names it, and the face that is tapped tells the rest (`dice-input.ts`).
            self.taps = Counter(deed=1, dice=1)
        return {**self.told, **self.about}

    # ---------- into the hand ----------

    def _open(self, deed: DeedShown) -> None:
        """How it comes into the hand, by its place (`step-flow.ts`, `drawer.ts`, `footer.ts`)."""
        stage, elsewhere = self.scene.stage, {way.deed for way in self.scene.ways}
        if deed.kind in elsewhere:
            raise NotWalked("on a page of its own")
        if deed.kind in OF_THE_RECORD:
            self.taps["deed"] += OF_THE_RECORD[deed.kind]
        elif deed.where == "more":
            able = [one for one in stage.available if one.where == "more" and one.kind != "override" and not one.barred]
            able = [one for one in able if one.kind not in elsewhere]
            alike = [one for one in able if one.kind == deed.kind]
            self.taps["drawer"] += 1 if has_tile(deed.kind, [one.kind for one in able]) else 2
            self.taps["deed"] += 1 if len(alike) == 1 else 2
        elif deed.where == "on":
            self.taps["next"] += 0 if deed.follows else 1
        elif deed in stage.required:
            self.by_itself = not deed.at_once
            self.taps["deed"] += 0 if self.by_itself or deed.follows else 1
        else:
            beside = [one for one in self._beside(deed) if not one.barred]
            self.by_itself = len(beside) == 1 and not deed.at_once
            self.taps["deed"] += 0 if self.by_itself else 1

    def _beside(self, deed: DeedShown) -> list[DeedShown]:
        """What stands in the dock together with it: the deeds of its unit, or the decisions of the step."""
        units = {one.id for one in self.scene.units}
        unit = self.unit_of(deed)
        hand = [one for one in self.scene.stage.available if one.where == "hand"]
        return [
            one
            for one in hand
            if one is deed or (one.about.get("unit") == unit if unit else one.about.get("unit") not in units)
        ]

    def unit_of(self, deed: DeedShown) -> str:
        """The unit of this step that a deed is of, or whose stand it is of; empty where it is none's."""
        unit, stand = deed.about.get("unit"), deed.about.get("stand")
        return next((one.id for one in self.scene.units if one.id == unit or stand in one.stands), "")

    # ---------- what it asks ----------

    def asked(self, told: Told) -> AskedShown:
        """What the deed asks, as the page asks for it: with what is proposed."""
        moment = self.moment
        assert self.scenery is not None
        found = asked_at(
            moment.game, moment.actor, moment.past, moment.deed.kind, self.about, told, True, self.scenery.odds, False
        )
        return asked_shown(found)

    def _tell(self, deed: DeedShown) -> None:
        tapped_last = not self.by_itself
        for _ in range(MOST_STEPS):
            asked = self.asked(self.told)
            if asked.refused:
                self._put_right(asked)
                tapped_last = False
                continue
            aim = aim_of(asked, self.board, self.own)
            if self.by_itself:
                self.seen |= self._optional(asked)
            if self._tell_more(asked, aim):
                tapped_last = False
                continue
            if asked.ready and not any(one.kind == "dice" for one in asked.prompts):
                self._finish(deed, asked, aim, tapped_last)
                return
            if asked.ready:
                self.told = dict(asked.answers)
                return
            missing = asked.missing.field if asked.missing else ""
            self.seen |= self._optional(asked)
            if (dice := _dice_in_hand(asked, missing)) is not None:
                self._throw(asked, dice)
            elif aim is not None and not _is_told(self.told, aim.target_path):
                self._aim(aim)
                tapped_last = True
            else:
                tapped_last = self._answer(asked, missing)
        raise NotWalked("it asks without end")

    def _tell_more(self, asked: AskedShown, aim: "Aim | None") -> bool:
        """Whether something is told that need not be told; a walk with the fewest taps tells nothing more."""
        return False

    def _put_right(self, asked: AskedShown) -> None:
        """One of the facts that nobody told is told otherwise, by a tap on its chip, until the rules agree."""
        for ask in asked.prompts:
            is_left = ask.kind in ("word", "switch") and _at(self.told, ask.name, None) is None
            for value in (ask.among or (False, True)) if is_left else ():
                told = _copied(self.told)
                _put(told, ask.name, value)
                if self.asked(told).refused is None:
                    self.told = told
                    self.taps["facts"] += 1 if ask.kind == "switch" or len(ask.among or ()) == 2 else 2
                    return
        raise NotWalked(f"refused: {asked.refused.because if asked.refused else ''}")

    def _finish(self, deed: DeedShown, asked: AskedShown, aim: "Aim | None", tapped_last: bool) -> None:
        """A deed without dice is done with the tap that chose it or named its last target, else by one more."""
        self.told = dict(asked.answers)
        if aim is None:
            measured = any(one.kind == "cm" and one.usual is None and not one.answered for one in asked.prompts)
            remarks = (
                []
                if measured
                else [one for one in asked.prompts if one.kind == "text" and (one.answered or not one.needed)]
            )
            more = [one for one in asked.prompts if one.kind in ("text", "several", "rows") and one not in remarks]
            whole = all(_are_exceptions(one) for one in more)
        elif aim.how == "one":
            whole = _is_told(self.told, aim.target_path) or not aim.ask.needed
        else:
            whole = _are_exceptions(aim.ask) and not _is_told(self.told, aim.target_path)
        goes_on = deed.where == "on" or (deed.follows and not self._is_open(asked))
        # Facts that came up with the last tap could not be told before it: the deed waits for one more.
        has_a_way = self._has_exceptions_beside(deed) or (aim is not None and aim.how == "one")
        is_seen = has_a_way or self._optional(asked) <= self.seen
        self.taps["done"] += 0 if (whole and tapped_last and is_seen) or goes_on else 1

    def _optional(self, asked: AskedShown) -> set[str]:
        """The facts on the card that have a default (`look-ahead.ts`)."""
        return {
            ask.name
            for ask in asked.prompts
            if ask.kind in ("switch", "word", *FIGURES, "rows")
            and (not ask.needed or ask.name in asked.origins)
            and ask.name not in self.about
            and not (ask.kind == "rows" and _is_drawn(ask))
        }

    def _has_exceptions_beside(self, deed: DeedShown) -> bool:
        """Whether the dock has a button for the exceptions of a deed: of the deeds of its unit."""
        return deed.where == "hand" and bool(self.unit_of(deed)) and "unit" in deed.about

    def _is_open(self, asked: AskedShown) -> bool:
        """Whether a fact is the player's to tell (`step-progress.ts`): neither settled nor known before."""
        known = ("map", "remembered", "measured")
        facts = (ask for ask in asked.prompts if ask.kind in ("switch", "word", "rows", *FIGURES))
        return any(ask.name not in self.about and asked.origins.get(ask.name) not in known for ask in facts)

    def _aim(self, aim: "Aim") -> None:
        """The map's proposal is taken as it stands; else the first stand that is not refused, as many as are needed."""
        by_map = next((one.value for one in aim.ask.proposals if one.origin == "map"), None)
        if by_map:
            _put(self.told, aim.ask.name, by_map)
            return
        least = int(aim.ask.minimum or 1) if aim.how != "one" else 1
        for told in self._choices(aim, max(1, least)):
            if self.asked(told).refused is None:
                self.told = told
                self.taps["stands"] += 1 if aim.spread else max(1, least)
                return
        raise NotWalked(f"no stand can be named: {aim.ask.says}")

    def _choices(self, aim: "Aim", least: int) -> Iterator[Told]:
        among = list(aim.among)[:MOST_TRIED]
        for n, one in enumerate(among):
            chosen = [one, *among[:n], *among[n + 1 :]][:least]
            told = _copied(self.told)
            _put(told, *aim.told(chosen))
            yield told

    def _answer(self, asked: AskedShown, missing: str) -> bool:
        """What is missing and stands on no board. Whether its tap may be the last one."""
        name, *inside = missing.split(".")
        ask = _ask_named(asked.prompts, missing)
        if ask is not None and ask.kind in ("one", "word", "switch") and (ask.among or ask.kind == "switch"):
            self._choose(missing, ask)
            return True
        if ask is not None and ask.kind == "several":
            least = int(ask.minimum or 1)
            _put(self.told, missing, list(ask.among or ())[:least])
            self.taps["choices"] += least
            return False
        if ask is not None and ask.kind in (*FIGURES, "text"):
            self._write(missing, ask)
            return ask.kind == "text"
        if ask is not None and ask.kind == "rows":
            _put(self.told, missing, [*_at(self.told, missing, []), {}])
            return False
        raise NotWalked(f"nothing on the stage answers {missing!r} of {name}{inside}")

    def _choose(self, missing: str, ask: AskShown) -> None:
        for value in ask.among or (False, True):
            told = _copied(self.told)
            _put(told, missing, value)
            if self.asked(told).refused is None:
                # A chip of a row of targets has to be unfolded first, where it has more than two words.
                unfolds = "." in missing and _is_aimed(self, missing) and len(ask.among or ()) > 2
                self.told = told
                self.taps["choices"] += 2 if unfolds else 1
                return
        raise NotWalked(f"every choice is refused: {ask.says}")

    def _write(self, missing: str, ask: AskShown) -> None:
        """A figure is a tap on its band where there are bands; else it is written, and told."""
        if ask.bands:
            _put(self.told, missing, ask.bands[0].value)
            self.taps["choices"] += 1
            return
        if self.is_spot(ask):
            # One tap on the map tells both halves; the other is not asked for any more.
            self.taps["place"] += 1
            _put(self.told, missing, _within(ask))
            _put(self.told, f"{missing.removesuffix(ask.name)}{ask.mate}", _within(ask))
            return
        value = "as agreed" if ask.kind == "text" else _within(ask)
        _put(self.told, missing, value)
        self.taps["written"] += 2

    def is_spot(self, ask: AskShown) -> bool:
        """Whether it is the first half of a place that is told with a tap on the map (`place-prompts.ts`)."""
        return self.scene.has_map and bool(ask.spot and ask.mate)

    def _throw(self, asked: AskedShown, dice: Sequence[AskShown]) -> None:
        """A face for each die that decides; those that lie thrown and those that change nothing are not asked for."""
        told, tapped = _copied(dict(asked.answers)), 0
        odds = [one for one in asked.odds for _ in range(max(1, one.throws))]
        place, lying = 0, 0
        for ask in dice:
            counts = ask.counts if ask.per else [int(ask.maximum or 1)]
            nth = 0
            for row, count in enumerate(counts):
                faces = []
                for _ in range(count):
                    kept = ask.kept[nth] if nth < len(ask.kept) else 0
                    blunt = place < len(odds) and len(odds[place].bars) == 1
                    lying += bool(kept)
                    tapped += 0 if kept or blunt else 1
                    faces.append({"pips": kept or FACE, "source": "entered"})
                    place, nth = place + 1, nth + 1
                into = told[ask.per][row] if ask.per else told
                if faces or not ask.per:
                    _put(into, ask.name, faces[0] if ask.maximum is None else faces)
        self.taps["dice"] += tapped if tapped else 1
        self.told = told


class Aim:
    """How stands are chosen on the board (`command-draft.ts`): which ask takes them, and of rows which of its asks."""

    def __init__(self, ask: AskShown, how: str, among: Sequence[str], target: str, actors: Sequence[str] = ()) -> None:
        self.ask, self.how, self.among, self.target, self.actors = ask, how, among, target, actors
        self.actor = ""
        self.spread = how == "rows" and len(actors) > 1 and ask.maximum == len(actors)

    @property
    def target_path(self) -> str:
        """Where what was chosen lies in what is told."""
        return self.ask.name

    def told(self, chosen: Sequence[str]) -> tuple[str, Any]:
        """What a tap on each of these tells, and where."""
        if self.how != "rows":
            return self.target, chosen[0] if self.how == "one" else list(chosen)
        firers = self.actors if self.spread else [*self.actors[:1]] * len(chosen) or [""] * len(chosen)
        targets = [chosen[0]] * len(firers) if self.spread else chosen
        pairs = zip(firers, targets, strict=True)
        return self.ask.name, [
            {**({self.actor: actor} if self.actor else {}), self.target: target} for actor, target in pairs
        ]


def aim_of(asked: AskedShown, board: set[str], own: set[str]) -> Aim | None:
    """The ask that is answered on the board: the first whose choices all stand there, and that nobody proposes."""
    for ask in asked.prompts:
        if ask.kind == "rows":
            if not _is_drawn(ask) and (found := _aim_of_rows(ask, board, own)) is not None:
                return found
        elif ask.kind in ("one", "several") and _all_stand(ask, board) and ask.name not in asked.origins:
            return Aim(ask, ask.kind, _texts(ask), ask.name)
    return None


def _are_exceptions(ask: AskShown) -> bool:
    """Rows that are exceptions; elsewhere, as with a cloud, they are what the deed is about."""
    return ask.kind == "rows" and ask.seldom


def _is_drawn(ask: AskShown) -> bool:
    """Rows that want figures nobody proposes, such as places on the ground: they are drawn on the map."""
    figures = [one for one in ask.next_row if one.kind in FIGURES and one.needed and not one.answered]
    return not ask.needed and any(not one.proposals for one in figures)


def _aim_of_rows(ask: AskShown, board: set[str], own: set[str]) -> Aim | None:
    shapes = [one for row in (*ask.rows, ask.next_row) for one in row]
    known = [one for one in shapes if one.kind == "one" and _all_stand(one, board)]
    names = list(dict.fromkeys(one.name for one in known))
    among = {name: list(dict.fromkeys(v for one in known if one.name == name for v in _texts(one))) for name in names}
    actor = next((name for name in names if len(names) > 1 and set(among[name]) <= own), "")
    target = next((name for name in names if name != actor), None)
    if target is None:
        return None
    aim = Aim(ask, "rows", among[target], target, among.get(actor, ()))
    aim.actor = actor
    return aim


def _all_stand(ask: AskShown, board: set[str]) -> bool:
    ids = _texts(ask)
    return bool(ids) and len(ids) >= len(ask.among or ()) - 1 and set(ids) <= board


def _texts(ask: AskShown) -> list[str]:
    return [one for one in ask.among or () if isinstance(one, str) and one]


def _stands(face: Any) -> Iterator[str]:
    for block in face.blocks:
        for row in block.rows:
            yield from (one.id for one in (*row.counters, *row.last))


def _dice_in_hand(asked: AskedShown, missing: str) -> list[AskShown] | None:
    """The dice that are asked for, if they are all that is missing."""
    dice = [one for one in asked.prompts if one.kind == "dice"]
    mine = [
        one
        for one in dice
        if missing == one.name or (one.per and missing.startswith(f"{one.per}.") and missing.endswith(f".{one.name}"))
    ]
    return dice if mine else None


def _ask_named(asks: Sequence[AskShown], path: str) -> AskShown | None:
    """The ask at a place, through rows."""
    for ask in asks:
        if ask.name == path:
            return ask
        if ask.kind == "rows" and path.startswith(f"{ask.name}."):
            nth, _, rest = path.removeprefix(f"{ask.name}.").partition(".")
            row = ask.rows[int(nth)] if int(nth) < len(ask.rows) else ask.next_row
            return _ask_named(row, rest)
    return None


def _is_aimed(walk: Walk, missing: str) -> bool:
    return any(isinstance(one, list) for one in [walk.told.get(missing.split(".")[0])])


def _within(ask: AskShown) -> int:
    """A figure in the middle of what may be told."""
    least = ask.minimum or 0
    return int(least + 5 if ask.maximum is None else (least + ask.maximum) / 2)


def _is_told(told: Told, path: str) -> bool:
    return _at(told, path, None) not in (None, [], "")


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _copied(one) for name, one in value.items()}
    return [_copied(one) for one in value] if isinstance(value, list) else value


def _at(told: Any, path: str, default: Any) -> Any:
    for step in path.split("."):
        if isinstance(told, list):
            told = told[int(step)] if int(step) < len(told) else None
        else:
            told = told.get(step) if isinstance(told, Mapping) else None
        if told is None:
            return default
    return told


def _put(told: Any, path: str, value: Any) -> None:
    *parts, last = path.split(".")
    for step in parts:
        told = told[int(step)] if isinstance(told, list) else told.setdefault(step, {})
    told[last] = value
