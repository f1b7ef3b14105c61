"""Every command finds its judge and every event its words: those of the one chapter that has it."""

from collections import Counter

from rules.flanders_fields.game.engine import CHAPTERS, COMMANDS, HAPPENINGS
from rules.flanders_fields.game.fact_proposals import ALL_DEEDS
from rules.kernel.rule_modules import no_judge


def test_no_kind_is_of_two_chapters() -> None:
    events = Counter(one.kind for chapter in CHAPTERS.listed for one in chapter.events)
    commands = Counter(kind for one in CHAPTERS.listed for kind in (*one.commands, *one.kept_commands))
    assert not [kind for kind, often in (events + commands).items() if often > 1]
    assert len({*CHAPTERS.events.values()}) == len(CHAPTERS.events)
    assert len({*COMMANDS.values(), *CHAPTERS.kept_commands.values()}) == len(COMMANDS) + len(CHAPTERS.kept_commands)


def test_whoever_has_commands_judges_them_and_whoever_has_events_tells_them() -> None:
    assert not [one.key for one in CHAPTERS.listed if one.commands and one.judge is no_judge]
    assert not [one.key for one in CHAPTERS.listed if one.events and one.told is None]
    assert HAPPENINGS.keys() == {*CHAPTERS.events.values()}


def test_what_is_done_with_the_events_of_others_is_done_with_events_that_there_are() -> None:
    others = {kind for one in CHAPTERS.listed for kind in (*one.folds_before, *one.folds_after, *one.happens_with)}
    assert others
    assert others <= CHAPTERS.events.keys()


def test_every_command_that_a_seat_sends_is_a_deed_of_its_chapter() -> None:
    deeds = {one.kind for one in ALL_DEEDS}
    assert deeds == COMMANDS.keys()


def test_where_several_chapters_let_a_command_wait_one_is_heard_first() -> None:
    places = [one.waits_at for one in CHAPTERS.listed if one.waits]
    assert len({*places}) == len(places) > 0
