"""
The changes that carry no meaning in Chinese, in order: where the first text of an entry is in a
sentence about the owner, the second means the same. Pure.
"""

from .near_duplicates_text import any_of, clauses, numbers, replaced

# Words whose meaning depends on the day they are said.
RELATIVE = (
    "|今天|昨天|明天|前天|后天|今日|昨日|明日|今晚|昨晚|明晚|今早|明早|刚才|刚刚|最近|上周|下周|本周"
    "|这周|上星期|下星期|这星期|上个|下个|这个月|本月|今年|去年|明年|前年|后年|来年|上次|下次|这次"
    "|小时前|分钟前|天前|周前|月前|年前|小时后|分钟后|天后|周后|月后|年后|当天|昨夜|今夜|礼拜后|"
)
_CHANGES = (
    "|是不是>¿|有没有>¿|会不会>¿|能不能>¿|喜不喜欢>¿|要不要>¿"
    "|爸爸妈妈>父母|妈妈爸爸>父母|父亲母亲>父母|爸妈>父母|妈妈>母亲|老妈>母亲|妈咪>母亲|妈>母亲|爸爸>父亲|老爸>父亲|爸>父亲"
    "|姥姥>外婆|姥爷>外公|闺女>女儿|老婆>妻子|老公>丈夫|女朋友>女友|男朋友>男友|小孩子>孩子|小孩>孩子"
    "|喜爱>喜欢|最爱>最喜欢|爱吃>喜欢吃|爱喝>喜欢喝|爱看>喜欢看|爱听>喜欢听|爱玩>喜欢玩|爱打>喜欢打"
    "|爱唱>喜欢唱|爱逛>喜欢逛|爱穿>喜欢穿|爱读>喜欢读"
    "|居住在>住在|住于>住在|目前>|现在>|如今>|已经>|正在>在|上班>工作"
    "|教师>老师|大夫>医生|西红柿>番茄|马铃薯>土豆|脚踏车>自行车|单车>自行车|计算机>电脑|狗狗>狗|猫咪>猫"
    "|星期天>周日|礼拜天>周日|星期>周|礼拜>周|周天>周日|每个周>每周|每个月>每月|每日>每天|天天>每天"
    "|早晨>早上|晚间>晚上|午后>下午|昨日>昨天|今日>今天|明日>明天|来年>明年"
    "|昨天晚上>昨晚|今天晚上>今晚|明天晚上>明晚|今天早上>今早|明天早上>明早"
    "|时常>经常|常常>经常|有时候>有时|始终>一直|从来不>从不|从来没有>从没|从来没>从没"
    "|因此>所以|因而>所以|由于>因为|可是>但|但是>但|然而>但|特别>非常|以及>和|与>和"
    "|打算>计划|能够>能|没有>没|并不>不|并没>没|觉得>认为|高兴>开心|伤心>难过|害怕>怕"
    "|的职业是>是|的工作是>是|是一名>是|是一位>是|是位>是|是个>是|是不>不"
    "|的名字叫做>叫|的名字叫>叫|的名字是>叫|名字叫>叫|名字是>叫|名叫>叫|取名叫>叫|取名>叫"
    "|养了>养|养着>养|去世了>去世|退休了>退休|毕业了>毕业|怀孕了>怀孕"
    "|一点儿>一点|一块儿>一起|一会儿>一会|玩儿>玩|这儿>这里|那儿>那里|家里面>家|家里>家|在家中>在家"
    "|块钱>元|公斤>kg|千克>kg|公里>km|千米>km|厘米>cm|公分>cm|"
)
# Changes for texts with a certain word in them.
_WITH = (
    ("岁", "|今年>|岁了>岁|年龄是>|年纪是>|"),
    ("月", "|号>日|"),
    ("过敏", "|会过敏>过敏|会对>对|是过敏>过敏|"),
)
# 爷爷的奶奶 is not 爷爷奶奶: before these words 的 stays.
_KIN = (
    "|的母亲>之母亲|的父亲>之父亲|的父母>之父母|的爷爷>之爷爷|的奶奶>之奶奶|的外公>之外公|的外婆>之外婆"
    "|的哥哥>之哥哥|的姐姐>之姐姐|的弟弟>之弟弟|的妹妹>之妹妹|的儿子>之儿子|的女儿>之女儿|的孩子>之孩子"
    "|的妻子>之妻子|的丈夫>之丈夫|的男友>之男友|的女友>之女友|的朋友>之朋友|的同学>之同学|的同事>之同事"
    "|的老师>之老师|的学生>之学生|的老板>之老板|的邻居>之邻居|的医生>之医生|"
)
_SEVERAL = "|和|们|都|两|俩|"
_ENDINGS = "啊呀呢哦嘛哟喔噢"
_TIMES = (
    "|周末|每天|每周|每月|每年|平时|早上|上午|中午|下午|晚上|今天|昨天|明天|今晚|昨晚|明晚|今早|明早"
    "|周一|周二|周三|周四|周五|周六|周日|去年|今年|明年|下周|上周|"
)
_LISTED = "|喜欢|喜欢吃|喜欢喝|喜欢看|喜欢听|喜欢玩|讨厌|会|会说|会弹|养|有|怕|"


def form(text: str) -> str:
    """The common form of a folded text."""
    if "主人" not in text and "用户" in text:
        text = text.replace("用户", "主人")
    elif "主人" not in text:
        text = text.replace("我们", "咱们").replace("我", "主人")
    text = replaced(text.replace("、", "和"), _CHANGES)
    for word, changes in _WITH:
        if word in text:
            text = replaced(text, changes)
    if "学" not in text:  # to learn with somebody is not to learn from them
        text = text.replace("跟", "和")
    if not any_of(_SEVERAL, text):  # two of one school are not of a school
        text = text.replace("是一个", "是")
    parts = [_ended(part) for part in clauses(text, False)]
    parts[:1] = [_owner_first(part) for part in parts[:1]]
    parts[-1:] = [_listed(part) for part in parts[-1:]]
    for at in range(len(parts)):
        if at == 0 and parts[0].startswith("主人"):
            parts[0] = parts[0][3:] if parts[0].startswith("主人的") else parts[0][2:]
        if len(parts[at]) < 3 and at + 1 < len(parts):
            parts[at] += ","  # a short clause keeps its end: 不，喜欢 is not 不喜欢
    whole = replaced("".join(parts).replace("主人的", "主人"), _KIN)
    return numbers(whole.replace("的", ""))


def _ended(part: str) -> str:
    """A clause without the particle at its end."""
    if part[-1:] in _ENDINGS and len(part) > 2 and part[-2:-1] not in "叫喊" + _ENDINGS:
        return part[:-1]
    return part


def _owner_first(part: str) -> str:
    """周末主人去爬山 as 主人周末去爬山."""
    at = part.find("主人")
    begin = 0
    while begin < at and "|" + part[begin : begin + 2] + "|" in _TIMES:
        begin += 2
    return part[at : at + 2] + part[:at] + part[at + 2 :] if 0 < at == begin else part


def _listed(part: str) -> str:
    """喜欢苹果和香蕉 with the two at its end in one order, where they are of one length."""
    one, _, other = part.partition("和")
    size = len(other)
    if not 0 < size < 5 or "和" in other or "的" in other or size >= len(one):
        return part
    head, one = one[:-size], one[-size:]
    for at in range(max(0, len(head) - 3), len(head)):
        if "|" + head[at:] + "|" in _LISTED:
            return head + "和".join(sorted((one, other)))
    return part
