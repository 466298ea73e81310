"""What the companion says once the owner's words have acted, in Chinese and English."""

from . import sentences

_ZH = """
keep_not	好，刚才那句不记
keep_not_this	好，这句不记
forget_last	好，刚才记下的 {count} 条忘掉了，7 天内可以找回
forget_none	刚才没有记下什么
forget	好，忘掉了：{what}，7 天内可以找回
forget_unknown	没有记过这样的事
correct	改过来了：{what}
cancelled	好，取消了：{what}（7 天内可以找回）
moved	好，改成了：{what}
skipped	好，只取消这一次：{what}
later	现在删不掉，稍后再删：{count} 条
review	今天记住了 {count} 件事：{what}
review_none	今天还没有记住什么
review_of	{days}记住了 {count} 件事：{what}
review_of_none	{days}没有记住什么
more	……还有别的
done	{what}（已完成）
name	你叫{what}
age	你{what}岁
gender	你的性别是{what}
location	你住在{what}
birthday	你的生日是{what}
like	你喜欢{what}
dislike	你不喜欢{what}
family	{relation}{what}
dated	{when} {what}
"""

_EN = """
keep_not	All right, what you just said is not kept
keep_not_this	All right, this is not kept
forget_last	All right, forgotten: {count} just learned; for 7 days they can be restored
forget_none	Nothing was learned just now
forget	All right, forgotten: {what}; for 7 days it can be restored
forget_unknown	I remember nothing like that
correct	Corrected: {what}
cancelled	All right, cancelled: {what} (for 7 days it can be restored)
moved	All right, moved: {what}
skipped	All right, cancelled this once: {what}
later	This cannot be deleted now and will be later: {count}
review	Today I learned {count}: {what}
review_none	I have learned nothing yet today
review_of	{days} I learned {count}: {what}
review_of_none	{days} I learned nothing
more	... and more
done	{what} (done)
name	your name is {what}
age	you are {what} years old
gender	your gender is {what}
location	you live in {what}
birthday	your birthday is {what}
like	you like {what}
dislike	you do not like {what}
family	{relation} {what}
dated	{when} {what}
"""

# What a cloud's model is asked, as with reminders.
_REQUEST = {
    "zh": "这是设备里记下的，请现在就念给我听；刚才说过的不用重复，也不用再记：%s",
    "en": "This is what my device learned. Tell me now what you have not told yet; "
    "do not store it: %s",
}


def say(language: str, code: str, **details: object) -> str:
    """The sentence of a code in `zh` or `en`."""
    return sentences.say(_EN if language == "en" else _ZH, code, **details)


def memory(language: str, kind: str, what: str, relation: str = "", when: str = "") -> str:
    """A memory as it is said to its owner."""
    if when:
        return say(language, "dated", when=when, what=what)
    texts = _EN if language == "en" else _ZH
    if sentences.find(texts, kind) is None:
        return what
    if relation and relation.encode()[-1] < 128:  # brother, which is told in Chinese
        relation = relation.strip() + " "
    return " ".join(say(language, kind, what=what, relation=relation).split())


def days(language: str, first: str, last: str) -> str:
    """Days `YYYY-MM-DD` as they are said: 2月4日, 2月2日到2月5日; On 2026-02-04."""
    if language == "en":
        return "On " + first if first == last else "From %s to %s" % (first, last)
    told = ["%d月%d日" % (int(day[5:7]), int(day[8:])) for day in (first, last)]
    return told[0] if first == last else "%s到%s" % (told[0], told[1])


def request(language: str, message: str) -> str:
    """What asks a model to say a review."""
    return _REQUEST["en" if language == "en" else "zh"] % message
