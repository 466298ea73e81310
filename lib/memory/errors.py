"""
Errors of the memory, one small tree.

    MemoryFault
     +- Rejected                the caller's words: nothing was changed
     |   +- NoMatch             no record, or more than one, matches the words given
     |   +- Secret              it looks like a password or the like, which is not kept
     +- Refused                 the words were right, the state forbids it: nothing was changed
     |   +- Outdated            it is not in the state that the caller knows
     |   +- CapReached          a kind is at its cap
     |   +- StoreFull           hot memory or the archive has no room
     |   +- ClockUnset          it needs the time, and the clock has none
     |   +- ArchiveUnavailable  the archive is not mounted
     +- Broken                  flash failed, or its format is wrong
         +- CorruptRecord       bytes that do not check, or do not parse
         +- NewerFormat         written by a newer version; left untouched

Every error has an English text, and a `code` and `details` from which a caller can word it in
another language.
"""


class MemoryFault(Exception):
    """`code` names the case, `details` its figures, `str()` says it in English."""

    def __init__(self, code: str, text: str, **details: object) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.details = details

    def __str__(self) -> str:
        return self.text


class Rejected(MemoryFault):
    pass


class NoMatch(Rejected):
    """`candidates` is a list of (id, kind, content) of records that may be meant."""

    def __init__(self, code: str, text: str, candidates: list, **details: object) -> None:
        super().__init__(code, text, **details)
        self.candidates = candidates


class Secret(Rejected):
    """`details` has what it looks like (`what`), and nothing of the secret."""


class Refused(MemoryFault):
    pass


class Outdated(Refused):
    """`rev` in the details is the one that it has."""


class CapReached(Refused):
    pass


class StoreFull(Refused):
    pass


class ClockUnset(Refused):
    pass


class ArchiveUnavailable(Refused):
    pass


class Broken(MemoryFault):
    pass


class CorruptRecord(Broken):
    pass


class NewerFormat(Broken):
    pass
