"""
The words that say that something is done, in Chinese and English, for `mind.todo_words`.

Tables in the form of `memory.extract.scan`.
"""

NOT_DONE = (
    "|没|不|吗|什么|谁|怎么|如果|要是|明天|后天|下周|想|打算|别|听说|是不是|太|快要|就要|该|忘了"
    "|都忘|差点|差一点|险些|以为|马上|即将|准备|正在|假如|假装|万一|希望|好像|可能|告诉|等我|等会|梦见|"
)
SOON = "快"  # before a deed: 快订好了
THEN = "|就|再|才|之后|以后|的话|"  # behind it: 订好了再说
HEADS = (
    "|我|我已经|已经|已|刚|刚刚|刚才|好了|嗯|对了|那个|请|帮我|麻烦|你|，|,|今天|昨天|上午|下午"
    "|终于|都|也|小智|哦|呀|早就|就|"
)
OTHERS = "|他|她|它|你|我们|妈|爸|老|小|朋友|同事|天|"
TAILS = "|啦|啊|哦|呀|哈|吧|呢|，|,| |。|喽|咯|"
FINISHED = "|搞定了|搞定|完成了|完成|做完了|办好了|办完了|弄好了|弄完了|处理好了|处理完了|解决了|"
MARKS = "|了|好了|完了|过了|过|上去了|出去了|到了|回来了|掉了|上了|完|好|"
DEEDS = (
    "|交|买|付|还|取|寄|发|订|洗|打|办|修|送|缴|充|预约|约|写|做|吃|喂|倒|拿|退|收|浇|扔|签|报"
    "|关|锁|遛|填|给|换|续|带|看|读|"
)
CROSSED = (
    "|划掉|勾掉|勾上|打勾|标记完成|标记为完成|标为完成|从待办里删|从清单上划|设为完成|标成完成"
    "|划了|"
)
HEADS_EN = (
    "|i |i have |i am |please |you can |can you |could you |okay |ok |just |already |finally "
    "|so |and |have |"
)
CROSSED_EN = "|cross off |cross out |check off |tick off |mark off |strike |mark |"
FINISHED_EN = "|done with |finished |completed |took care of |taken care of |all done with |"
IS_DONE_EN = (
    "|is done |are done |is finished |is taken care of |as done |as completed |as complete "
    "|off the list |off my list |off |is complete |has been done |done |now |already |"
)
BEEN_EN = "|is |are |has been |have been |got |"
TAILS_EN = (
    "|now |already |today |this morning |just now |as done |as completed |as complete "
    "|off the list |off my list |off my todo list |from my list |from the list |yesterday |"
)
I_HAVE = (
    "|i have already |i have just |i have finally |i have |i already |i just |i finally |i "
    "|already |just |"
)
PAST_EN = (
    "|bought |paid |sent |took |did |made |wrote |got |fed |read |brought |gave |put |met |went "
    "|told |rang |ran |"
)
NO_DEED_EN = (
    "|need |wanted |liked |loved |used |tired |enjoyed |moved |hated |dreamed |married |turned "
    "|happened |planned |tried |missed |failed |laughed |cried |lived |worked |decided |noticed "
    "|hoped |wished |asked |wondered |"
)
NOT_DONE_EN = (
    "|not |never |almost |nearly |should |if |forgot |will |would |thought |wish |hope |once "
    "|until |unless |when |pretend |soon |says |said |thinks |"
)
NOTHING_EN = "|i |i am |it |that |this |you |we |everything |he |she |the day |dinner |"
# When it was done: hours from the end of that time to the last midnight, w m y the end of the
# week, month or year before this one, x some time before.
PAST = (
    "|昨天:0|昨晚:0|昨日:0|昨夜:0|昨儿:0|前天:24|前晚:24|前日:24|大前天:48|今早:-12|早上:-12|上午:-12"
    "|中午:-14|上周:w|上星期:w|上礼拜:w|上个星期:w|上个礼拜:w|上个周:w|上个月:m|上月:m|去年:y|前年:x"
    "|前几天:x|前两天:x|前些天:x|前阵子:x|前段时间:x|上次:x|上回:x"
    "|小时候:x|以前:x|之前:x|从前:x|当年:x|那年:x|那时:x|曾经:x| yesterday :0"
    "| day before yesterday :24| last night :0| this morning :-12| last week :w| last weekend :w"
    "| last month :m| last year :y| the other day :x"
    "| as a kid :x| as a child :x| when i was :x| a long time ago :x|"
)
DAY_BEHIND = "|on |in |last |this |"
# Of words that are matched with a todo: what says little, and forms that are not regular.
LITTLE = "的了把去给好要"
LITTLE_EN = "|the|a|an|my|to|for|of|some|up|and|it|i|with|go|have|has|been|"
BASES_EN = (
    "|bought>buy|paid>pay|sent>send|took>take|taken>take|did>do|made>make|wrote>write|got>get"
    "|fed>feed|brought>bring|gave>give|met>meet|went>go|told>tell|rang>ring|ran>run|done>do|"
)
