"""
What can go wrong between this device and a model, by name.

Texts are for logs and for the owner: they never have a key in them, nor words of a conversation.
"""


class LlmError(Exception):
    """
    `code` names the kind in one word, `message` says it in a sentence; `retry_after` are the
    seconds after which the server wants to be asked again, None where it did not say.
    `retriable`: the same request may succeed in a moment.
    """

    retriable = False

    def __init__(self, code: str, message: str, retry_after: "int | None" = None):
        super().__init__(message)
        self.code = code
        self.message = message
        self.retry_after = retry_after


class Unreachable(LlmError):
    """Nobody answers, or whoever does cannot be trusted or speaks no HTTP."""

    retriable = True

    def __init__(self, message: str, retry_after: "int | None" = None):
        super().__init__("unreachable", message, retry_after)


class KeyRefused(LlmError):
    """401, 403: the key is wrong, or may not do this."""

    def __init__(self, message: str, retry_after: "int | None" = None):
        super().__init__("key", message, retry_after)


class NotFound(LlmError):
    """404, or a redirect: no such model, or nothing at this address."""

    def __init__(self, message: str, retry_after: "int | None" = None):
        super().__init__("not_found", message, retry_after)


class Refused(LlmError):
    """Another 4xx: the server does not take this request, as one that is too long."""

    def __init__(self, message: str, retry_after: "int | None" = None):
        super().__init__("refused", message, retry_after)


class RateLimited(LlmError):
    """429: too many requests, or the credit is used up."""

    retriable = True

    def __init__(self, message: str, retry_after: "int | None" = None):
        super().__init__("rate", message, retry_after)


class ServerError(LlmError):
    """5xx, or an error told amid the answer."""

    retriable = True

    def __init__(self, message: str, retry_after: "int | None" = None):
        super().__init__("server", message, retry_after)


class CutOff(LlmError):
    """The answer ended before it was complete."""

    retriable = True

    def __init__(self, message: str, retry_after: "int | None" = None):
        super().__init__("cut", message, retry_after)


class TooSlow(LlmError):
    """No first token, silence amid the answer, or no end of it within the limits."""

    retriable = True

    def __init__(self, message: str, retry_after: "int | None" = None):
        super().__init__("slow", message, retry_after)


class Truncated(LlmError):
    """The model stopped at its limit, or ours, before what it wrote was whole."""

    def __init__(self, message: str, retry_after: "int | None" = None):
        super().__init__("truncated", message, retry_after)


class NotSound(LlmError):
    """Text, or sound of another kind, where Opus in Ogg or samples were due."""

    def __init__(self, message: str, retry_after: "int | None" = None):
        super().__init__("not_sound", message, retry_after)


class NotJson(LlmError):
    """HTML or other text where JSON was due."""

    def __init__(self, message: str, retry_after: "int | None" = None):
        super().__init__("not_json", message, retry_after)
