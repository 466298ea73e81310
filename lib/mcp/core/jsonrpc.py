"""
JSON-RPC 2.0: bytes <-> messages.

Owns the envelope (https://www.jsonrpc.org/specification, narrowed by MCP: an id is a string or a
number and never null, params are an object). Knows no method, no session, does no I/O.

    {"jsonrpc": "2.0", "method": m, "id": i, "params": {..}}   request        exactly one reply
    {"jsonrpc": "2.0", "method": m, "params": {..}}            notification   never a reply
    {"jsonrpc": "2.0", "id": i, "result" | "error": ..}        response       to a request of ours

Lenient where it is harmless: `"params": null` counts as absent, unknown members are ignored.
"""

from micropython import const
from net import json_text
from net.pieces import Body

from .errors import PARSE_ERROR, ProtocolError, invalid_params, invalid_request

REQUEST = const(1)
NOTIFICATION = const(2)
RESPONSE = const(3)


class Number:
    """An id in another form than a short integer (1.0, 1e3); its digits go back as they came."""

    def __init__(self, digits: bytes):
        self.digits = digits

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Number):
            return self.digits == other.digits
        return isinstance(other, (int, float)) and float(self.digits.decode()) == other


class Message:
    """One message of the peer. `id` is None except in requests and responses."""

    def __init__(self, kind: int, id: object, method: str, params: dict):
        self.kind = kind
        self.id = id
        self.method = method
        self.params = params


def parse(text: "bytes | str", most: int) -> object:
    """
    The JSON value of a message of at most `most` bytes.

    Raises ProtocolError: -32700 for what is not JSON, -32600 for a longer message and for JSON
    beyond the limits of `net.json_text`.
    """
    if isinstance(text, str):
        try:
            text = text.encode()
        except UnicodeError:
            text = b"\xff"  # half a character: refused below, in the same words as on the wire
    if len(text) > most:
        raise invalid_request("longer than %d bytes" % most, None)
    ids: "list[bytes]" = []
    try:
        value = json_text.loads(text, ids)
    except json_text.LimitError as problem:
        raise invalid_request(str(problem), None)
    except json_text.DecodeError as problem:
        raise ProtocolError(PARSE_ERROR, "Parse error: %s" % problem)
    if ids:
        value["id"] = Number(ids[0])  # type: ignore[index]
    return value


def message(value: object) -> Message:
    """
    The message that a JSON value is.

    Raises ProtocolError: -32600 where the envelope is wrong, -32602 where params are a list,
    with the id where one could be made out.
    """
    if not isinstance(value, dict):
        raise invalid_request("a message is a JSON object")
    id = value.get("id")
    known = id if is_id(id) else None
    if value.get("jsonrpc") != "2.0":
        raise invalid_request('"jsonrpc" must be "2.0"', known)
    if "id" in value and known is None:
        raise invalid_request('"id" must be a string or a number', None)
    answers = ("result" in value) + ("error" in value)
    method = value.get("method")
    if "method" not in value and answers == 1 and known is not None:
        return Message(RESPONSE, known, "", value)
    if not isinstance(method, str) or answers:
        raise invalid_request('"method" must be a string, without "result" or "error"', known)
    params = value.get("params")
    if params is None:
        params = {}
    elif isinstance(params, list) and known is None:
        params = {}  # a legal notification, though none of MCP's: nobody may answer it
    elif isinstance(params, list):
        raise invalid_params("must be an object", known)
    elif not isinstance(params, dict):
        raise invalid_request('"params" must be an object', known)
    return Message(NOTIFICATION if known is None else REQUEST, known, method, params)


def is_id(value: object) -> bool:
    """True for what may name a request: a string or a number, which true and false are not."""
    if isinstance(value, bool):
        return False
    return isinstance(value, (str, int, float, Number))


def _id(id: object) -> bytes:
    return id.digits if isinstance(id, Number) else json_text.dumps(id)


def result(id: object, value: "dict | list") -> Body:
    """
    The reply to request `id`; `value` is the result, or its JSON in parts. Raises
    json_text.EncodeError where it is not JSON.
    """
    begin = b'{"jsonrpc":"2.0","id":' + _id(id) + b',"result":'
    parts: list = [begin]
    parts += value if isinstance(value, list) else [json_text.dumps(value)]
    parts.append(b"}")
    return Body(parts)


def error(problem: ProtocolError) -> bytes:
    """The error reply that `problem` stands for, with `"id": null` where it names no request."""
    body = {"code": problem.code, "message": problem.message}
    if problem.data is not None:
        body["data"] = problem.data
    return b'{"jsonrpc":"2.0","id":%s,"error":%s}' % (_id(problem.id), json_text.dumps(body))
