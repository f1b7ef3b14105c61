"""Every command of 1418 finds its judge and every event its words: those of the one chapter that has it."""

from collections import Counter

from rules.earth_1418.game.engine import CHAPTERS
from rules.earth_1418.game.setup import CREATING_DEEDS
from rules.kernel.rule_modules import no_judge

OF_THE_RECORD = "record"
"""The commands of the record are judged before all chapters are asked."""


def test_no_kind_is_of_two_chapters() -> None:
    events = Counter(one.kind for chapter in CHAPTERS.listed for one in chapter.events)
    commands = Counter(kind for one in CHAPTERS.listed for kind in (*one.commands, *one.drafts, *one.kept_commands))
    assert not [kind for kind, often in (events + commands).items() if often > 1]
    assert len({*CHAPTERS.events.values()}) == len(CHAPTERS.events)
    assert len({*CHAPTERS.commands.values()}) == len(CHAPTERS.commands)


def test_whoever_has_commands_judges_them_and_whoever_has_events_tells_them() -> None:
    judging = [one for one in CHAPTERS.listed if one.commands or one.drafts]
    assert [one.key for one in judging if one.judge is no_judge] == [OF_THE_RECORD]
    assert not [one.key for one in CHAPTERS.listed if one.events and one.told is None]


def test_every_command_is_a_deed() -> None:
    deeds = {one.kind for one in (*CREATING_DEEDS, *CHAPTERS.deeds())}
    assert deeds == CHAPTERS.commands.keys()


def test_what_crosses_another_seat_crosses_an_event_that_there_is() -> None:
    assert CHAPTERS.crosses.keys() <= CHAPTERS.commands.keys()
    assert {*CHAPTERS.crosses.values()} <= CHAPTERS.events.keys()
    assert CHAPTERS.drafts.keys() < CHAPTERS.crosses.keys()
