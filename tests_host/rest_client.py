"""A client of the companion's REST, for tests: plain HTTP, one request a connection."""

import http.client
import json
from typing import Any
from urllib.parse import urlencode, urlsplit

from desk import Desk

BASE = "/api/v1"


class Answer:
    """`status`, `headers` by their names in lower case, `body`, and what that says in JSON."""

    def __init__(self, answer: http.client.HTTPResponse):
        self.status = answer.status
        self.headers = {name.lower(): value for name, value in answer.getheaders()}
        self.body = answer.read()

    @property
    def json(self) -> Any:
        assert self.headers["content-type"] == "application/json"
        return json.loads(self.body.decode("utf-8"))

    @property
    def error(self) -> "tuple[int, str, str]":
        """(status, code, message) of a refusal."""
        said = self.json["error"]
        return self.status, said["code"], said["message"]


class Rest:
    """The REST of a device, with a key."""

    def __init__(self, desk: Desk, key: "str | None" = None):
        parts = urlsplit(desk.url)
        assert parts.hostname
        assert parts.port
        self.host, self.port = parts.hostname, parts.port
        self.key = desk.token if key is None else key

    def ask(
        self, method: str, path: str, body: object = None, /, **headers: "str | None"
    ) -> Answer:
        """One request below /api/v1; a header that is None is left out."""
        given: "dict[str, str | None]" = {"Authorization": "Bearer " + self.key}
        data = body if isinstance(body, bytes) else None
        if body is not None and data is None:
            data = json.dumps(body).encode()
        if data is not None:
            given["Content-Type"] = "application/json"
        given.update({name.replace("_", "-"): value for name, value in headers.items()})
        link = http.client.HTTPConnection(self.host, self.port, timeout=30)
        try:
            sent = {name: value for name, value in given.items() if value is not None}
            link.request(method, BASE + path, data, sent)
            return Answer(link.getresponse())
        finally:
            link.close()

    def get(self, path: str, /, **query: object) -> Any:
        """The JSON of a GET, which is answered with 200."""
        answer = self.ask("GET", path + ("?" + urlencode(query) if query else ""))
        assert answer.status == 200, answer.body
        return answer.json

    def add(self, path: str = "/memories", /, **body: object) -> Any:
        """The new item of a POST."""
        answer = self.ask("POST", path, body)
        assert answer.status == 201, answer.body
        return answer.json

    def all(self, path: str, /, **query: object) -> "list[Any]":
        """All items of a list, page by page."""
        found: "list[Any]" = []
        while True:
            page = self.get(path, **query)
            found += page["items"]
            if page["next"] is None:
                return found
            query["cursor"] = page["next"]
