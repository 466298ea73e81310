"""mind.scores.task_words: a rule for what goes on now, and one for good."""

from mind.scores.task_words import is_about_task

FOR_NOW = """
这次用英文回答
今天先别开玩笑
今天别提工作
这一次说慢一点
这篇文章写得正式些
暂时不要提醒我喝水
仅此一次
今晚别说话
这次先别提醒我，以后再说
這次用英文回答
Answer in English, just this once
for this task use metric units
This time keep it short
For now, no jokes
no jokes today
don’t mention work until we’re done
Use British spelling in this document
这段话翻译成英文就好
今天下午别打扰我
这次聊天请用粤语
帮我这一回
眼下先不聊工作
Please be brief in this chat
Skip the small talk tonight
only for today speak French
for this trip use celsius
"""

FOR_GOOD = """
回答要简短
从今天起叫我老王
今天开始都用英文
以后每次都先问我
从这次起先给结论
不止这次，都要简短
叫我老王
先给结论再解释
别开玩笑
Call me Lao Wang
From now on answer in English
starting today, no jokes
not just this time: keep it short
Always be brief
every time I say hi, say hi
Don't talk about yesterday's game
Use todays2 format
请用简体中文
别叫我全名
每天早上报天气
回答不超过三句
今后不要提前男友
don't use emojis
Always give sources
use celsius from now on
"""


def test_what_is_for_now_is_about_a_task():
    assert [line for line in FOR_NOW.strip().split("\n") if not is_about_task(line)] == []


def test_what_is_for_good_is_not():
    assert [line for line in FOR_GOOD.strip().split("\n") if is_about_task(line)] == []


def test_any_text_can_be_asked_of():
    for text in ("", " ", "今", "today", "以后再", "🎂今天🎂"):
        is_about_task(text)
    assert is_about_task("today") and is_about_task("🎂今天🎂")
