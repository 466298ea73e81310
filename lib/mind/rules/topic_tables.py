"""
The words around a topic, in Chinese and English, for `mind.opposing`.

Tables in the form of `memory.extract.scan`. STOPS part the topics of a sentence: 很爱吃|辣.
"""

STOPS_ZH = (
    "|用户|主人|我|你|您|很|非常|特别|最|超|超级|十分|挺|蛮|真|喜欢|喜爱|热爱|爱|爱上|爱好|是|吃"
    "|喝|抽|玩|看|听|做|打|去|养|学|练|不|没|没有|别|能|可以|可|会|敢|再|了|的|地|得|对|过敏"
    "|最近|现在|目前|暂时|每天|每周|天天|早上|晚上|下午|中午|周末|平时|经常|常常|常|总是|一直"
    "|从来|从不|从|讨厌|反感|厌恶|怕|害怕|受不了|开始|也|都|还|又|就|在|有|想|已经|戒|戒掉|戒了"
    "|停|停了|改|一|个|只|点|一点|过|着|吧|啊|呢|嘛|啦|和|跟|与|因为|所以|但是|但|不过|，|,|。"
    "|、|！| |医生|说|让|叫|今天|昨天|明天|觉得|因|为|给|到|医嘱|要|太|怎么|大|那么|碰|兴趣"
    "|感兴趣|感|这|那|才|只是|更|比较|被|把|后|之后|以后|前|天|几乎|基本|绝对|完全|根本|少|多|并"
    "|其实|确实|好|终于|习惯|每|任何|所有|各种|一些|些|永远|早就|早|长期|坚持|严重|敢于|偶尔"
    "|有时|放弃|能够|适合|允许|必须|应该|需要|得了|"
)
TAILS_ZH = "|的|味|食|椒|食物|东西|菜|类|制品|子|"
SINGLE_ZH = "辣酒烟肉糖茶鱼奶甜酸咸猫狗蛇面葱蒜虾蟹鸡素荤冰水饭书棋牌歌车高黑鬼虫血"
# What makes of a statement its contrary.
NEGATORS_ZH = (
    "|不再|不能再|不能|不可以|不可|不敢|不想|不太|不怎么|不大|不是很|不那么|没那么|并不|别再|别"
    "|不要|不该|不许|不准|戒掉了|戒掉|戒了|戒|停了|停止|放弃了|放弃|不|没兴趣|没有兴趣|不感兴趣"
    "|无法|没法|不会|从不|从来不|远离|告别|"
)
VERBS_ZH = (
    "|吃|喝|抽|喜欢|爱|碰|玩|看|听|打|去|养|做|跑|学|练|怕|讨厌|对|过敏|用|游|骑|写|画|唱|跳|弹"
    "|逛|沾|反感|害怕|再|吸|买|熬|爬|想|敢|能|感|是|戴|开|住|睡|"
)
AVERSE_ZH = "|讨厌|反感|厌恶|怕|害怕|受不了|过敏|恨|忌|腻了|吃腻|喝腻|烦|"
NOT_NEGATED_ZH = (
    "|不光|不仅|不但|不止|不只|不管|不得不|不错|不过|不是不|不知道|不论|差不多|不一定|不一样"
    "|不同|不少|不久|了不起|特别|分别|别人|别的|区别|要不|不好意思|对不起|"
)
CHANGED_ZH = "|不再|现在|开始|可以|能|喜欢|爱上|爱|又|好了|终于|治好|不怕|不讨厌|痊愈|不过敏|已经|"
NONE_ZH = (
    "|吗|？|?|如果|要是|假如|打算|考虑|希望|想要|想试|听说|据说|梦|昨天没|今天没|小时候|以前"
    "|曾经|差点|什么|谁|为什么|电影里|书里|歌里|"
)
EVENT_ZH = "|昨天|前天|刚才|昨晚|上周|今天|今晚|这次|那次|这家|这个|这道|那家|"
# Who does not take something at all, what it is, and how one takes it. A line break is the end.
ABSTAINING = (
    (
        "|吃素|素食|茹素|不吃肉|不吃荤|vegetarian |vegan |not eat meat |never eat meat "
        "|plant-based |",
        "|肉|荤|鱼|虾|牛排|meat |chicken |beef |pork |fish |bacon |steak |seafood |",
        "|吃| eat | eats | eating |",
    ),
    (
        "|不喝酒|不沾酒|滴酒不沾|戒酒| not drink \n| never drink \n| never drinks \n"
        "|drink alcohol |drinks alcohol |drink any alcohol |teetotal |sober |quit drinking "
        "|stopped drinking |",
        "|红酒|白酒|啤酒|葡萄酒|黄酒|鸡尾酒|威士忌|香槟|喝酒|喝点酒|wine |beer |whisky |whiskey "
        "|gin |vodka |cocktails |champagne |alcohol |",
        "|喝| drink | drinks | drinking |",
    ),
)
# Words beside which a clause says that the owner takes it, and with which one of theirs begins.
TAKES_ZH = "|又|偶尔|有时|现在|开始|每天|每周|每晚|经常|可以|恢复|"
OWN_ZH = "|我|用户|主人|你|您|最近|其实|不过|但是|吃|喝|抽" + TAKES_ZH
OWN_EN = "| i | we | user | owner |"
TAKES_EN = (
    "| again | now | occasionally | sometimes |started | every |once in a while |now and then "
    "| back to |can eat |can drink |"
)
STOPS_EN = (
    "|the user |user |the owner |owner |i |you |we |is |am |are |was |were |be |been |do |does "
    "|did |have |has |had |not |no |never |longer |can |could |will |would |may |to |for |of "
    "|in |on |at |with |a |an |the |my |his |her |your |very |really |so |and |but |because "
    "|since |love |loves |loving |like |likes |liking |enjoy |enjoys |prefer |prefers |hate "
    "|hates |dislike |dislikes |eat |eats |eating |ate |drink |drinks |drinking |drank |play "
    "|plays |playing |go |goes |going |allergic |allergy |allergies |food |foods |dishes |stuff "
    "|things |now |anymore |any |more |these |days |currently |always |every |day |morning "
    "|evening |night |week |quit |quitting |stop |stopped |stops |gave |give |up |giving "
    "|started |start |again |actually |also |too |just |for now |moment |doctor |said |says "
    "|told |me |stand |afraid |scared |fear |off |avoid |avoids |avoiding |become |became |use "
    "|used |it |that |this |today |tonight |right now |while |lately |recently |still |all "
    "|outgrew |outgrown |over |got |get |watch |watches |watching |listen |listens |listening "
    "|much |as |at all |fan |big |huge |strictly |completely |by |due |doing |finally |cured "
    "|must |should |touch |take |takes |taking |after |until |years |sick |tired |myself |"
)
NEGATORS_EN = (
    "|no longer |do not |does not |can not |never |not |stopped |stop |quit |gave up |giving up "
    "|given up |avoid |avoids |avoiding |no more |no |outgrew |outgrown |have to avoid "
    "|must not |should not |cured of |got over |gone off |cut out |swore off |"
)
AVERSE_EN = (
    "|hate |hates |dislike |dislikes |allergic |allergy |allergies |afraid |scared |sick of "
    "|tired of |can not stand |detest |detests |fear |fears |"
)
NOT_NEGATED_EN = (
    "|not only |not in |not at |not on |not from |not with |not for |not about |not have any "
    "|not out |no doubt |no problem |not just |no idea |not sure |no wonder |not my |not the |"
)
CHANGED_EN = (
    "|no longer | now |started |start | can |love |like |enjoy |again |cured |outgrew |outgrown "
    "|got over |finally |anymore |not afraid |not scared |not allergic |not hate |not mind "
    "|not dislike |"
)
NONE_EN = (
    "|?| if |did not |was not |were not |might |maybe | may |planning |want to |hope "
    "|thinking of |thinking about |used to |when i was |almost |dreamed |dreamt |have not "
    "|has not |what |"
)
EVENT_EN = "|yesterday |tonight |this restaurant |this place |this dish |last night |that dish |"
OTHERS_EN = (
    "|he |she |they |it |a friend |a colleague |a coworker |a neighbour |a neighbor |one of "
    "|somebody |neighbour |neighbor |friend |boss |colleague |roommate |people |everyone |someone "
    "|this |that |the |"
)
