"""Tables of sentences: one line a sentence, its code before a tab, its values in {names}."""


def find(texts: str, code: str) -> "str | None":
    """The sentence of a code as it is written, or None where the table has none."""
    begin = texts.find("\n%s\t" % code)
    if begin < 0:
        return None
    begin += len(code) + 2
    return texts[begin : texts.find("\n", begin)]


def say(texts: str, code: str, **details: object) -> str:
    """The sentence of a code that the table has, its values filled in."""
    return find(texts, code).format(**details)  # type: ignore[union-attr]
