"""What the companion says of forgetting for good, in Chinese and English (sentences.py)."""

from . import sentences

_ZH = """
done	永久忘掉了 {count} 条，任何工具都读不到了；闪存正在后台清理。不要再复述内容
all	全部忘掉了：记忆、聊天和关系；设置还在。闪存正在后台清理
also	；另有 {also} 条也提到同样的话，没有动；要忘掉请逐条给 id
none	没有这样的记忆，什么也没改
confirm	要忘掉{what}：确认码只显示在设备上，请主人读出六位数字，再带 confirmation 调用
wrong	确认码不对，还可以试 {left} 次；什么也没改
expired	确认码无效或已过期，什么也没改；不带 confirmation 再调用会给出新的
often	要确认码太频繁了，{seconds} 秒后再试；什么也没改
target	请只给 id、content、topic 或 everything 之一，什么也没改
ram	RAM 不够，没有忘掉；重启后再试，或用 ./tools/memory.sh forget
what_all	全部记忆、聊天和关系
what_topic	主题“{topic}”的全部 {count} 条记忆
what_one	今天又一条记忆（{id}）
"""

_EN = """
done	Forgotten for good: {count}; flash is being wiped. Do not repeat the words
all	Forgotten: all memories, chat, the relationship; settings stay. Flash is being wiped
also	; {also} more mention the same words and stay; forget them one by one by id
none	There is no such memory; nothing was changed
confirm	To forget {what}, ask the owner for the six digits on the device; send as confirmation
wrong	The code is wrong, {left} tries left; nothing was changed
expired	No such code is valid any more; nothing was changed; call without one for a new one
often	Codes were asked for too often, try again in {seconds} s; nothing was changed
target	Give exactly one of id, content, topic and everything; nothing was changed
ram	Not enough RAM, nothing was forgotten; try after a restart, or ./tools/memory.sh forget
what_all	all memories, chat and the relationship
what_topic	all {count} memories of topic "{topic}"
what_one	one more memory today ({id})
"""


def say(language: str, code: str, **details: object) -> str:
    """The sentence of a code in `zh` or `en`."""
    return sentences.say(_EN if language == "en" else _ZH, code, **details)
