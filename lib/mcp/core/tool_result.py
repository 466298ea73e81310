"""
The result of a tool call, and its form in each protocol version.

Handlers of `features.tools` return it; the protocol revisions write it.
"""

from net.json_text import dumps
from net.pieces import Raw

from .errors import ResultError


class ToolResult:
    """
    What a handler returns: a `text`; or a `structured` dict, which is also sent as text; or the
    JSON of such a dict as a list of bytes (`encoded`), which is sent unchecked; or blocks of
    `content`.

    content   [{"type": "text" | "image" | "audio" | "resource_link" | "resource", ..}], sent as
              they are, in place of a text and perhaps beside `structured`
    is_error  tells the model that the call failed and that `text` says what to do about it

    Raises ResultError for any other combination.
    """

    def __init__(
        self,
        text: "str | None" = None,
        structured: "dict | None" = None,
        is_error: bool = False,
        encoded: "list[bytes] | None" = None,
        content: "list[dict] | None" = None,
    ):
        if [text, structured, encoded].count(None) < 2 or not isinstance(text or "", str):
            raise ResultError("a result is a text or a structured dict")
        if content is not None and (text is not None or encoded is not None):
            raise ResultError("a result is a text or blocks of content")
        if structured is not None and not isinstance(structured, dict):
            raise ResultError("a structured result is a dict")
        self.text = text
        self.structured = structured
        self.encoded = encoded
        self.content = content
        self.is_error = is_error

    def parts(self, version: str, no_errors: bool = False) -> list:
        """
        JSON of the CallToolResult of that protocol version, as parts of a Body; the first part is
        bytes that begin with "{". Of a structured result the text is the same JSON. With
        `no_errors`, isError is always false. Raises EncodeError where it is not JSON.
        """
        end = b',"isError":true}' if self.is_error and not no_errors else b',"isError":false}'
        structured = version >= "2025-06-18"
        if self.content is not None:
            parts: list = [b'{"content":' + dumps(self.content)]
            if self.structured is not None and structured:
                parts += [b',"structuredContent":', dumps(self.structured)]
            return parts + [end]
        if self.structured is None and self.encoded is None:
            if self.text is None:
                return [b'{"content":[]', end]
            return [b'{"content":[{"type":"text","text":', dumps(self.text), b"}]", end]
        if self.encoded is None:
            self.encoded = [dumps(self.structured)]
        begin = b'{"content":[{"type":"text","text":"'
        if not structured:
            return [begin, self.encoded, b'"}]', end]
        middle = b'"}],"structuredContent":'
        return [begin, self.encoded, middle, Raw(self.encoded), end]
