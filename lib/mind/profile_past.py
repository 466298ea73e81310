"""
Profile past: what the one value of a profile field was before, as a fact that was true until now.

Owns the sentence of each kind whose words are a value alone, and what it claims. Pure.
"""

from memory.extract.scan import is_chinese
from memory.records.kinds import PROFILE
from memory.records.record import Record

from .predicates import OWNER, predicate_of

# Of a value with Chinese in it, and of another.
_SENTENCES = {
    "name": ("用户叫%s", "The user is called %s"),
    "age": ("用户%s岁", "The user is %s years old"),
    "gender": ("用户的性别：%s", "The user's gender: %s"),
    "location": ("用户住在%s", "The user lives in %s"),
    "birthday": ("用户的生日：%s", "The user's birthday: %s"),
    "like": ("用户喜欢%s", "The user likes %s"),
    "dislike": ("用户不喜欢%s", "The user dislikes %s"),
}


def sentence(kind: str, value: str, language: str) -> str:
    """
    What a memory of this kind says, in the language of the value; of digits alone in `language`.
    What has words of its own says those.
    """
    if kind not in _SENTENCES:
        return value
    english = language == "en"
    if is_chinese(value) or [True for byte in value.encode() if byte > 57]:
        english = not is_chinese(value)
    return _SENTENCES[kind][english] % value


def value(kind: str, content: str) -> "str | None":
    """The value in the sentence of a kind; None where it is worded in another way."""
    for words in _SENTENCES.get(kind, ()):
        before, after = words.split("%s")
        end = len(content) - len(after)
        if content.startswith(before) and content.endswith(after) and len(before) < end:
            return content[len(before) : end]
    return None


def past_fact(record: Record, id: str, day: int, language: str) -> Record:
    """The fact `id` that says what this field of the profile was until `day`."""
    fields = {
        "content": sentence(record.kind, record.content, language),
        "subject": OWNER,
        "predicate": predicate_of(record.kind),
        "superseded_by": record.id,
        "valid_to": day,
    }
    for name in ("source", "client", "importance", "valid_from", "evidence"):
        if record.get(name) is not None:
            fields[name] = record.get(name)
    made = Record(id, "fact", record.get("updated", record.created), fields)
    made.approx = record.approx
    return made


def kind_of(predicate: str) -> "str | None":
    """The field of the profile that has the value of a predicate of the owner."""
    for kind in PROFILE:
        if predicate_of(kind) == predicate:
            return kind
    return None
