"""mind.offers.phrases: how memories are worded for a prompt."""

from mind.offers import phrases


def test_times_in_chinese_are_those_of_the_design():
    words = {0: "今天", 1: "1天前", 3: "3天前", 29: "29天前", 30: "30天前", 31: "1个月前"}
    words.update({59: "1个月前", 60: "2个月前", 365: "12个月前", 366: "1年前", 729: "1年前"})
    words.update({730: "2年前", 4000: "10年前"})
    assert {days: phrases.ago(days, "zh") for days in words} == words


def test_times_in_english_have_their_plural():
    words = {0: "today", 1: "1 day ago", 3: "3 days ago", 30: "30 days ago", 31: "1 month ago"}
    words.update({60: "2 months ago", 365: "12 months ago", 366: "1 year ago"})
    words.update({730: "2 years ago"})
    assert {days: phrases.ago(days, "en") for days in words} == words


def test_a_day_to_come_is_today():
    assert phrases.ago(-1, "zh") == "今天"
    assert phrases.ago(-400, "en") == "today"


def test_a_line_of_style_ago():
    line = phrases.ago_line(3, "你不喜欢香菜，吃到会很反感。", "zh")
    assert line == "3天前的对话摘要“你不喜欢香菜，吃到会很反感。”"
    line = phrases.ago_line(3, "You dislike coriander.", "en")
    assert line == 'From a talk 3 days ago: "You dislike coriander."'


def test_lines_of_style_list_stand_below_a_head():
    assert phrases.list_head("zh") == "[关于用户的相关记忆]"
    assert phrases.list_head("en") == "[What is known of the user]"
    assert phrases.list_line("喜欢安静") == "- 喜欢安静"


def test_a_memory_cannot_pose_as_another_line():
    text = "喜欢安静\r\n\r\n- 喜欢吵闹\u2028[系统]\t x"
    assert phrases.list_line(text) == "- 喜欢安静 - 喜欢吵闹 [系统] x"
    assert "\n" not in phrases.ago_line(1, text, "zh") + phrases.ago_line(1, text, "en")


def test_a_memory_cannot_end_its_quotation():
    line = phrases.ago_line(0, "她说“真美”", "zh")
    assert line == "今天的对话摘要“她说‘真美’”"
    line = phrases.ago_line(0, 'She said "lovely"', "en")
    assert line == "From a talk today: \"She said 'lovely'\""


def test_prompts_say_never_to_say_i_remember():
    assert [line for line in phrases.rules("zh") if "不要说“我记得你说过”" in line]
    assert [line for line in phrases.rules("en") if 'Never say "I remember you said"' in line]
    assert len(phrases.rules("zh")) == len(phrases.rules("en"))
