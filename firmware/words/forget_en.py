"""
What the companion says of forgetting for good, in English: one line a sentence, its code before
the tab as in `messages`. Loaded with `forget` only.
"""

TEXTS = """
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
