"""
Asked tables: the words by which `asked` reads what is said, in Chinese and English.

Tables as in `memory.extract.scan`; those of English have a blank before and after each word.
"""

# -- who speaks of whom, and what is no question about the owner ----------------------------------

# What stands around a question and says nothing.
OPENINGS_ZH = (
    "|医生问我|大夫问我|护士问我|别人问我|人家问我|你能不能告诉我|帮我回忆一下|能不能告诉我"
    "|你还记不记得|我告诉过你|告诉我一下|我跟你说过"
    "|我和你说过|我想问一下|你记不记得|你能告诉我|帮我查一下|你知不知道|跟你说过|我想知道"
    "|我记不清|问你一下|告诉过你|帮我想想|帮我看看|给我讲讲|能告诉我|我不记得|你还记得"
    "|给我说说|我想问问|跟我讲讲|跟我说说|想问问|我想问|我忘了|你知道|你记得|还记得|问一下"
    "|告诉我|我问你|谢谢|哎呀|那个|对了|话说|请问|问你|拜托|想问|麻烦|喂|嗨|诶|哎|"
).encode()
OPENINGS_EN = (
    b"| can you remind me | could you tell me | i can't remember | i don't remember "
    b"| can you tell me | remind me where | remind me which | have i told you "
    b"| do you remember | remind me what | did i tell you | remind me when "
    b"| do you recall | remind me who | remind me again | do you know | by the way | i told you "
    b"| i forgot | i forget | tell me | please | again | well | okay | hey | so | um | ok | hi |"
)
# Who asks for something to be done.
ORDERS_ZH = (
    "|帮我|给我|替我|陪我|教我|叫我|让我|提醒|放首|放一|放点|放个|播放|播|来首|来一|来点|来个"
    "|讲个|讲一|讲讲|唱|念|读一|翻译|打开|关掉|关上|关了|关灯|开灯|开一下|关一下|把|设|定个"
    "|定一|取消|暂停|停|继续|换一|调|声音|音量|大声|小声|说慢|说快|写|算|查一下|查查|搜|推荐"
    "|猜|记住|记一|别|不要|等一下|等等|闭嘴|安静|再见|晚安|早安|早上好|下午好|晚上好|中午好"
    "|你好|您好|谢|嗯|好的|好吧|好呀|行|算了|哈|没事|对不起|不客气|那你|那后来|然后呢|"
).encode()
ORDERS_EN = (
    b"| play | set | turn | add | remind | translate | flip | sing | stop | call | send | open "
    b"| close | show | give | make | start | pause | skip | repeat | cancel | wake | let | let's "
    b"| count | spell | search | read | write | put | buy | order | book | roll | guess | never "
    b"| thanks | thank | hello | good | bye | goodbye | sorry | night | morning | cool | great "
    b"| nice | wow | haha | don't | go | come | shut | be | just | tell |"
)
ABOUT = "|tell me about |talk about |讲讲|说说|".encode()
WAKES_ZH = "|叫我|喊我|叫醒我|提醒我|".encode()
TO_ME_ZH = "|给我|帮我|替我|陪我|教我|叫我|让我|跟我|对我说|提醒我|".encode()
OWN_ZH = "|我|咱|俺|".encode()
OWN_EN = b"| i | my | me | mine | we | our | us | i'm | i've | we're | i'd |"
YOU_ZH = "|你|您|".encode()
# Who asks what the companion calls them asks for what they told it.
CALLS = "|叫我|称呼我|喊我| call me |".encode()
YOU_EN = b"| you | your | yours | you're |"
THIRD_ZH = "|他|她|它|".encode()
THIRD_EN = b"| he | she | it | him | her | his | they | them | their | its |"

# What somebody does, asked of a relative, and what tells of it.
TRADES = (
    "|卖|摆摊|种地|种菜|务农|养猪|养鱼|养鸡|开店|开了|开着|经营|跑车|跑运输|跑船|看门|看仓库|修车"
    "|修手机|做生意|做买卖|打零工|打工|开出租|开货车|开公交|掌勺|带孙|带娃|扫街|保洁|教书|教数"
    "|教语|教英|当老|当护|当会|当保"
    "| runs | owns | keeps | sells | drives | teaches | works | farms | repairs | fixes | builds "
    "| bakes | cooks | nurses | manages | raises | grows | writes for | plays for | retired "
    "| minds the |"
).encode()
# Who is that, and not who does something.
WHO_IS = "|是谁|谁是|是哪位| who is | who's |".encode()
# Asked where somebody is from, and what says it.
FROM = "|老家|娘家|哪里人|哪儿人|出身|是哪里的|哪里产| from | hometown |".encode()
ORIGINS = (
    "|来自|老家|娘家|家在|出生|长大|家乡|籍贯| from |hometown|grew up|born|raised|native|"
).encode()
TO_WHOM = "|给|托|跟|和|让| to | by | care |".encode()
WHAT_IS = (" what is ", " what are ")  # and a word
# What is asked of all of a kind: are mushrooms a vegetable, how long do rabbits live.
WORLD = (
    "|是什么东西|是什么意思|是啥东西"
    "|有多长|有多高|有多深|有多远|有多宽|有哪些|能活|寿命|有几种|多少种|几个流派|哪家好|好吃吗"
    "|难吗|好学吗|贵吗|有没有后遗症|会不会传染|的区别"
    "|有毒吗|是什么做的| difference | a | an | do rabbits | usually | the world | invented "
    "| most people |"
).encode()
# What makes a sentence a question.
ASKS_ZH = (
    "|什么|啥|哪|谁|几|多少|多大|多久|多高|多长|多重|怎么|怎样|如何|为何|为啥|是不是|有没有"
    "|能不能|会不会|要不要|还是|吗|呢|来着|没有|干嘛|咋|"
).encode()
ASKS_EN = (
    b"| what | when | where | who | whom | whose | which | why | how | is | are | was | were | am "
    b"| do | does | did | can | could | should | have | has | what's | shall | would | isn't "
    b"| aren't | doesn't | didn't | haven't | hasn't | wasn't | whats | wheres | whos | any "
    b"| anything | anyone | anybody | where's | who's | when's | how's | will |"
)
EVER = "|过吗|过哪|过什么|过没| have i ever | did i ever |".encode()
EATEN = "|吃的什么|吃了什么|喝的什么|喝了什么|".encode()
MEAL = (
    "|吃的什么|吃了什么|喝的什么|喝了什么|今天|今早|今晚|中午|早上|晚上|下午|刚才|早饭|午饭"
    "|晚饭|早餐|午餐"
    "|晚餐|我们|我|来着|到底|呀| |"
).encode()
TODAY = "|今天|今早|今晚| today | this morning | tonight |".encode()
DONE_TODAY = "|了什么|的什么|怎么样|得怎样| did |".encode()
CLOCK = "|几点| what time |".encode()
DEEDS = b"| where did | what did | when did | how did | who did | why did |"
HOW_TO = b"|how do i |how can i |how to |"
HOW_DO = ("how do i ", "how can i ")  # and a verb
MEANT = "|要|目标|打算|计划| goal | plan | aim | want |".encode()
# Questions about the world rather than about somebody: how it is done, and why.
HOW_ZH = (
    "|怎么办|怎么弄|怎么做|怎么炒|怎么煮|怎么发|怎么用|怎么补|怎么开|怎么去|怎么写|怎么养"
    "|为什么|为啥|如何|是什么意思|发明|创办|哪个好|哪个更|好不好|"
).encode()
HOW_EN = (
    b"| why | how do you | how does | how to | how do i | how can i | who wrote "
    b"| who invented | who discovered | what does it mean | what is a | what is an "
    b"| what's a | what's the best | what is the best | what should |"
)

# -- what an answer must have ---------------------------------------------------------------------

# Letters: d a day or time, b a birthday, n a number, a an age, l how long, c a colour,
# N a name, s a surname, w somebody, # digits of a number, . any answer
TYPES = (
    "|什么时候=d|啥时候=d|哪天=d|哪几天=d|几号=d|哪年=d|几月=d|几点=d|何时=d|星期几=d|周几=d"
    "|生日=b|多少=n|几个=n|几只=n|几次=n|几岁=a|多大=a|岁数=a|年纪=a|几楼=n|几层=n|几条=n|几杯=n"
    "|多久=l|多长时间=l|多高=n|多重=n|叫什么=N|叫啥=N|名字=N|姓什么=N|姓啥=N|小名=N|谁=w|电话=#"
    "|号码=#|手机号=#|身份证=#|卡号=#|学号=#|车牌=#|颜色=c"
    "| colour =c| color =c| when =d| what time =d| what day =d| which day =d| which days =d"
    "| what year is =n| what days =d| what date =d| birthday =b"
    "| which night =d| what night =d| which evening =d| which morning =d| which month =d"
    "| what month =d"
    "| how many =n| how much =n| how old =a| how tall =n| how long is a =l| how long is the =l"
    "| how long have =l| how long did =l"
    "| how long has =l| how long do =l| how long does =l| how long will =l| how long was =l"
    "| are we paying =n| am i paying =n| do i pay a =n| do we pay a =n| did i pay =n"
    "| did we pay =n| what do i pay =n| what do we pay =n| how often =."
    "| called =N| name =N| names =N| surname =s| phone number =#| number =n"
    "| who =w| who's =w| whose =w|"
).encode()
AGES = "|岁|属|出生|生于|born|years old| age |year-old|".encode()
NO_DIGITS = (
    "|第一|一个|一台|一只|一家|一次|一起|一直|一样|一般|一些|一下|一点|一部|一辆|一名|一位"
    "|一份|一种|万一|十分|百货|一本|"
).encode()
# Irregular forms: what a memory says and what is asked.
BASES = (
    b"|stop=quit|quit=stop|met=meet|went=go|bought=buy|taught=teach|drove=drive|ate=eat|wore=wear|flew=fly"
    b"|wrote=write|won=win|lost=lose|sold=sell|found=find|broke=break|told=tell|gave=give"
    b"|kept=keep|left=leav|came=come|began=begin|spent=spend|caught=catch|made=make"
    b"|saw=see|sang=sing|rode=ride|hurt=hurt|fell=fall|built=build|drawn=draw|drew=draw"
    b"|swam=swim|ran=run|paid=pay|burnt=burn|cri=cry|fli=fly|flight=fly|brought=bring"
    b"|thought=think|chose=choos|forgot=forget|grew=grow|hid=hide|drank=drink|"
)
RULES = "|规矩|规则|提醒|别|不要|打扰| rule | rules | remind | never | always | don't |".encode()
FAVORITE = b"| favourite | favorite |"
TASTE = (
    b"| favourite | favorite | fave | like | likes | liked | love | loves | loved | prefer "
    b"| prefers | enjoy | enjoys | enjoying | best | fan | go-to | obsessed | adore | adores "
    b"| crazy | always | usual | into | huge | big | hooked | rereads | top |"
)
YOUNG = (
    "|小时候|年轻|长大|小学|中学|高中|大学|童年|高一|高二|高三|初一|初二|初三|grew up|child|school"
    "|young|"
).encode()
ASKS_YOUNG = (
    "|小时候|年轻|童年|小学|初中|高中| as a child | as a kid | grow up | young | in school |"
).encode()
# Asked for by what it is, and so said by what stands for it: 什么花, which curry.
WHICH_ZH = "|什么|哪种|哪款|哪本|哪道|哪所|哪家|哪个|哪只|哪部|哪首|哪门|哪条|".encode()
WHICH_EN = b"| what | which | what's |"
WHAT_ZH = "|什么|哪|啥|".encode()
# Families that the table of words knows more members of.
CLASSES = (
    "|工作|宠物|猫|狗|汽车|车|药|乐器|手机|职业|job|pet|pets|cat|dog|car|medicine|medication|pill"
    "|pills|instrument|phone|profession|occupation|语言|language|"
).encode()
# What is asked of a thing, and no kind of thing: a memory has to speak of it.
ATTRIBUTES = (
    "|牌子|颜色|型号|尺码|尺寸|价格|价钱|密码|病房|规矩|味道|口味|原因|color|colour|size|dose|seat"
    "|price|brand|make|model|password|code|job|number|mark|score|"
).encode()
DAYS_ZH = "|月|号|日|年|点|周|星期|早上|晚上|上午|下午|每天|天|春节|国庆|节|".encode()
# A day of a month, asked when something is due.
ORDINALS_EN = (
    b"|0th|1st|2nd|3rd|1th|2th|3th|4th|5th|6th|7th|8th|9th|the first|-first|first of|the second"
    b"|-second|second of|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth"
    b"|teenth|tieth|"
)
DAYS_EN = (
    b"|january|february|march|april|may |june|july|august|september|october|november|december"
    b"|monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|evening|night|o'clock"
    b"|every day|weekend| of the month|noon|christmas|halloween| half past| at half | am | pm "
    b"| quarter past| quarter to | midnight | at 1| at 2| at 3| at 4| at 5| at 6| at 7| at 8| at 9"
    b"| at two| at three| at four| at five| at six| at seven| at eight| at nine| at ten"
    b"| at eleven| at twelve|new year|easter|thanksgiving|diwali|boxing day" + ORDINALS_EN
)
# Asked what is paid every month, and what says it besides digits: no floor.
PRICED = "|房租|月租|租金|工资|月薪|多少钱|价格|价钱| rent | cost | price | how much is |".encode()
PRICES = (
    "|百|千|万|块|元|毛|美金|免费|不要钱|$|£|€| free | quid | pence | cents | hundred | thousand "
    "| grand | dollars | pounds | euros | bucks |"
).encode()
DIGITS_ZH = "|一|二|两|三|四|五|六|七|八|九|十|百|千|万|半|".encode()
DIGITS_EN = (
    b"| one | two | three | four | five | six | seven | eight | nine | ten | twelve "
    b"| thousand | hundred | dozen |"
)
SURNAMES = b"|surname|last name|family name|"
LONG = (
    "|小时|分钟|年|天|个月|周| hour|-hour|minute| day|-day| week|-week|month| year|-year|".encode()
)
NAMES = "|叫|名|姓|named|called|name|是用户的|".encode()

# -- words that carry nothing ---------------------------------------------------------------------

# Blanked wherever they stand; the longer ones come first.
EMPTY_ZH = (
    "|放学后|外头|平常|我怎么说|那两只|那两个|那三只|两只|是哪天|是哪年|年轻的时候|叫什么名字"
    "|什么名字|什么规矩|什么时候|多长时间|可不可以|什么东西|什么地方"
    "|上一任|上一部|上一个|前一份|怎么样|怎么办|哪几天|怎么弄|那时候|那会儿|的时候|上一家"
    "|上一份|小时候|年轻时|是不是|是什么|要不要|为什么|姓什么|啥时候|什么样|叫什么|会不会"
    "|这个月|能不能|有没有|上个月|干什么|下个月|觉得|感觉|规则|计划|知道|一下|记得|目标|打算"
    "|下周|周末|早上|晚上|上午|上周|明年|前年|这周|爱好|的事|地方|喜欢|最爱|下午|事情|中午"
    "|时候|东西|有关|没有|里面|关于|名字|经常|总是|还有|起来|的话|老是|告诉|总共|方面|公斤"
    "|那盆|那棵|那趟|那次|那张|那幅|那件|那架|那间|那顶|后来|最后|最终"
    "|规矩|不是|情况|一共|就是|都是|一点|那些|那匹|那辆|那只|那条|那部|那本|那家|那套|那双"
    "|这个|我们|这些|一句|一个|有点|那个|一台|那台"
    "|是哪|星期几|周几|究竟|到底|咱们|其实|好像|咱家|我家|用户|你们|自己|哪国|几点|几号|几个|去年"
    "|哪出"
    "|哪只|哪所|哪年|多长|多高|怎么|怎样|几岁|多久|几月|多少|多大|为啥|干嘛|干啥|哪里|哪道"
    "|什么|叫啥|姓啥|是谁|哪位|哪种|哪些|哪本|哪儿|哪天|哪个|哪家|哪款|上次|下次|最近|平时"
    "|一般|当时|原先|原本|当年|如何|昨天|前天|后天|今年|通常|明天|一直|已经|今天|需要|还是"
    "|或者|现在|目前|能够|来着|应该|可以|原来|曾经|之前|如今|从前|过去|以前|当前|钱|哪|啥|谁|"
).encode()
# Blanked at the ends of what is left, single ones.
ENDS_ZH = (
    "|该|我|你|您|他|她|它|的|了|吗|呢|吧|啊|呀|哦|嘛|啦|着|过|是|在|有|和|跟|与|就|都|也|还|又"
    "|再|很|太|会|能|要|想|用|把|被|给|对|从|到|去|来|说|个|只|条|台|部|那|这|些|里|上|下|最"
    "|爱|好|不|没|得|地|之|多|几|号|叫|姓|做|干|放|前|后|所|位|于|谈|"
).encode()
# But these stay whole.
WHOLE_ZH = (
    "|上海|会计|会员|会议|被子|台灯|台风|部队|部门|地铁|地图|地毯|地板|地瓜|多肉|后备箱|后视镜"
    "|后院"
    "|还款|再婚|太太|太阳|太极|得奖|干洗|干果|爱人|里程|把手|"
).encode()
# Always blanked, also within.
INNER_ZH = (
    "|的|了|我|你|又|吗|呢|，|。|、|；|：|？|！|《|》|“|”|在|是|和|跟| |,|.|?|!|:|;|".encode()
)
EMPTY_EN = (
    b"| use | spend | spending | pay | pays | used | ever | old | new | current | currently | now "
    b"| still | before | after | previous | previously | earlier | like | want | get | got | go "
    b"| going | having | take | make | thing | things | something | anything | someone | anyone "
    b"| any | kind | sort | type | called | name | names | named | time | day | days | today "
    b"| tomorrow | yesterday | tonight | these | year | week | month | this | last | next | best "
    b"| better | good | bad | many | much | often | long | okay | really | moment | one | lot "
    b"| bit | little | know | tell | say | said | think | remember | happen | happened | wrong "
    b"| matter | put | keep | kept | there | back | away | down | up | please | way | about | us "
    b"| own | let | give | gave | see | look | need | try | tried | im | lets | am | call "
    b"| favourite | favorite | regular | which | while | until | since | ago | already | again "
    b"| mine | yet | been | being | costing | cost | paying | were | nowadays | lately | recently "
    b"| presently | if | because | around | whats | wheres | plan | person | number | most | more "
    b"| less | few | every | always | never | usually | rule | rules |"
)

NO_CHOICE = "|是不|能不|会不|要不|可不|好不|有没|用不|行不|对不|得不|".encode()
# What is not the question: it is asked for now anyway.
TIMES_ZH = "|现在|目前|如今|最近|平时|眼下|这阵子|".encode()
AT_TIMES_ZH = "|周|早|晚|天|节|假|年|点|前|后|午|为|时候|喜欢|爱|想|一般|".encode()
NO_HOW_ZH = (
    "|怎么样|怎么了|怎么死|怎么走的|怎么走了|怎么没的|怎么没了|怎么去世|怎么过世|怎么离世|怎么不在"
    "|怎么不见|怎么丢的|怎么丢了|怎么坏的|怎么坏了|怎么摔的|怎么摔了|怎么碎的|怎么碎了|怎么断的"
    "|怎么断了|怎么裂的|怎么裂了|怎么伤的|怎么伤了|怎么受伤|怎么撞的|怎么撞了|怎么烧的|怎么烫的"
    "|怎么扭的|怎么病的|怎么病了|怎么飞走|怎么跑的|怎么跑了|"
).encode()
# What one does with nearly anything.
LIGHT = "|养|开|吃|喝|用|穿|戴|做|买|玩|打|坐|骑|看|听|读|上|play|wear|own|drive|eat|".encode()
# What is liked and what is not: by the kind of a memory as well as by its words.
LIKED = (
    "|喜欢|最爱|爱听|爱看|爱吃|爱喝|爱好|爱做|爱干|爱玩| like | likes | love | loves | favourite "
    "| favorite | prefer |"
).encode()
# What is done before or after a thing is not of it.
WHILE = (
    "| after school| before school| after work| before work| after class| before class"
    "| at work| before college| after college| before retiring|退休前|毕业前|结婚前|离婚前|下岗前"
    "|辞职前|出国前| on the way to work| on my way to work"
    "| on the way to school|搬家后|搬家前|搬家以后|去公司|到公司|去单位|到单位|公司楼下"
    "|公司附近|公司食堂|公司健身房|"
).encode()
# Asked how one gets there, it is.
GOES = "|怎么|搬家|上下班|通勤|去公司|下班| commute | after | before |".encode()
# What was before is not the newest of several.
NOT_LAST = "|上一|前一|前任|之前| before | previous | last one | old |".encode()
# Who says so, and is no trade of the owner's.
DOCTORS = "|医生劝|医生说|医生让|医生叫|医生建议|大夫说|大夫让|大夫劝|".encode()
# Of two characters that say what is done: 跳舞, 跳了支舞.
VERBS = (
    "|跳|唱|打|弹|拉|吹|喝|抽|吃|开|骑|养|读|写|画|看|听|学|教|上|戴|穿|睡|洗|做|跑|踢|练|烫|剪|染"
    "|下|装|钓|爬|种|攒|还|"
).encode()
DISLIKED = (
    "|不喜欢|讨厌|不吃|不爱|受不了|不喝| don't like | dislike | hate | hates "
    "| can't stand | avoid |"
).encode()
AIMS = "|目标|打算|计划|要考|想学会|今年要| goal | plan | aim | want to | trying to |".encode()

# -- then and now ---------------------------------------------------------------------------------

ASKED_PAST_EN = (
    b"| use to | used to | was my old | previous | formerly | back then | was my first "
    b"| school did i | college did i | university did i | did i grow up | did i study |"
)
WAS_I = (" what was my ", " who was my ", " what was i ", " where was i ", " who was i ")
# Where one is every day, and what one does: no time that is over.
NO_WHILE = "|家|公司|单位|学校|外面|路上|车上|床上|不|什么|班|工作|这|那|".encode()
AHEAD = "| am i | are we | will | is there |打算|要去|会去|我要|去哪玩|去哪旅|有什么安排|".encode()
WISHED = "|想养|想买|想换|想学|想去|想租| wants to | would like to | thinking of |".encode()
# Asked when it is.
AT_ITS_TIME = (
    "|开始|结束|举行|到期|截止|扣款|扣费|扣钱|续费|还款|到账|start|starts|begin|begins|end|ends"
    "|finish|due|held|come|comes|paid|charged|billed|".encode()
)
EVENTS = b"|show|concert|gig|game|match|trip|flight|visit|"  # the Mitski show
# Asked where it is.
WHERE = "|停哪|在哪|放哪|哪里|哪儿|去哪|藏哪|搁哪| where | where's |".encode()
PLACED = (
    "|藏|放|收|搁|摆|塞|挂|存|停|贴|hide|hidden|hid|store|stored|stash|stashed|leave|left|parked"
    "|live|lives|located|"
).encode()
# What is counted by them stands behind.
MEASURES = "口颗张双本家件路间口门位棵瓶片粒针遍趟套处根把盘碗盒袋支枝只条辆台部杯"
# Asked for more than one thing.
SEVERAL = "|什么宠物|哪些宠物| what pets | which pets | what animals |".encode()
# What around a question is no mere occasion for it.
AROUND = (
    "|小时候|大学|高中|初中|小学|毕业|那会儿|那时|那年|当年|年前|去年|前年|上一|以前|之前|从前"
    "|如果|要是"
    "|说| said | says | if | ago | back in | when | used to | before | college | school | last "
    "| in 19| in 20|"
).encode()
# Asked before what something was so.
WAS_EN = b"| did | was | were | used to | where'd | what'd | who'd | how'd | which did |"
DID_EN = b"| did i | was i | were we | did we | was my | were my | did my | was the |"
# What a change begins with, until which something was so.
TURNING = (
    "|换|搬|学|养|来|去|生|结婚|退休|毕业|离|买|卖|辞|上学|当|开|戒|减|停|分手|恋爱|谈|认识"
    "|住进|怀"
    "|有了|装|做|转|调|跳槽|创业|出国|回国|动手术|手术|受伤|生病|涨价|改|开始|领|收养|拆迁|再婚|"
).encode()
NO_BEFORE_ZH = "点号天周月年日一二三四五六饭睡"
# What says that something has changed: of two memories that answer alike the older one is over.
CHANGES = (
    "|不去|取消|退票|泡汤|加到|减到|升到|调到|调成|不干了|拉黑|改|换|迁|不当|不做|不干|开了"
    "|回老家|搬出|变成|变为|涨到|降到|涨价|接回|住进|去世|卖|放弃"
    "|喝上|离婚|订婚|毕业|辍学|痊愈|治好|搬|转岗|转行|转到|调到|调去|不再|停了|停掉|戒|跳槽|回国"
    "|离开|辞|卸载|卖了|卖掉"
    "|新房东|新的|升|结婚|退休|在一起|分手|现在|入职|开始| now |cancel| traded the "
    "|scrapped| off the |up to "
    "|down to |moved|relocated|settled|gave up"
    "|sold|dropped|died|passed away|broke up|separated|divorced|engaged|changed|renamed|promoted"
    "|switched|no longer| quit |stopped|got a |again|new |married|relationship|instead"
    "|retired|joined|bought|these days|"
).encode()
# What there is only one of at a time, so that of two the later is so: 班主任, my math teacher.
ONE = (
    "|年级|班主任|老师|老板|领导|上司|经理|室友|同桌|教练|私教|导师|房东|房租|月租|租金|工资"
    "|月薪|薪水|工位|座位|邮箱"
    "|最好的朋友|闺蜜|最喜欢|最爱|职位|职务|什么班|哪个班|几楼|鞋码|密码|网络|主治|家庭医生|度数"
    "|尺码|号码|套餐|阿姨|开什么车|开的什么车|怎么上班|怎么去上班|上下班"
    "|grade|teacher|boss|manager|supervisor|landlord|roommate|housemate|flatmate|favorite"
    "|favourite"
    "|best friend| gp |my doctor| eye doctor|dentist|therapist|trainer|coach| rent|salary|wifi"
    "|wi-fi|email"
    "|password|job title|position| desk|locker| seat| shift|commute|get to work|get to school"
    "| team | i drive |"
).encode()
# Whether something has been done, which what was meant to be done does not say.
ASKS_DONE = (
    "|过没|了没|了吗|过吗|成功了|通过了| did i | have i | did we | have we | did my | has my |"
).encode()
HOUSE = "|家里|我家| we | our |".encode()
PARTNERS = (
    "|女朋友|男朋友|老婆|老公|对象|妻子|丈夫|女友|男友|媳妇|爱人|老伴|girlfriend|boyfriend|wife"
    "|husband|partner|fiance|fiancee|"
).encode()
# Whom a memory is about that begins with them, or that has them in English.
OTHERS = "|医生|大夫|护士|老师|教练|房东|".encode()
OTHERS_EN = b"|the doctor|the nurse|the teacher|the manager|her boss|his boss|teacher meeting|"
COLOURS = (
    "|色|红|橙|黄|绿|青|蓝|紫|粉|黑|白|灰|银|棕| red| orange| yellow| green| blue| purple| pink"
    "| black| white| gr| silver| brown| blond|"
).encode()
# What tells things of a class apart: a memory of one seldom says the word.
APART = "|牌子|品牌|型号|颜色|brand|make|model|color|colour|".encode()
# How one gets to work says nothing of the work.
COMMUTES = (
    "|骑|地铁|公交|打车|通勤|步行|班车|走路| bus | subway |commut| cycles | train | bike | walks |"
).encode()
# For whom it is the work.
DRIVERS = "|开公交|开地铁|公交公司|地铁公司|司机|drives a | driver|".encode()
# Asked whether something is still so, what has changed answers though it says less.
STILL = "|还在|还有|还是| still |".encode()
HAS = "|有| have | has | got |".encode()
