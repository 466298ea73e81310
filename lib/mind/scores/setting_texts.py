"""
What each setting of settings.py does, in Chinese and English: one line a setting, its name before
the tab. One string takes a third of the RAM of a dict.
"""

_ZH = """
notebook_max	记事本最多多少条；只有其中的记忆会被主动提起
core_max	其中最多多少条核心记忆，核心记忆永不淘汰
weight_p	权重里“长期性”占的份额
weight_j	权重里“判断价值”占的份额
weight_e	权重里“情绪”占的份额
weight_i	权重里“信息量”占的份额
weight_floor	再久不用，权重也至少留下百分之几
weight_days	权重随时间下降的快慢：没用过的记忆降到三分之一所需的天数
untold_importance	没人说过重要程度时，按这个分数算
p_lasting	规则、性格、偏好、家人的长期性
p_person	其他人物的长期性
p_plain	事实、技能、目标、习惯的长期性
p_passing	事件、时刻、教训的长期性
first_confidence	刚听到的事有多可信
rank_relevance	排序里“与问题相关”占的份额
rank_recency	排序里“最近”占的份额
rank_weight	排序里“权重”占的份额
rank_access	排序里“常用”占的份额
recency_rate	“最近”每天衰减的快慢，以千分之一计
access_full	用过多少次算满分：次数加一的自然对数，以十分之一计
favour	当前人格偏爱的种类，分数乘以百分之几
offer	主动提起的方式：list 列表，ago “几天前”，none 不主动提
candidates	每次最多考虑多少条记忆
offer_ago_max	“几天前”方式一次最多给几条
offer_list_max	列表方式一次最多给几条
offer_list_chars	列表方式一次最多给多少字
offer_min	一次至少给几条，即使不太相关
offer_threshold	相关度低于百分之几就不主动提
recent_turns	找记忆时参考最近几轮对话
recent_days	找记忆时总会看最近几天的
transient_days	“临时”的记忆留几天
short_days	“短期”的记忆留几天
long_days	“长期”的记忆留几天
session_hours	只与本次对话有关的，对话结束后留几小时
lesson_days	教训留几天
task_hours	只与某个任务有关的规则留几小时
decay_lesson	教训每天淡忘千分之几
decay_event	事件每天淡忘千分之几
decay_fact	事实每天淡忘千分之几
fade_demote	淡到这个分数以下，就只再留一小段时间
fade_trash	淡到这个分数以下又很少用，就放进回收站
fade_uses	用过这么多次就不算很少用
demoted_hours	淡下来的记忆再留几小时
unused_days	多少天没用过才算没用
unused_importance	没用过的记忆，低于这个重要程度才放进回收站
attachment_days	附件最后一次说起后保留多少天；0 为一直保留
trash_days	回收站里的记忆可以恢复几天
after_trash	之后怎样：archive 留在档案里，delete 抹掉
guard_share	一夜要清走的超过百分之几就停下来说明，除非条数很少
guard_count	一夜清走这么多条以内不必停
context_budget	提示词里的记忆一共最多多少词元
token_chars	一个词元算几个字符，以十分之一计
section_identity	“我是谁”一节的预算
section_persona	“人格”一节的预算
section_runtime	“现在的情况”一节的预算
section_rules	“本次对话的规则”一节的预算
section_how	“记忆怎么用”一节的预算
section_scratchpad	“草稿本”一节的预算
section_core	“核心记忆”一节的预算
section_dynamic	“与话题有关的记忆”一节的预算
section_owner	“主人”一节的预算
talk_chars	和模型的一次谈话最多带上多少字，超过就压缩最早的一半
tool_chars	一次工具结果最多给模型看多少字
tool_rounds	一次回答里最多用几轮工具
"""

_EN = """
notebook_max	the most memories in the notebook; only these are offered unasked
core_max	the most core memories among them, which never have to leave
weight_p	the share of persistence in a memory's weight
weight_j	the share of judgement in a memory's weight
weight_e	the share of emotion in a memory's weight
weight_i	the share of information in a memory's weight
weight_floor	percent of its weight that a memory keeps however long it is not used
weight_days	how slowly weight sinks: days until a third is left of what can sink, if never used
untold_importance	the importance of what nobody has told one for
p_lasting	how lasting rules, traits, preferences and family are
p_person	how lasting other people are
p_plain	how lasting facts, skills, goals and habits are
p_passing	how lasting events, moments and lessons are
first_confidence	how sure a thing is that was heard once
rank_relevance	the share of relevance to the question in the order
rank_recency	the share of recency in the order
rank_weight	the share of weight in the order
rank_access	the share of frequent use in the order
recency_rate	how fast recency sinks a day, in thousandths
access_full	the natural logarithm of the uses plus one that counts in full, in tenths
favour	percent that the rank of kinds is taken times which the persona favours
offer	how memories are offered unasked: list, ago (n days ago), or none
candidates	the most memories that are looked at for an offer
offer_ago_max	the most memories in an offer of style ago
offer_list_max	the most memories in an offer of style list
offer_list_chars	the most characters in an offer of style list
offer_min	the fewest memories in an offer, fitting or not
offer_threshold	percent of relevance below which nothing is offered unasked
recent_turns	how many of the latest turns a search looks at
recent_days	days whose memories are looked at with any question
transient_days	days that a transient memory lives
short_days	days that a short memory lives
long_days	days that a long memory lives
session_hours	hours that what belongs to one talk lives after its end
lesson_days	days that a lesson lives
task_hours	hours that a rule about one task lives
decay_lesson	how much of a lesson fades a day, in thousandths
decay_event	how much of an event fades a day, in thousandths
decay_fact	how much of a fact fades a day, in thousandths
fade_demote	what has faded below this lives only a little longer
fade_trash	what has faded below this and is hardly used goes to the trash
fade_uses	so many uses are no longer hardly any
demoted_hours	hours that a faded memory lives on
unused_days	days without a use after which a memory counts as unused
unused_importance	the importance below which an unused memory goes to the trash
attachment_days	days that an attachment is kept after it was told of last; 0 for ever
trash_days	days that what is in the trash can be restored
after_trash	what comes after the trash: archive keeps it there, delete erases it
guard_share	percent that a night may remove before it stops and says so, if more than a few
guard_count	so many a night may always remove
context_budget	the most tokens of a context in all
token_chars	the characters of a token, in tenths
section_identity	the budget of the section on who the companion is
section_persona	the budget of the section on its persona
section_runtime	the budget of the section on what is now
section_rules	the budget of the section with the rules of this talk
section_how	the budget of the section on how memory works
section_scratchpad	the budget of the scratchpad
section_core	the budget of the core memories
section_dynamic	the budget of the memories that fit the question
section_owner	the budget of the section on the owner
talk_chars	the most characters of a talk that a model is given; then its oldest half is shortened
tool_chars	the most characters of a tool's result that a model may read
tool_rounds	how often tools may run for one answer
"""


def sentence(name: str, language: str) -> str:
    """What a setting does, in `zh` or `en`. Raises ValueError for a name that has none."""
    texts = _EN if language == "en" else _ZH
    at = texts.find("\n" + name + "\t")
    if at < 0:
        raise ValueError("no setting %s" % name)
    begin = at + len(name) + 2
    return texts[begin : texts.find("\n", begin)]
