"""
Answers in JSON: the object in a text that a model wrote.

Models put it between fences, after their thoughts, or between kind words; none of that is the
answer. What the object must hold is the caller's to check.
"""

from net import json_text

from .errors import NotJson, Truncated

_THOUGHTS_END = "</think>"


def json_object(text: str) -> dict:
    """The object. Raises NotJson, or Truncated where the text ends amid it."""
    head = text.lstrip()
    # Some servers leave out the mark before the thoughts, which their template has in the prompt.
    if head.startswith("<think>") or (head[:1] not in "{[`" and _THOUGHTS_END in text):
        text = text.partition(_THOUGHTS_END)[2]
    begin = text.find("{")
    if begin < 0:
        raise NotJson("the model answered in words where JSON was asked for")
    if text.lstrip().startswith("["):
        raise NotJson("the model answered with a list where an object was asked for")
    end = text.rfind("}") + 1
    body = text[begin : max(end, begin)]
    try:
        found = json_text.loads((body or text[begin:]).encode())
    except json_text.LimitError as e:
        raise Truncated("the model's JSON is too long: %s" % e)
    except json_text.DecodeError as e:
        # Cut amid it, there is a bracket less; what is wrong elsewhere says where it is.
        if str(e) == "the text ends too early":
            raise Truncated("the model's JSON ends too early")
        raise NotJson("the model's JSON is none: %s" % e)
    if not isinstance(found, dict):
        raise NotJson("the model answered with something else than an object")
    return found
