"""A game over HTTP with a device at every seat: what the service shows and tells each of them is the fold of the log.

After every step the log is read from the database, folded here by the rules alone, and held against what the service
shows each seat and what it tells on each seat's stream.
"""

import hashlib
from typing import Any, ClassVar

import httpx
import msgspec

from app.games.json_codec import EventCodec, System
from app.games.verification import findings, read_file
from rules.kernel.play import Recorded
from rules.kernel.seats import Role
from tests.torture.houses import Club, House, Tablet
from tests.torture.served import joined


class SeatedClub:
    """The seats of one game of a system, in one of the houses of a club."""

    system: ClassVar[System]
    codec: ClassVar[EventCodec]
    club: ClassVar[Club]
    house: House
    away: House
    host: Role
    game: str
    state: Any
    log: list[Recorded[Any]]
    tablets: dict[Role, Tablet]

    def _bring(self, importer: httpx.Client, file: bytes) -> None:
        sent: dict[str, Any] = {"content": file, "headers": {"Content-Type": "application/json"}}
        answer = importer.post("/api/v1/games/import", **sent)
        assert answer.status_code == 201, answer.text

    def _seat_everybody(self, host: httpx.Client) -> None:
        others = {role for role in self.system.seating.roles if role is not self.host} - ({Role.REFEREE} - {self.host})
        seats = {role: joined(self.house.server, host, self.game, role.value) for role in others}
        self._catch_up()
        clients = {role: self.house.server.client(cookies) for role, cookies in seats.items()}
        self.tablets = {role: Tablet(client) for role, client in {self.host: host, **clients}.items()}
        for tablet in self.tablets.values():
            tablet.listen(self.house.server.base, self.game)

    def _leave(self) -> None:
        for tablet in self.tablets.values():
            tablet.hang_up()
            tablet.client.close()

    def _number(self, role: Role) -> int:
        return sum(one.audience.holds(role) for one in self.log)

    def _view_bytes(self, role: Role) -> bytes:
        return msgspec.json.encode(self.system.view(self._state_of(role), role))

    def _state_of(self, _role: Role) -> Any:
        """The game as a role sees it."""
        return self.state

    def _post(self, role: Role, body: bytes) -> httpx.Response:
        headers = {"Content-Type": "application/json"}
        return self.tablets[role].client.post(f"/api/v1/games/{self.game}/commands", content=body, headers=headers)

    def _catch_up(self) -> None:
        news = [self.codec.read(row) for row in self.house.rows(self.game, len(self.log))]
        self.log += news
        if any(self.system.taken_back(one.event) for one in news):
            self.state = self.system.replay(self.log)
        else:
            for one in news:
                self.state = self.system.apply(self.state, one)

    def _check_everybody(self) -> None:
        for role in self.tablets:
            self._check(role)

    def _check(self, role: Role) -> None:
        """What the service shows a seat, and tells on its stream, is the fold of the log."""
        tablet = self.tablets[role]
        view, number = self._view_bytes(role), self._number(role)
        shown = tablet.client.get(f"/api/v1/games/{self.game}").content
        state = (number, hashlib.sha256(view).hexdigest()[:16])
        wanted = msgspec.json.encode({"number": number, "hash": state[1], "closed": False, "view": msgspec.Raw(view)})
        assert shown == wanted, f"the {role} is shown another state than the log has"
        assert tablet.hears(number), f"the {role} heard of {tablet.known} and not of {number}"
        told = tablet.shown is None or tablet.shown[0] != number
        assert told or tablet.shown == state, f"something the {role} may not know of is seen"
        tablet.shown = state
        self.club.report.count("views compared")

    def _export(self) -> bytes:
        return self.tablets[Role.REFEREE].client.get(f"/api/v1/games/{self.game}/export").content

    def _check_file(self) -> None:
        """The file holds together, and folded from its beginning it is the table's state."""
        file = read_file(self._export())
        assert findings(file, {self.system.key: self.system}) == []
        assert [self.codec.read(row.logged) for row in file.rows()] == self.log
        assert self.system.replay(self.log) == self.state
