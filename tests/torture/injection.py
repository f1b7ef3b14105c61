"""S7: text that would strike if it were taken for markup, through every place where somebody may type, in Chromium.

An evening is played once with a harmless word everywhere, then with each text. Every screen must be built of the very
same nodes, ask for nothing from elsewhere and open no dialog; streams, log and terminal must stay what they are.
"""

import functools
import itertools
import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode

from playwright.sync_api import Browser, BrowserContext, Dialog, Page, Route
from typer.testing import CliRunner

from app.documents.table_routes import SMALL_TABLE
from app.http.logs import UNPRINTABLE
from app.systems.flanders_fields.pages.lookups import LAID
from tests.chromium import chromium
from tests.systems import cli
from tests.torture.forgery import misspelt, renamed
from tests.torture.payloads import PAYLOADS
from tests.torture.report import Report
from tests.torture.served import real_service, serving
from tests.torture.streams import Stream, is_whole

HARMLESS: Final = "Rigny"
LOOKUPS_A_TEXT: Final = 2
SETTLED_MS: Final = 25
BOUNCE_MS: Final = 320
CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
STAMPED: Final = re.compile(r"\d{4}-\d\d-\d\dT\S+ \[\w+ *\] ")
# The title of a time is put there by the page's own clock, a moment after everything else.
NODES: Final = """() => [...document.querySelectorAll("*")].map((one) => one.localName + " "
    + one.getAttributeNames().filter((name) => one.localName !== "time" || name !== "title").sort())"""
IS_UP_TO_DATE: Final = """(number) => !document.body.dataset.stream
    || ((document.querySelector("connection-bar")?.dataset.state ?? "fresh") === "fresh"
        && Number(document.body.dataset.seq) >= number)"""
POST: Final = """async ([path, body]) => {
    const answer = await fetch(path, {method: "POST", headers: {"Content-Type": "application/json"}, body});
    return [answer.status, await answer.json().catch(() => ({}))];
}"""
GET: Final = "async ([path]) => await (await fetch(path)).text()"

Nodes = Sequence[str]


@dataclass
class Device:
    """A browser of its own, and whatever it did that no text may make it do."""

    base: str
    page: Page
    struck: list[str]

    def show(self, path: str, number: int = 0) -> Nodes:
        """Open a page and wait until it shows event `number`; what it is built of."""
        self.page.goto(self.base + path)
        return self.nodes(number)

    def nodes(self, number: int = 0) -> Nodes:
        """What the open page is built of once it shows event `number`: each element with its attributes' names."""
        self.page.wait_for_function(IS_UP_TO_DATE, arg=number)
        found: Nodes = []
        # Clocks and swapped regions settle a moment after the page is up to date.
        while found != (found := self.page.evaluate(NODES)):
            self.page.wait_for_timeout(SETTLED_MS)
        return found

    def post(self, path: str, body: Mapping[str, Any] | bytes) -> tuple[int, Any]:
        """Send JSON from the open page."""
        text = body.decode() if isinstance(body, bytes) else json.dumps(body)
        status, told = self.page.evaluate(POST, [path, text])
        return status, told

    def get(self, path: str) -> str:
        """Fetch something from the open page."""
        return str(self.page.evaluate(GET, [path]))

    def type(self, **texts: str) -> None:
        """Fill in fields by their names."""
        for name, text in texts.items():
            self.page.locator(f"#main [name={name}]").first.fill(text)


@dataclass
class Evening:
    """One game with one text typed wherever it can be, and every screen it came to."""

    base: str
    browser: Browser
    text: str
    lookups: Sequence[str]
    struck: list[str] = field(default_factory=list)
    screens: dict[str, Nodes] = field(default_factory=dict)
    sent: int = 0

    @property
    def name(self) -> str:
        """The text as a name may hold it: on one line."""
        return CONTROL.sub("", self.text)

    def play(self, devices: ExitStack) -> None:
        """Play it through."""
        host, tablet, looker = (devices.enter_context(self._device()) for _ in range(3))
        game = self._set_up(host)
        self._join(host, tablet, game, "attacker")
        self._join(host, looker, game, "spectator")
        held = {str(one["name"]): str(one["value"]) for one in tablet.page.context.cookies()}
        stream = Stream(self.base, game, held)
        self._type_everywhere(host, tablet, game)
        for name, device in (("host", host), ("tablet", tablet), ("looker-on", looker)):
            self._keep(f"{name}, live", device.nodes(newest(device, game)))
        stream.settle()
        if fault := is_whole(stream.heard):
            self.struck.append(f"the stream was split: {fault}")
        self._refused_in_words(host, game)
        self._look_around(host, tablet, looker, game)
        self._look_up(looker)
        self._draw(host)
        self._raise(host)
        self._bring_in(host, devices.enter_context(self._device()), game)

    def _set_up(self, host: Device) -> str:
        self._keep("new game", host.show("/new?scenario=mons-1914"))
        host.page.get_by_text("Title, date, names of the sides").click()
        host.type(title=self.text, attacker=self.text, defender=self.text, name=self.text)
        host.page.get_by_role("button", name="Set up the game").click()
        if CONTROL.search(self.text.replace("\n", "").replace("\r", "")):
            # A field of one line drops line breaks itself; the rest is refused, and nothing is set up.
            host.page.locator("#main [role=alert]").first.wait_for()
            host.type(title=self.name, attacker=self.name, defender=self.name, name=self.name)
            host.page.get_by_role("button", name="Set up the game").click()
        host.page.wait_for_url("**/games/*")
        return host.page.url.rpartition("/")[2]

    def _join(self, host: Device, guest: Device, game: str, role: str) -> None:
        guest.show(f"/join#{quote(self.text)}")
        guest.page.get_by_role("button", name="Take the seat").click()
        guest.page.locator("#main [role=alert]").first.wait_for()
        self._keep(f"{role} with a wrong code", guest.nodes())
        _, told = host.post(f"/api/v1/games/{game}/invitations", {"role": role})
        guest.type(code=told["code"], name=self.name)
        guest.page.get_by_role("button", name="Take the seat").click()
        if role != "spectator":
            guest.page.get_by_text("the host sees what your side sees").wait_for()
            self._keep(f"{role} asked about the host", guest.nodes())
            guest.page.get_by_role("button", name="Take the seat").click()
        guest.page.wait_for_url("**/games/*")

    def _send(self, device: Device, game: str, kind: str, **fields: Any) -> None:
        self.sent += 1
        command = {"kind": kind, **fields}
        sent = {"command_id": f"s{self.sent}", "expected_seq": newest(device, game), "command": command}
        status, told = device.post(f"/api/v1/games/{game}/commands", sent)
        assert status == 200, (command, told)

    def _type_everywhere(self, host: Device, tablet: Device, game: str) -> None:
        move = {"kind": "move_unit", "unit": "a1.1.c1", "note": self.text}
        self._send(tablet, game, "start_turn")
        self._send(tablet, game, "try_heroic_action", stand="a1.1.c1.p1", deed=self.text, die={"pips": 1})
        self._send(tablet, game, "note", text=self.text)
        self._send(host, game, "correct", of="a1.1.c1.p2", what="levels", value=1, reason=self.text)
        self._send(host, game, "override", clause=self.text, command=move, reason=self.text)
        self._send(host, game, "note", text=self.text)
        self._send(host, game, "undo")
        self._send(tablet, game, "undo")

    def _refused_in_words(self, host: Device, game: str) -> None:
        host.show(f"/games/{game}")
        host.page.route("**/commands", self._name_nothing)
        host.page.locator("#bar .more").last.click()
        host.page.get_by_role("button", name="Write it down", exact=True).click()
        host.page.get_by_role("textbox").fill(HARMLESS)
        host.page.wait_for_timeout(BOUNCE_MS)
        host.page.get_by_role("button", name="Tell it", exact=True).click()
        host.page.locator("#main .refuse").first.wait_for()
        self._keep("a refusal", host.nodes())
        host.page.unroute("**/commands")

    def _name_nothing(self, route: Route) -> None:
        # On its way: what is changed in the page itself, the page's next look at the service sets right.
        sent: Any = route.request.post_data_json
        correction = {"kind": "correct", "of": self.name, "what": "levels", "value": 2, "reason": self.name}
        route.continue_(post_data=json.dumps(sent | {"command": correction}))

    def _look_around(self, host: Device, tablet: Device, looker: Device, game: str) -> None:
        here, typed = f"/games/{game}", quote(self.text)
        self._keep("home", host.show("/"))
        self._keep("board", host.show(here, newest(host, game)))
        self._keep("log", host.show(f"{here}/log", newest(host, game)))
        self._keep("seats", host.show(f"{here}/seats"))
        self._keep("table", tablet.show(here, newest(tablet, game)))
        self._keep("plain", tablet.show(f"{here}/plain", newest(tablet, game)))
        self._keep("plain, of nothing", tablet.show(f"{here}/plain?deed={typed}&about={typed}"))
        self._keep("the tablet's log", tablet.show(f"{here}/log", newest(tablet, game)))
        self._keep("the looker-on's board", looker.show(here, newest(looker, game)))
        for path in (f"/{typed}", f"/games/{typed}", f"/lookups/{typed}", f"/new?scenario={typed}"):
            self._keep(path.replace(typed, "..."), looker.show(path))

    def _look_up(self, device: Device) -> None:
        for slug in self.lookups:
            device.show(f"/lookups/{slug}")
            names = device.page.evaluate(
                "() => [...document.querySelectorAll('#lookup [name]')].map((one) => one.name)"
            )
            asked = urlencode({**dict.fromkeys([*names, "dice", "date"], self.text), "asked": "1"})
            self._keep(f"look-up {slug}", device.show(f"/lookups/{slug}?{asked}"))

    def _draw(self, device: Device) -> None:
        """A table with the text for its own name and for that of everything on it; gone again in the end."""
        device.show("/tables")
        status, table = device.post("/api/v1/tables", {"name": self.name[:120] or HARMLESS, "width_cm": 120})
        assert status == 201, table
        name = "".join(one for one in self.text if one.isprintable()).strip()[:60] or HARMLESS
        named = [{**one, "properties": {**one["properties"], "name": name}} for one in SMALL_TABLE["features"]]
        saved = {"revision": 1, "document": {**SMALL_TABLE, "name": name, "features": named}}
        here = f"/tables/{table['id']}"
        status, told = device.post(f"/api/v1{here}/save", saved)
        assert status == 200, told
        typed = quote(self.text)
        for path in ("/tables", here, f"{here}?across=true", f"{here}/edit?piece=wood-1", f"{here}/edit?piece={typed}"):
            self._keep(path.replace(table["id"], "...").replace(typed, "..."), device.show(path))
        device.post(f"/api/v1{here}/delete", {})

    def _raise(self, device: Device) -> None:
        """A force with the text for its own name, a battalion's and a reason; gone again in the end."""
        device.show("/forces")
        status, made = device.post("/api/v1/forces", {"table": "german_storm", "date": "1918-03"})
        assert status == 201, made
        name = "".join(one for one in self.text if one.isprintable()).strip()[:60].strip() or HARMLESS
        here, now = f"/forces/{made['id']}", json.loads(device.get(f"/api/v1/forces/{made['id']}"))
        named = [{"kind": "rename", "name": name}, {"kind": "rename", "of": "1", "name": name}]
        allowed = {"kind": "allow", "clause": "FF-SPR-15", "of": "1", "reason": name}
        sent = {"revision": 1, "document": now["document"], "changes": [*named, allowed]}
        status, told = device.post(f"/api/v1{here}/change", sent)
        assert status == 200, told
        typed = quote(self.text)
        for path in ("/forces", f"{here}?of=1", f"{here}?of={typed}&against={typed}", f"{here}/print"):
            self._keep(path.replace(made["id"], "...").replace(typed, "..."), device.show(path))
        device.post(f"/api/v1{here}/delete", {})

    def _bring_in(self, host: Device, importer: Device, game: str) -> None:
        another = ("g" if game.startswith("f") else "f") + game[1:]
        forged = renamed(host.get(f"/api/v1/games/{game}/export").encode(), another, self.text)
        self._check_terminal(forged)
        importer.show("/")
        status, told = importer.post("/api/v1/games/import", forged)
        assert status == 201, told
        here = f"/games/{told['game_id']}"
        for path in ("", "/log", "/seats", "?correct=a1.1", "?correct=a1.1.mg1"):
            self._keep(f"imported{path}", importer.show(f"{here}{path}"))
        self._keep("home, imported", importer.show("/"))

    def _check_terminal(self, forged: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "game.json"
            for content in (forged, misspelt(forged, self.text)):
                file.write_bytes(content)
                told = CliRunner().invoke(cli, ["verify", str(file)])
                if not told.output or any(not one.isprintable() for one in told.output.replace("\n", "")):
                    self.struck.append(f"the terminal was given {told.output!r}")

    def _keep(self, screen: str, nodes: Nodes) -> None:
        self.screens[screen] = nodes

    @contextmanager
    def _device(self) -> Iterator[Device]:
        context = self.browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True)
        watch(context, self.base, self.struck)
        yield Device(self.base, context.new_page(), self.struck)
        context.close()


def newest(device: Device, game: str) -> int:
    """The number of the newest event this seat knows of: each seat counts its own."""
    return int(json.loads(device.get(f"/api/v1/games/{game}"))["number"])


def watch(context: BrowserContext, base: str, struck: list[str]) -> None:
    """Note whatever the pages of a browser do that no text may make them do."""

    def dismiss(dialog: Dialog) -> None:
        struck.append("a dialog opened")
        dialog.dismiss()

    context.on("dialog", dismiss)
    context.on("weberror", lambda error: struck.append(f"a script failed: {error.error}"))
    context.on("request", lambda sent: struck.append(f"asked for {sent.url}") if not ours(sent.url, base) else None)
    context.on("console", lambda said: struck.append(said.text) if "Content Security Policy" in said.text else None)


def ours(address: str, base: str) -> bool:
    """Whether an address leads to the service, or nowhere."""
    return address.startswith((f"{base}/", "data:", "blob:"))


def inject(browser: Browser, folder: Path, texts: Sequence[str], log_format: str) -> Report:
    """Play an evening with each of the texts; the server's own log is read in the end."""
    report = Report()
    program = functools.partial(real_service, log_level="debug", log_format=log_format, wrong_codes_per_minute="100000")
    program = functools.partial(program, wrong_codes_of_all_per_minute="100000")
    log = folder / f"{log_format}.log"
    with log.open("w") as written, serving(f"sqlite:///{folder / log_format}.db", program, log=written) as server:
        tools = itertools.cycle(tool.slug for tool in LAID.by_slug.values())
        lookups = {text: list(itertools.islice(tools, LOOKUPS_A_TEXT)) for text in texts}
        harmless = played(browser, server.base, HARMLESS, sorted({slug for some in lookups.values() for slug in some}))
        for text in texts:
            compare(report, harmless, played(browser, server.base, text, lookups[text]))
            report.count("texts")
    check_log(report, log.read_text(), log_format)
    return report


def played(browser: Browser, base: str, text: str, lookups: Sequence[str]) -> Evening:
    """An evening with one text."""
    evening = Evening(base, browser, text, lookups)
    with ExitStack() as devices:
        evening.play(devices)
    return evening


def compare(report: Report, harmless: Evening, other: Evening) -> None:
    """The same screens, no node on them that was not there before, and nothing struck."""
    report.count("screens", len(other.screens))
    report.lost.extend(f"{other.text!r}: {one}" for one in (*harmless.struck, *other.struck))
    for screen, nodes in other.screens.items():
        # A page that is still catching up may have fewer nodes; markup that was taken for markup makes more.
        new = Counter(nodes) - Counter(harmless.screens[screen])
        report.expect(not new, f"{other.text!r} on {screen}: nodes that were not there, {dict(new)}")


def check_log(report: Report, log: str, log_format: str) -> None:
    """Every line of the log is one line as the log writes them."""
    lines = log.split("\n")[:-1]
    report.count("log lines", len(lines))
    for line in lines:
        report.expect(not UNPRINTABLE.search(line), f"the log holds {line!r}")
        is_one = is_json(line) if log_format == "json" else STAMPED.match(line)
        report.expect(is_one, f"a line of the log is torn: {line!r}")


def is_json(line: str) -> bool:
    """Whether a line is one JSON object."""
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def strike_unguarded(browser: Browser, texts: Sequence[str]) -> int:
    """How many of the texts strike a page that takes them for markup: otherwise this test would be blind."""
    return sum(strikes(browser, text) for text in texts)


def strikes(browser: Browser, text: str) -> bool:
    """Whether a text strikes an unguarded page, as content or out of an attribute."""
    struck: list[str] = []
    context = browser.new_context()
    watch(context, "about:blank", struck)
    context.route("**/*", lambda route: route.abort())
    page = context.new_page()
    content = f"""<p>{text}</p><p title="{text}"></p><p title='{text}'></p>"""
    page.set_content(f"<main>{content}</main>", wait_until="domcontentloaded")
    page.wait_for_timeout(20)
    wanted = ["html ", "head ", "body ", "main ", "p ", "p title", "p title"]
    made = page.evaluate(NODES)
    context.close()
    return bool(struck) or made != wanted


def injected(texts: int) -> Report:
    """The long form: so many of the texts, half of them under each form of the log, in a Chromium of its own."""
    chosen = PAYLOADS[:texts]
    with chromium() as browser, tempfile.TemporaryDirectory(prefix="torture") as folder:
        report = inject(browser, Path(folder), chosen[0::2], "json")
        report.add(inject(browser, Path(folder), chosen[1::2], "human"))
        report.count("would strike an unguarded page", strike_unguarded(browser, chosen))
    return report
