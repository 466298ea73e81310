"""
Asked claims: which claim a question is about, and of whom, so that what answers it is found though
it shares no word with it: 现在住哪 asks for what was told as 搬到上海.

Rules by phrases, in both languages: of the owner, of a relative (我妈住哪) or of somebody by name
(where does Tom live). Pure.
"""

from memory.extract.scan import each

from mind import predicates

from .asked import Asked

# predicate: phrases of a question about it; in English a blank is `_`, and `*` is of whom it is
_ASKED = (
    ("住在", "住哪 住在哪 住什么地方 住的地方 哪里住 在哪住 在哪里住 家在哪 住在什么 住的哪"
     " 在哪个城市 在哪座城市 住哪个"
     " where_do_*_live where_does_*_live where_did_*_live where_am_*_living where_is_*_living"
     " where_*_live my_address where_is_my_home what_city_do_*_live what_city_does_*_live"
     " which_city_do_*_live where_was_*_living what_town_do_*_live"),
    ("工作于", "在哪上班 在哪里上班 哪上班 在哪工作 在哪里工作 哪家公司 什么公司 在哪儿上班"
     " 哪个公司"
     " 在哪儿工作 什么单位 哪个单位 where_do_*_work where_does_*_work where_did_*_work"
    " which_company"
     " what_company_do who_do_*_work_for who_does_*_work_for who_did_*_work_for my_employer"
     " where_am_*_working where_is_*_working"),
    ("职业", "做什么工作 什么职业 是做什么的 干什么工作 干哪行 是干什么的 是干嘛的 是做啥的"
     " what_do_*_do_for what_does_*_do_for what_did_*_do_for what_is_*_job what_was_*_job"
     " my_profession my_occupation what_does_*_do_"),
    ("就读于", "在哪上学 在哪里上学 哪所学校 什么学校 哪个大学 哪所大学 在哪读书 在哪个学校"
     " 在哪儿上学"
     " where_do_*_study where_does_*_study which_school which_university where_do_*_go_to_school"
     " where_does_*_go_to_school"),
    ("专业", "学什么专业 什么专业 读什么专业 what_do_*_study what_does_*_study what_is_*_major"),
    ("年龄", "多大了 多大 几岁 多少岁 多大年纪 how_old_am_* how_old_is_* what_is_*_age"),
    ("体重", "多重 体重多少 体重是多少 体重现在 how_much_do_*_weigh how_much_does_*_weigh"
     " what_is_*_weight what_do_*_weigh how_heavy_am_*"),
    ("身高", "多高 身高多少 身高是多少 how_tall_am_* how_tall_is_* what_is_*_height"),
    ("感情状态", "结婚了吗 结婚了没 结婚没 单身吗 有没有对象 感情状况 有对象吗 有男朋友吗"
     " 有女朋友吗"
     " am_*_married is_*_married am_*_single is_*_single relationship_status"
     " am_*_in_a_relationship am_*_engaged"),
    ("手机", "用什么手机 什么手机 哪款手机 手机是什么 的手机是 哪个手机 什么牌子的手机 which_phone"
     " what_phone what_is_*_phone_ what_was_*_phone_ what_was_*_old_phone_"),
    ("名字", "我叫什么 我的名字 我是谁 what_is_my_name who_am_i"),
    ("生日", "生日 哪天生日 when_is_*_birthday what_is_*_birthday"),
    ("来自", "老家在哪 老家是 我是哪里人 哪儿人 从哪来 where_am_*_from where_is_*_from"
     " where_do_*_come_from my_hometown"),
    ("血型", "血型 what_is_*_blood_type"),
    ("微信", "微信号 my_wechat"),
    ("邮箱", "邮箱 what_is_*_email"),
    ("电话号码", "电话号码 手机号 电话是多少 what_is_*_phone_number"),
)  # fmt: skip
_ROWS = [(one, [phrase.replace("_", " ") for phrase in text.split()]) for one, text in _ASKED]
# What may stand before and around a name in a question.
_AROUND = (
    "|现在|目前|如今|以前|之前|曾经|从前|过去|原来|原先|当年|最近|一直|到底|究竟|都|还|是|的|在"
    "|那个|呢"
    "|读|今年|去年|有| |"
)
_NOBODY_EN = "|i|my|we|our|me|you|your|"
_BEFORE_EN = "|still |currently |now |actually |the |"


_AROUND_WORDS = each(_AROUND)


def claims_asked(asked: Asked) -> "list[tuple]":
    """[(subject, predicate)] that a question asks for, most often none or one."""
    if asked.fits_nothing and not asked.asks:
        return []
    low = asked.core
    if not asked.is_chinese:
        for short in ("what's ", "where's ", "who's ", "when's ", "how's "):
            low = low.replace(" " + short, " " + short[:-3] + " is ")
        low = low.strip() + " "
    found = []
    for predicate, phrases in _ROWS:
        for phrase in phrases:
            of = _of_chinese(asked, low, phrase) if asked.is_chinese else _of(asked, low, phrase)
            if of:
                found.append((of, predicate))
                break
    return found


def _of_chinese(asked: Asked, low: str, phrase: str) -> str:
    """Of whom a question with this phrase is, "" where it has none or nobody knows."""
    at = low.find(phrase)
    if at < 0:
        return ""
    if asked.kin:
        return asked.kin[0] if "的" + asked.kin[0] not in low or "我的" in low else ""
    name = low[: at + (1 if phrase.startswith("我") else 0)]
    for word in _AROUND_WORDS:
        name = name.replace(word, "")
    if "我" in name or "咱" in name or not name:
        return predicates.OWNER if asked.is_own or not name else ""
    return name if len(name) <= 8 else ""


def _of(asked: Asked, low: str, phrase: str) -> str:
    head, star, tail = phrase.partition("*")
    at = low.find(head)
    if at < 0 or (at and low[at - 1 : at] != " "):
        return ""
    if not star:
        return predicates.OWNER if asked.is_own and not asked.kin else ""
    at += len(head)
    end = low.find(tail, at) if tail.strip() else len(low) - 1
    if end < 0:
        return ""
    if asked.kin:
        return asked.kin[0] if low[at:end].startswith("my ") else ""
    name = low[at:end].strip()
    for word in each(_BEFORE_EN):
        if name.startswith(word):
            name = name[len(word) :]
    if name in each(_NOBODY_EN) or name.startswith("i "):
        return predicates.OWNER if asked.is_own else ""
    if name in ("my old", "my first", "my current", "my previous"):
        return predicates.OWNER
    name = name[:-2] if name.endswith("'s") else name
    return name if 0 < len(name) <= 24 and " " not in name else ""
