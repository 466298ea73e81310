"""What the companion says by itself, without a model, in Chinese and English."""

from . import sentences

_ZH = """
hello	你好！我是小智，有什么想说的都可以告诉我
hello_name	你好，{name}！
bye	再见，有事随时叫我
thanks	不客气
who	我是小智，住在这个设备里的小伙伴，记得你告诉我的事
can	{can_plain}；{can_plans}；{can_pet}
can_plain	现在没有接上大模型，我能记住你说的事，回答我记得的
can_plans	管日程和待办（“提醒我明天下午三点交报告”），报时
can_pet	也可以喂我、陪我玩、送我礼物
unknown	我不知道，这件事我没有记过。{can}
unknown_again	我不知道，没有记过
heard	嗯，听到了。这句里没有我要记的事
learned	记住了：{what}
known	早就记着了：{what}
planned	好的，记下了：{what}
remind	，{when} 提醒你
no_time	（没有定时间，不会提醒）
done	好，完成了：{what}
done_next	；下一次是 {next}
missed	，有 {count} 件现在没能记住
missed_all	这件事现在没能记住
refused_past	那个时间已经过去了，没有记下来
refused_when	这样的时间我提醒不了，没有记下来。可以是某一天的某个时间，或每天、每周、每月
refused_lunar	这个农历日子我不知道是哪天，也不能每年按农历提醒，没有记下来。请说公历日期
refused_what	要提醒你什么呢？还没有记下来
too_late	那个时间已经过去了，没有记下来
cancelled	好，取消了：{what}（7 天内可以找回）
moved	好，改成了：{what}
cancel_none	没有找到这样的日程或待办，什么也没改
correct_none	这和刚才记下的对不上，什么也没改
which	有几件像是你说的：{what}。是哪一件？
plans	{what}
plans_more	，还有 {count} 件
plans_none	没有记着什么安排
plans_none_then	{day}没有记着什么安排
days	{first} 到 {last}
repeat_1	（每天）
repeat_2	（每周）
repeat_3	（每月）
time	现在是 {date} {weekday} {time}
clock	我的时钟还没有校准，不知道现在几点
clock_plan	我的时钟还没有校准，暂时记不了日程和待办
name	你叫{what}
age	你{what}岁
gender	你的性别是{what}
location	你住在{what}
birthday	你的生日是{what}
like	你喜欢{what}
dislike	你不喜欢{what}
family	你的{relation}叫{what}
family_unnamed	你提过{relation}，名字我还不知道
mine	关于你，我记得：{what}
mine_none	你还没有告诉我什么。{can}
pet_status	我现在{mood}，我们的关系：{stage}
pet_feed	真好吃！我现在{mood}
pet_play	玩得真开心！我现在{mood}
pet_gift	谢谢你的礼物！我现在{mood}
no_memory	记忆现在打不开，我什么也想不起来，也记不住
trouble	存储出错了，这次没有做成
"""

_EN = """
hello	Hello! I am Xiaozhi. Tell me whatever you like
hello_name	Hello, {name}!
bye	Goodbye, call me whenever you like
thanks	You are welcome
who	I am Xiaozhi, a little companion that lives in this device and remembers what you tell me
can	{can_plain}; {can_plans}; {can_pet}
can_plain	No model is connected now. I can remember what you tell me and answer it
can_plans	keep schedules and todos ("remind me to call mum tomorrow at 5 pm") and the time
can_pet	and you can feed me, play with me or give me a present
unknown	I don't know, I have never been told. {can}
unknown_again	I don't know, I have never been told
heard	I hear you. There was nothing in it for me to remember
learned	I will remember: {what}
known	I knew that already: {what}
planned	All right, noted: {what}
remind	, I will remind you at {when}
no_time	 (no time is set: I will not remind you)
done	All right, done: {what}
done_next	; next time {next}
missed	, {count} could not be remembered now
missed_all	I could not remember that now
refused_past	That time has passed; nothing was noted
refused_when	I cannot remind you then; nothing was noted. I can on a day, daily, weekly, monthly
refused_lunar	I cannot place that date, nor remind of a lunar day every year; nothing was noted
refused_what	What shall I remind you of? Nothing was noted yet
too_late	That time has passed; nothing was noted
cancelled	All right, cancelled: {what} (for 7 days it can be restored)
moved	All right, moved: {what}
cancel_none	I found no such schedule or todo; nothing was changed
correct_none	That does not fit what I noted just now; nothing was changed
which	Several sound like that: {what}. Which one?
plans	{what}
plans_more	, and {count} more
plans_none	I know of no plans
plans_none_then	I know of no plans for {day}
days	{first} to {last}
repeat_1	 (every day)
repeat_2	 (every week)
repeat_3	 (every month)
time	It is {time} on {weekday}, {date}
clock	My clock is not set yet, I do not know the time
clock_plan	My clock is not set yet, so I cannot note plans now
name	Your name is {what}
age	You are {what} years old
gender	Your gender is {what}
location	You live in {what}
birthday	Your birthday is {what}
like	You like {what}
dislike	You do not like {what}
family	Your {relation} is called {what}
family_unnamed	You have told me of your {relation}, but not the name
mine	What I know of you: {what}
mine_none	You have not told me anything yet. {can}
pet_status	I am {mood}, and we are: {stage}
pet_feed	Delicious! I am {mood} now
pet_play	That was fun! I am {mood} now
pet_gift	Thank you for the present! I am {mood} now
no_memory	My memory cannot be opened now; I can neither recall nor remember anything
trouble	The storage failed; that was not done
"""

_WEEKDAYS = {
    "zh": "星期一 星期二 星期三 星期四 星期五 星期六 星期日",
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
}
_MOODS = {
    "zh": {"lonely": "有点孤单", "calm": "很平静", "happy": "很高兴", "delighted": "特别开心"},
    "en": {"lonely": "a little lonely"},
}


def say(language: str, code: str, **details: object) -> str:
    """The sentence of a code in `zh` or `en`."""
    return sentences.say(_EN if language == "en" else _ZH, code, **details)


def abilities(language: str) -> str:
    """What it can do without a model."""
    parts = {name: say(language, name) for name in ("can_plain", "can_plans", "can_pet")}
    return say(language, "can", **parts)


def listed(language: str, parts: "list[str]") -> str:
    """These parts as one list."""
    return ("; " if language == "en" else "；").join(parts)


def ended(language: str, text: str) -> str:
    """The text with the mark that ends a sentence."""
    if text.endswith(("。", "！", "？", ".", "!", "?", "…")):
        return text
    is_english = language == "en" and text.encode()[:1] < b"\x80"  # 好，这句不记 stays Chinese
    return text + ("." if is_english else "。")


def weekday(language: str, day_number: int) -> str:
    """The name of the weekday of a day since 2000-01-01, which was a Saturday."""
    return _WEEKDAYS["en" if language == "en" else "zh"].split()[(day_number + 5) % 7]


def mood(language: str, name: str) -> str:
    """A mood in words."""
    return _MOODS["en" if language == "en" else "zh"].get(name, name)
