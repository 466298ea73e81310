"""
Asked claims: which claim about the owner a question is about, so that what answers it is found
though it shares no word with it: 现在住哪 asks for what was told as 搬到上海.

Rules by phrases, in both languages; a question about somebody else is none. Pure.
"""

from memory.text.folding import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# predicate: phrases of a question about it, a blank in English as `_`
_ASKED = (
    ("住在", "住哪 住在哪 住什么地方 住的地方 哪里住 在哪住 家在哪 where_do_i_live"
     " where_am_i_living where_i_live where_did_i_live my_address where_is_my_home"
     " what_city_do_i_live"),
    ("工作于", "在哪上班 在哪里上班 哪上班 在哪工作 在哪里工作 哪家公司 什么公司 在哪儿上班"
     " 在哪儿工作 where_do_i_work where_did_i_work which_company who_do_i_work_for my_employer"),
    ("职业", "做什么工作 什么职业 是做什么的 干什么工作 干哪行 what_do_i_do_for what_is_my_job"
     " what's_my_job my_profession my_occupation"),
    ("就读于", "在哪上学 在哪里上学 哪所学校 什么学校 哪个大学 哪所大学 在哪读书 where_do_i_study"
     " which_school which_university where_do_i_go_to_school"),
    ("专业", "学什么专业 什么专业 读什么专业 what_do_i_study what_is_my_major my_major"),
    ("年龄", "多大了 我多大 几岁 多少岁 how_old_am_i what_is_my_age my_age"),
    ("体重", "多重 体重多少 体重是多少 how_much_do_i_weigh my_weight what_do_i_weigh"),
    ("身高", "多高 身高多少 身高是多少 how_tall_am_i my_height"),
    ("感情状态", "结婚了吗 单身吗 有没有对象 感情状况 有对象吗 am_i_married am_i_single"
     " relationship_status"),
    ("手机", "用什么手机 什么手机 哪款手机 手机是什么 which_phone what_phone my_phone"),
    ("名字", "我叫什么 我的名字 我是谁 what_is_my_name what's_my_name my_name who_am_i"),
    ("生日", "我生日 我的生日 哪天生日 生日是哪天 when_is_my_birthday my_birthday"),
    ("来自", "老家在哪 我是哪里人 哪儿人 从哪来 where_am_i_from where_i_come_from my_hometown"),
    ("血型", "什么血型 我的血型 my_blood_type"),
)  # fmt: skip
# Of whom else a question may be.
_OTHERS = (
    "妈 爸 爷 奶 姥 叔 阿姨 姑 舅 哥 姐 弟 妹 老婆 老公 妻子 丈夫 女儿 儿子 孩子 朋友 同事 老板"
    " 他 她 mother mom mum father dad wife husband son daughter brother sister friend boss"
    " grandma grandpa uncle aunt"
)
_ROWS = [(one, [phrase.replace("_", " ") for phrase in text.split()]) for one, text in _ASKED]
_WORDS = _OTHERS.split()


def predicates_asked(question: str) -> "Iterable[str]":
    """The predicates that a question about the owner asks for, most often none or one."""
    low = fold(question)
    for word in _WORDS:
        if word in low and (word.encode()[0] > 0x7F or word in low.replace("'", " ").split()):
            return []
    return [name for name, phrases in _ROWS if [True for phrase in phrases if phrase in low]]
