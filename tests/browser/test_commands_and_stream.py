"""Commands and the stream, against a small stand-in for the store: what a tablet in a bad network lives through."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, StreamingResponse
from playwright.sync_api import Page, expect
from starlette.responses import Response

from app.pages.rendering import environment, mount_static
from tests.browser.conftest import OpenPage, serving, until

pytestmark = pytest.mark.browser

PAGE: Final = """{% extends "base.html" %}
{% from "components/dice.html" import dice_pad %}
{% block body_attributes %} data-game="rigny" data-seq="{{ number }}" data-hash="{{ hash }}" data-stream="/stream"
{% endblock %}
{% block main %}
<section id="units" data-live><p id="happened">{{ number }} things happened</p>
<input aria-label="Note" name="note" value=""><details id="more"><summary>More</summary>{{ number }}</details></section>
<form data-command="order_unit" id="order"><input type="hidden" name="unit" value="b1">
<label><input type="checkbox" name="staff_bonus" data-type="boolean"> Staff bonus</label>
{{ dice_pad({"name": "die", "one": true}) }}</form>
<section id="work" data-live>
{% if unit %}<h3>{{ unit }}</h3><form data-command="fire" id="fire"><input type="hidden" name="unit" value="c1">
{{ dice_pad({"name": "dice", "count": 2, "roll": "fire-" ~ unit, "title": unit}) }}</form>{% endif %}
<p>{{ number }}</p></section>
{% endblock %}"""

BOLD: Final = "<b id=markup>No</b>"


@dataclass
class Table:
    """What the stand-in service knows: how much has happened, what it was sent, and how it is to answer next."""

    number: int = 3
    unit: str = "C Company"
    sent: list[dict[str, Any]] = field(default_factory=list)
    answers: list[Response] = field(default_factory=list)
    stream_is_up: bool = True
    tells: bool = True
    hash: str = "a"
    beats: int = 0
    loaded: int = 0
    slowly_s: float = 0

    def take(self, command: dict[str, Any]) -> Response:
        known = {one["command_id"] for one in self.sent}
        self.sent.append(command)
        if self.answers:
            return self.answers.pop(0)
        if command["command_id"] not in known:
            self.number += 1
        return JSONResponse({"outcome": "accepted", "number": self.number, "events": [{}]})

    async def tell(self) -> AsyncIterator[str]:
        seen = None
        while self.stream_is_up:
            if self.tells and seen != self.number:
                seen = self.number
                yield f"data: {json.dumps({'number': seen})}\n\n"
            beat = {"number": self.number, "hash": self.hash, "every_s": 1}
            yield f"event: heartbeat\ndata: {json.dumps(beat)}\n\n"
            self.beats += 1
            await asyncio.sleep(0.02)


def problem(kind: str, **more: Any) -> Response:
    return JSONResponse({"type": f"/problems/{kind}", **more}, 409, media_type="application/problem+json")


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def address(table: Table) -> Iterator[str]:
    app = FastAPI()
    mount_static(app)

    @app.get("/")
    def shown() -> HTMLResponse:
        table.loaded += 1
        time.sleep(table.slowly_s)
        return HTMLResponse(environment().from_string(PAGE).render(vars(table)))

    @app.get("/stream")
    async def stream() -> Response:
        if not table.stream_is_up:
            return Response(status_code=503)
        return StreamingResponse(table.tell(), media_type="text/event-stream")

    @app.post("/api/v1/games/rigny/commands")
    async def commands(request: Request) -> Response:
        return table.take(await request.json())

    with serving(app) as base:
        yield base
        table.stream_is_up = False


@pytest.fixture
def tablet(open_page: OpenPage, address: str) -> Page:
    page = open_page(address, "tablet-upright").page
    expect(connection(page)).to_have_text("Up to date")
    return page


def connection(page: Page) -> Any:
    return page.locator("connection-bar")


def tap(page: Page, face: int) -> None:
    page.locator(f"#order [data-die='{face}']").tap()


def test_a_tap_sends_the_command_and_the_page_shows_what_happened(tablet: Page, table: Table) -> None:
    tablet.get_by_label("Staff bonus").check()
    tap(tablet, 4)
    expect(tablet.locator("#happened")).to_have_text("4 things happened")
    sent = table.sent[0]
    assert sent["expected_seq"] == 3
    assert sent["command"] == {
        "kind": "order_unit",
        "unit": "b1",
        "staff_bonus": True,
        "die": {"pips": 4, "source": "entered"},
    }
    expect(tablet.locator("body")).to_have_attribute("data-seq", "4")
    tap(tablet, 2)
    expect(tablet.locator("#happened")).to_have_text("5 things happened")
    assert table.sent[1]["command"]["die"] == {"pips": 2, "source": "entered"}
    assert table.sent[1]["expected_seq"] == 4


def test_the_app_throws_the_die_only_when_asked(tablet: Page, table: Table) -> None:
    tablet.locator("#order .btn:has-text('Roll')").tap()
    expect(tablet.locator("#happened")).to_have_text("4 things happened")
    assert table.sent[0]["command"]["die"] == {"pips": 0, "source": "rolled"}


def test_a_refusal_stands_beside_the_form_and_can_be_overruled(tablet: Page, table: Table) -> None:
    table.answers.append(
        problem("refused", clause="FF-ORD-02", because=BOLD, instead="It has fired twice.", can_override=True)
    )
    tap(tablet, 4)
    card = tablet.locator("#order [role=alert]")
    expect(card).to_contain_text(BOLD)
    expect(card).to_contain_text("It has fired twice.")
    expect(card.locator(".cl")).to_have_text("FF-ORD-02")
    expect(tablet.locator("#markup")).to_have_count(0)
    card.get_by_role("button", name="Overrule").tap()
    expect(card.get_by_label("Why it should be allowed")).to_be_focused()
    assert len(table.sent) == 1, "it was sent without a reason"
    card.get_by_label("Why it should be allowed").fill("It had a gun left")
    card.get_by_role("button", name="Overrule").tap()
    expect(tablet.locator("#happened")).to_have_text("4 things happened")
    first, second = table.sent
    assert (second["overrule"], second["reason"]) == ("FF-ORD-02", "It had a gun left")
    assert second["command"] == first["command"]
    assert second["command_id"] != first["command_id"]
    expect(card).to_have_count(0)


def test_a_form_sets_aside_beforehand_what_it_names_with_a_reason(tablet: Page, table: Table) -> None:
    named = '<input type=hidden name=_overrule value=FF-ORD-02><input name=_reason value="It had a gun left">'
    tablet.locator("form#order").evaluate("(form, named) => form.insertAdjacentHTML('afterbegin', named)", named)
    tap(tablet, 4)
    expect(tablet.locator("#happened")).to_have_text("4 things happened")
    (sent,) = table.sent
    assert (sent["overrule"], sent["reason"]) == ("FF-ORD-02", "It had a gun left")
    assert not [name for name in sent["command"] if name.startswith("_")]


def test_a_refusal_that_nobody_may_overrule_offers_no_button(tablet: Page, table: Table) -> None:
    table.answers.append(problem("refused", clause="FF-ORD-02", because="No action left.", can_override=False))
    tap(tablet, 4)
    expect(tablet.locator("#order [role=alert]")).to_contain_text("No action left.")
    expect(tablet.get_by_role("button", name="Overrule")).to_have_count(0)
    tablet.get_by_role("button", name="Leave it").tap()
    expect(tablet.locator("#order [role=alert]")).to_have_count(0)


def test_a_stale_page_is_brought_up_to_date_and_says_so(tablet: Page, table: Table) -> None:
    table.answers.append(problem("stale", number=4, changed=["C Company moved 20 cm."]))
    tap(tablet, 4)
    expect(tablet.locator("#order [role=alert]")).to_contain_text("C Company moved 20 cm.")
    assert table.number == 3


def test_a_command_in_a_dead_spot_waits_and_is_sent_once_under_the_same_name(tablet: Page, table: Table) -> None:
    lost: list[str] = []

    def lose(route: Any) -> None:
        lost.append(route.request.post_data_json["command_id"])
        route.abort()

    tablet.route("**/commands", lose)
    tap(tablet, 4)
    expect(connection(tablet)).to_have_text("1 to send")
    expect(tablet.locator("#order")).to_contain_text("Not sent yet.")
    tablet.unroute("**/commands")
    expect(tablet.locator("#happened")).to_have_text("4 things happened")
    expect(connection(tablet)).to_have_text("Up to date")
    expect(tablet.locator("#order")).not_to_contain_text("Not sent yet.")
    assert {one["command_id"] for one in table.sent} == set(lost)
    assert len(table.sent) == 1


def test_a_waiting_command_outlives_a_reload(tablet: Page, table: Table) -> None:
    tablet.route("**/commands", lambda route: route.abort())
    tap(tablet, 4)
    expect(connection(tablet)).to_have_text("1 to send")
    tablet.reload()
    expect(connection(tablet)).to_contain_text("1 to send")
    tablet.unroute("**/commands")
    expect(tablet.locator("#happened")).to_have_text("4 things happened")
    assert len(table.sent) == 1


def test_an_answer_lost_on_the_way_is_not_a_second_order(tablet: Page, table: Table) -> None:
    table.answers.append(Response(status_code=503))
    tap(tablet, 4)
    until(lambda: len(table.sent) == 2, tablet)
    assert table.sent[0]["command_id"] == table.sent[1]["command_id"]
    expect(connection(tablet)).to_have_text("Up to date")


def test_what_others_do_appears_and_takes_nothing_away(tablet: Page, table: Table) -> None:
    note = tablet.get_by_label("Note")
    note.fill("ask about the wire")
    tablet.locator("#more > summary").tap()
    table.number = 9
    expect(tablet.locator("#happened")).to_have_text("9 things happened")
    expect(tablet.locator("#more")).to_contain_text("9")
    expect(note).to_have_value("ask about the wire")
    expect(tablet.locator("#more")).to_have_attribute("open", "")


def test_a_lost_stream_is_said_in_words_and_comes_back_by_itself(tablet: Page, table: Table) -> None:
    table.stream_is_up = False
    expect(connection(tablet)).to_contain_text("Not up to date since ")
    table.number = 12
    table.stream_is_up = True
    expect(connection(tablet)).to_have_text("Up to date")
    expect(tablet.locator("#happened")).to_have_text("12 things happened")


def test_what_a_page_shows_already_is_not_fetched_again(tablet: Page, table: Table) -> None:
    """A stream begins with what stands, which a page that was just loaded shows."""
    until(lambda: table.beats > 10, tablet)
    assert table.loaded == 1
    # While the page is fetched anew the stream goes on saying what comes with it.
    table.number, table.slowly_s = 9, 0.2
    expect(tablet.locator("#happened")).to_have_text("9 things happened")
    beats = table.beats
    until(lambda: table.beats > beats + 10, tablet)
    assert table.loaded == 2


def test_what_was_never_told_is_seen_by_the_heartbeat(tablet: Page, table: Table) -> None:
    table.tells = False
    table.number = 5
    expect(tablet.locator("#happened")).to_have_text("5 things happened")
    table.unit, table.hash = "D Company", "b"
    expect(tablet.locator("#work h3")).to_have_text("D Company")
    expect(connection(tablet)).to_have_text("Up to date")


def test_dice_already_entered_stay_while_others_act(tablet: Page, table: Table) -> None:
    tablet.locator("#work [data-die='5']").tap()
    table.number = 7
    expect(tablet.locator("#work > p")).to_have_text("7")
    expect(tablet.locator("#work [data-part=count]")).to_have_text("1 of 2 entered")
    tablet.locator("#work [data-die='2']").tap()
    tablet.locator("#work [data-part=confirm]").tap()
    until(lambda: len(table.sent) == 1, tablet)
    assert table.sent[0]["command"] == {
        "kind": "fire",
        "unit": "c1",
        "dice": [{"pips": 5, "source": "entered"}, {"pips": 2, "source": "entered"}],
    }


def test_dice_never_pass_from_one_unit_to_the_next(tablet: Page, table: Table) -> None:
    tablet.locator("#work [data-die='5']").tap()
    table.unit = "D Company"
    table.number = 7
    expect(tablet.locator("#work h3")).to_have_text("D Company")
    expect(tablet.locator("#work [data-part=count]")).to_have_text("0 of 2 entered")


@pytest.mark.parametrize("unit", ["C Company", ""])
def test_a_refusal_is_still_to_be_read_after_the_page_moved_on(tablet: Page, table: Table, unit: str) -> None:
    table.answers.append(problem("refused", clause="FF-ORD-02", because="No action left.", can_override=False))
    tablet.locator("#work .btn:has-text('Roll')").tap()
    tablet.locator("#work [data-part=confirm]").tap()
    expect(tablet.get_by_role("alert")).to_contain_text("No action left.")
    table.unit = unit
    table.number = 8
    expect(tablet.locator("#work > p")).to_have_text("8")
    expect(tablet.get_by_role("alert")).to_contain_text("No action left.")
    expect(tablet.get_by_role("alert")).to_contain_text("Something has happened on the table since.")


def test_a_refusal_can_be_left_although_its_form_was_drawn_anew(tablet: Page, table: Table) -> None:
    table.answers.append(problem("stale", number=4, changed=["C Company is gone."]))
    tablet.locator("#work .btn:has-text('Roll')").tap()
    table.unit = ""
    tablet.locator("#work [data-part=confirm]").tap()
    expect(tablet.locator("#work form")).to_have_count(0)
    expect(tablet.get_by_role("alert")).to_contain_text("The table has moved on")
    tablet.get_by_role("button", name="Leave it").tap()
    expect(tablet.get_by_role("alert")).to_have_count(0)


def test_a_refusal_goes_with_its_cause(tablet: Page, table: Table) -> None:
    """Another fact in its form, and something else that was done: nobody is told any more what no longer holds."""
    table.answers.append(problem("refused", clause="FF-ORD-02", because="No bonus left.", can_override=True))
    tap(tablet, 4)
    expect(tablet.locator("#order [role=alert]")).to_contain_text("No bonus left.")
    tablet.get_by_label("Why it should be allowed").fill("the bridge")
    expect(tablet.locator("#order [role=alert]")).to_have_count(1)
    tablet.get_by_label("Staff bonus").check()
    expect(tablet.locator("#order [role=alert]")).to_have_count(0)
    table.answers.append(problem("refused", clause="FF-ORD-02", because="No action left.", can_override=False))
    tap(tablet, 4)
    expect(tablet.locator("#order [role=alert]")).to_contain_text("No action left.")
    tablet.locator("#work .btn:has-text('Roll')").tap()
    tablet.locator("#work [data-part=confirm]").tap()
    expect(tablet.locator("#order [role=alert]")).to_have_count(0)


def queue_two(tablet: Page) -> None:
    tablet.route("**/commands", lambda route: route.abort())
    tap(tablet, 4)
    expect(connection(tablet)).to_have_text("1 to send")
    tablet.locator("#work [data-die='5']").tap()
    tablet.locator("#work [data-die='2']").tap()
    tablet.locator("#work [data-part=confirm]").tap()
    expect(connection(tablet)).to_have_text("2 to send")


def test_two_commands_of_a_dead_spot_are_both_done(tablet: Page, table: Table) -> None:
    queue_two(tablet)
    tablet.unroute("**/commands")
    expect(tablet.locator("#happened")).to_have_text("5 things happened")
    expect(connection(tablet)).to_have_text("Up to date")
    assert [(one["command"]["kind"], one["expected_seq"]) for one in table.sent] == [("order_unit", 3), ("fire", 4)]


def test_each_command_that_came_to_nothing_is_named_until_it_is_left(tablet: Page, table: Table) -> None:
    queue_two(tablet)
    table.answers.append(problem("stale", number=9, changed=["D Company moved 20 cm."]))
    table.answers.append(problem("refused", clause="FF-ORD-02", because="No action left.", can_override=False))
    tablet.unroute("**/commands")
    said = tablet.get_by_role("alert")
    expect(said).to_have_count(2)
    expect(said.filter(has_text="D Company moved 20 cm.")).to_contain_text("Refused: die 4, tapped at")
    expect(said.filter(has_text="No action left.")).to_contain_text("Refused: C Company, dice 5 2, tapped at")
    tablet.reload()
    expect(said).to_have_count(2)
    said.filter(has_text="D Company").get_by_role("button", name="Discard").tap()
    expect(said).to_have_count(1)
    tap(tablet, 3)
    expect(tablet.locator("#happened")).to_have_text("4 things happened")
    expect(said).to_contain_text("No action left.")
    said.get_by_role("button", name="Discard").tap()
    tablet.reload()
    expect(connection(tablet)).to_have_text("Up to date")
    expect(said).to_have_count(0)


def test_refused_command_that_waited_is_sent_again_as_it_was(tablet: Page, table: Table) -> None:
    tablet.route("**/commands", lambda route: route.abort())
    tap(tablet, 4)
    expect(connection(tablet)).to_have_text("1 to send")
    table.answers.append(problem("stale", number=3, changed=["D Company moved 20 cm."]))
    tablet.unroute("**/commands")
    said = tablet.get_by_role("alert")
    expect(said).to_contain_text("D Company moved 20 cm.")
    said.get_by_role("button", name="Send again").click()
    expect(tablet.locator("#happened")).to_have_text("4 things happened")
    first, again = table.sent
    assert again["command"] == first["command"]
    assert again["command_id"] != first["command_id"]
    expect(said).to_have_count(0)
