"""A form as a browser without scripts sends it: read from the page's own HTML."""

from html.parser import HTMLParser

Sent = list[tuple[str, str]]


class Forms(HTMLParser):
    """The forms of a page, by their id ("" for those without): where they lead, and what is sent as it stands."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.actions: dict[str, str] = {}
        self.sent: dict[str, Sent] = {}
        self._open = ""
        self._select = self._owner = ""
        self._options: list[tuple[str, bool]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Forms, and what in them is sent along."""
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = given.get("id", "")
            self.actions.setdefault(self._open, given.get("action", ""))
        elif "disabled" in given:
            return
        elif tag == "input" and self._counts(given):
            self._send(given, given.get("value", "on" if given.get("type") == "checkbox" else ""))
        elif tag == "select":
            self._select, self._options = given.get("name", ""), []
            self._owner = given.get("form", self._open)
        elif tag == "option" and self._select:
            self._options.append((given.get("value", ""), "selected" in given))

    def handle_endtag(self, tag: str) -> None:
        """A select sends what is selected, or its first."""
        if tag == "select" and self._select:
            chosen = [value for value, selected in self._options if selected] or [self._options[0][0]]
            self.sent.setdefault(self._owner, []).append((self._select, chosen[-1]))
            self._select = ""

    def _send(self, given: dict[str, str], value: str) -> None:
        self.sent.setdefault(given.get("form", self._open), []).append((given["name"], value))

    @staticmethod
    def _counts(given: dict[str, str]) -> bool:
        is_ticked = given.get("type") not in ("checkbox", "radio") or "checked" in given
        return bool(given.get("name")) and is_ticked
