"""
Asked tables: the words by which `asked` reads what is said, in Chinese and English.

Tables as in `memory.extract.scan`; those of English have a blank before and after each word.
"""

# -- who speaks of whom, and what is no question about the owner ----------------------------------

# What stands around a question and says nothing.
OPENINGS_ZH = (
    "|你能不能告诉我|帮我回忆一下|能不能告诉我|你还记不记得|我告诉过你|告诉我一下|我跟你说过"
    "|我和你说过|我想问一下|你记不记得|你能告诉我|帮我查一下|你知不知道|跟你说过|我想知道"
    "|我记不清|问你一下|告诉过你|帮我想想|帮我看看|给我讲讲|能告诉我|我不记得|你还记得"
    "|给我说说|我想问问|跟我讲讲|跟我说说|想问问|我想问|我忘了|你知道|你记得|还记得|问一下"
    "|告诉我|我问你|谢谢|哎呀|那个|对了|话说|请问|问你|拜托|想问|麻烦|喂|嗨|诶|哎|"
).encode()
OPENINGS_EN = (
    b"| can you remind me | could you tell me | i can't remember | i don't remember "
    b"| can you tell me | remind me where | remind me which | have i told you "
    b"| do you remember | remind me what | did i tell you | remind me when "
    b"| do you recall | remind me who | do you know | by the way | i told you | i forgot "
    b"| i forget | tell me | please | again | well | okay | hey | so | um | ok | hi |"
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
    b"| play | set | turn | add | remind | translate | flip | sing | stop | call | send "
    b"| open | close | show | give | make | start | pause | skip | repeat | cancel | wake "
    b"| let | let's | count | spell | search | read | write | put | buy | order | book "
    b"| roll | guess | never | thanks | thank | hello | good | bye | goodbye | sorry "
    b"| cool | great | nice | wow | haha | don't | go | come | shut | be | just | tell |"
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

# What makes a sentence a question.
ASKS_ZH = (
    "|什么|啥|哪|谁|几|多少|多大|多久|多高|多长|多重|怎么|怎样|如何|为何|为啥|是不是|有没有"
    "|能不能|会不会|要不要|还是|吗|呢|来着|没有|干嘛|咋|"
).encode()
ASKS_EN = (
    b"| what | when | where | who | whom | whose | which | why | how | is | are | was "
    b"| were | am | do | does | did | can | could | should | have | has | what's "
    b"| where's | who's | when's | how's | will |"
)
HOW_TO = b"|how do i |how can i |how to |"
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
    "|多久=l"
    "|多长时间=l|多高=n|多重=n|叫什么=N|叫啥=N|名字=N|姓什么=N|姓啥=N|小名=N|谁=w|电话=#"
    "|号码=#|手机号=#|身份证=#|卡号=#|学号=#|车牌=#|颜色=c"
    "| colour =c| color =c| when =d| what time =d| what day =d| which day =d| which days =d"
    "| what days =d| what date =d"
    "| birthday =b"
    "| how many =n| how much =n| how old =a| how tall =n| how long is a =l| how long is the =l"
    "| how long have =l| how long did =l"
    "| how long has =l| how long do =l| how long does =l| how long will =l| how long was =l"
    "| how often =."
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
    b"|met=meet|went=go|bought=buy|taught=teach|drove=drive|ate=eat|wore=wear|flew=fly"
    b"|wrote=write|won=win|lost=lose|sold=sell|found=find|broke=break|told=tell|gave=give"
    b"|kept=keep|left=leav|came=come|began=begin|spent=spend|caught=catch|made=make"
    b"|saw=see|sang=sing|rode=ride|hurt=hurt|fell=fall|built=build|drawn=draw|drew=draw"
    b"|swam=swim|ran=run|paid=pay|burnt=burn|cri=cry|fli=fly|flight=fly|brought=bring"
    b"|thought=think|chose=choos|forgot=forget|grew=grow|hid=hide|drank=drink|"
)
RULES = "|规矩|规则|提醒|别|不要|打扰| rule | rules | remind | never | always | don't |".encode()
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
    "|牌子|颜色|型号|尺码|尺寸|价格|价钱|密码|病房|规矩|味道|口味|原因|color|colour|size"
    "|price|brand|make|model|password|code|job|number|"
).encode()
DAYS_ZH = "|月|号|日|年|点|周|星期|早上|晚上|上午|下午|每天|天|春节|国庆|节|".encode()
DAYS_EN = (
    b"|january|february|march|april|may |june|july|august|september|october|november"
    b"|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|evening"
    b"|night|o'clock|every day|weekend|noon|christmas|halloween|"
)
DIGITS_ZH = "|一|二|两|三|四|五|六|七|八|九|十|百|千|万|半|".encode()
DIGITS_EN = (
    b"| one | two | three | four | five | six | seven | eight | nine | ten | twelve "
    b"| thousand | hundred | dozen |"
)
SURNAMES = b"|surname|last name|family name|"
LONG = "|小时|分钟|年|天|个月|周|hour|minute|day|week|month|year|".encode()
NAMES = "|叫|名|姓|named|called|name|是用户的|".encode()

# -- words that carry nothing ---------------------------------------------------------------------

# Blanked wherever they stand; the longer ones come first.
EMPTY_ZH = (
    "|年轻的时候|叫什么名字|什么名字|什么规矩|什么时候|多长时间|可不可以|什么东西|什么地方"
    "|上一任|上一部|上一个|前一份|怎么样|怎么办|哪几天|怎么弄|那时候|那会儿|的时候|上一家"
    "|上一份|小时候|年轻时|是不是|是什么|要不要|为什么|姓什么|啥时候|什么样|叫什么|会不会"
    "|这个月|能不能|有没有|上个月|干什么|下个月|觉得|感觉|规则|计划|知道|一下|记得|目标|打算"
    "|下周|周末|早上|晚上|上午|上周|明年|前年|这周|爱好|的事|地方|喜欢|最爱|下午|事情|中午"
    "|时候|东西|有关|没有|里面|关于|名字|经常|总是|还有|起来|的话|老是|告诉|总共|方面|公斤"
    "|规矩|不是|情况|一共|就是|都是|一点|那些|这个|我们|这些|一句|一个|有点|那个|一台|那台"
    "|是哪|究竟|到底|咱们|其实|好像|咱家|我家|用户|你们|自己|哪国|几点|几号|几个|去年|哪出"
    "|哪只|哪所|哪年|多长|多高|怎么|怎样|几岁|多久|几月|多少|多大|为啥|干嘛|干啥|哪里|哪道"
    "|什么|叫啥|姓啥|是谁|哪位|哪种|哪些|哪本|哪儿|哪天|哪个|哪家|哪款|上次|下次|最近|平时"
    "|一般|当时|原先|原本|当年|如何|昨天|前天|后天|今年|通常|明天|一直|已经|今天|需要|还是"
    "|或者|现在|目前|能够|来着|应该|可以|原来|曾经|之前|如今|从前|过去|以前|当前|钱|哪|啥|谁|"
).encode()
# Blanked at the ends of what is left, single ones.
ENDS_ZH = (
    "|我|你|您|他|她|它|的|了|吗|呢|吧|啊|呀|哦|嘛|啦|着|过|是|在|有|和|跟|与|就|都|也|还|又"
    "|再|很|太|会|能|要|想|用|把|被|给|对|从|到|去|来|说|个|只|条|台|部|那|这|些|里|上|下|最"
    "|爱|好|不|没|得|地|之|多|几|号|叫|姓|做|干|放|前|后|所|位|于|谈|"
).encode()
# Always blanked, also within.
INNER_ZH = "|的|了|我|你|吗|呢|，|。|、|；|：|？|！|《|》|“|”|在|是|和|跟| |,|.|?|!|:|;|".encode()
EMPTY_EN = (
    b"| use | pay | pays | used | ever | old | new | current | currently | now | still | before "
    b"| after | previous | previously | earlier | like | want | get | got | go | going "
    b"| take | make | thing | things | something | anything | someone | kind | sort "
    b"| type | called | name | names | named | time | day | days | today | tomorrow "
    b"| yesterday | tonight | these | year | week | month | this | last | next | best "
    b"| better | good | bad | many | much | often | long | okay | really | moment | one "
    b"| lot | bit | little | know | tell | say | said | think | remember | happen "
    b"| happened | wrong | matter | put | keep | kept | there | back | away | down | up "
    b"| please | way | about | us | own | let | give | gave | see | look | need "
    b"| try | tried | im | lets | am | call | favourite | favorite | regular | run "
    b"| which | while | until | since | ago | already | again | mine | yet | been | being "
    b"| were | if | because | around | whats | wheres | plan | person "
    b"| number | most | more | less | few | every | always | never | usually | rule "
    b"| rules |"
)

# What means the same in words that the rules know.
PLAINLY = (
    "|靠什么谋生=做什么工作|以什么谋生=做什么工作|以什么为生=做什么工作|靠什么为生=做什么工作"
    "|靠什么吃饭=做什么工作|靠什么赚钱=做什么工作|靠什么挣钱=做什么工作|靠什么生活=做什么工作"
    "|干什么活=做什么工作|干啥活=做什么工作|做啥=做什么|干啥=干什么|干嘛=干什么|谋生=工作"
    "|在哪高就=在哪上班|哪个厂=哪个单位|念书=读书|喝两盅=喝酒|喝两杯=喝酒|喝一杯=喝酒|小酌=喝酒"
    "|能喝酒=喝酒|前女友=以前的女朋友|前男友=以前的男朋友|女友=女朋友|男友=男朋友"
    "|做什么生意=做什么工作"
    "|怎么去上课=怎么上学|吸烟=抽烟|处对象=有对象|谈朋友=有对象|谈恋爱=有对象"
    "|锻炼身体=锻炼"
    "|哪种药=什么药"
    "| am i seeing anyone = am i in a relationship "
    "| am i seeing someone = am i in a relationship "
    "| am i dating anyone = am i in a relationship "
    "| am i with anyone = am i in a relationship "
    "| work out = exercise | working out = exercise | keep fit = exercise | stay fit = exercise "
    "| keep in shape = exercise | stay in shape = exercise | line of work = job "
    "| make a living = job | earn a living = job | earn my living = job | call home = live "
    "| am i staying = do i live | am i driving = car do i drive "
    "| last name = surname | family name = surname "
    "| get to work = commute | get around = commute | get to the office = commute |"
).encode()
# What is not the question: it is asked for now anyway.
TIMES_ZH = "|现在|目前|如今|最近|平时|眼下|这阵子|".encode()
AT_TIMES_ZH = "|周|早|晚|天|节|假|年|点|前|后|午|为|时候|喜欢|爱|想|一般|".encode()
NO_HOW_ZH = "|怎么样|怎么了|".encode()
# What one does with nearly anything.
LIGHT = "|养|开|吃|喝|用|穿|戴|做|买|玩|打|坐|骑|看|听|读|上|play|wear|own|drive|eat|".encode()
# What a question asks for in one word and a memory says in another: phrases > what says it.
FAMILIES = (
    "怎么上班 怎么上学 怎么去上班 上下班 通勤 commute>去单位 去公司 班车 打车 上下班 地铁 公交"
    " 电动车 骑"
    " 开车 通勤 步行 commute cycles subway bike walks bus",
    "住 住在 家在 搬家 live living lived>住 搬 迁 安家 落户 定居 长大 生活 家在 live moved"
    " relocated grew based_in rents renting lodg",
    "头发 发型 长发 短发 长头发 短头发 hair haircut hairstyle>头发 长发 短发 发型 光头 寸头"
    " 马尾 刘海 卷发 hair haircut pixie ponytail curls braids bob",
    "抽烟 smoke smoking cigarettes>烟 smok cigarette vape",
    "喝酒 白酒 啤酒 alcohol booze wine beer>酒 啤 alcohol wine beer whisky sober drink",
    "上班 工作 公司 单位 职业 干什么的 是做什么 在做什么 做什么的 干嘛的 干啥的 哪行 任职 firm"
    " job work worked working company"
    " employer profession occupation>上班 工作 公司 转岗 转行 讲师 跳槽 入职 任职 退休 创业 职 医"
    " 护士 工程师"
    " 编辑 开店 开了一家 开了家 老师 金店 厂 主任 批发 生意 合开 顾问 接了份 找了份 work job"
    " fired laid quit redundant 辞 裁 失业"
    " 离职"
    " retired nurse"
    " teacher teaches engineer manager"
    " technician driver"
    " doctor student fisherman startup",
    "专业 读什么 读书 读研 上学 念书 学校 study studying studied major school university"
    " college>读 研究生 大学 中学 小学 高中 学院 学校 专业 学生 academy primary study"
    " studies university college school degree law",
    "教什么 教书 教课 subject teach teaching>教书 老师 教师 中学 小学 大学 teach teaches teacher",
    "过敏 忌口 能吃 不能吃 能喝 allergic allergy intolerant>过敏 疹子 hives 忌 不能吃 不吃 能吃"
    " 空腹 不能喝 不喝 allergic allergy intolerant vegetarian vegan",
    "eat food diet>eat eats vegetarian vegan diet meat allergic allergy",
    "vegetarian vegan>vegetarian vegan vegetarianism plant-based meatless meat pescatarian",
    "药 什么药 降压药 降糖药 吃药 medicine medication pill pills drug>药 片 胰岛素 双胍 地平 takes"
    " tablet medicine thyroxine penicillin pill",
    "喝什么 喝 饮料 drink drinks drinking>喝 茶 咖啡 可乐 奶 酒 水 tea coffee drink juice water"
    " beer",
    "哪本书 什么书 在看 在读 reading>在看 在读 《 reading",
    "车牌号 车牌 plate>车牌 plate",
    "属什么 属啥 生肖 zodiac>属 生肖 zodiac",
    "开的什么车 开什么车 开的是什么车 什么车 开的车 开车 汽车 车 car drive driving vehicle>车"
    " 一辆 开着"
    " 骑 特斯拉 比亚迪 宝马 奔驰 奥迪 丰田 本田 car drive drives honda ford subaru tesla toyota"
    " bmw",
    "上几年级 读几年级 几年级 年级 grade>年级 大班 中班 小班 初一 初二 初三 高一 高二 高三 大一"
    " 大二 大三 大四"
    " grade grader",
    "房租 月租 租金 租房 rent>租 rent",
    "睡觉 睡前 几点睡 熬夜 起床 sleep asleep bedtime>睡 熬夜 点起 起床 sleep bed",
    "眼镜 近视 视力 度数 glasses eyesight>近视 眼镜 视力 glasses contact",
    "过期 到期 有效期 expire expires out>到期 过期 expire",
    "结婚 婚礼 女朋友 男朋友 对象 恋爱 单身 married wedding marry single relationship partner"
    " girlfriend boyfriend dating engaged>婚 女朋友 男朋友 在一起 恋 对象 married wedding"
    " engaged single relationship seeing dating boyfriend girlfriend",
    "体重 多重 减肥 weigh weight>体重 公斤 斤 减到 weigh kilo pound",
    "生日 寿辰 birthday>生日 大寿 birthday born",
    "出生 born>出生 生于 生了 born",
    "长大 老家 家乡 grow grew hometown>长大 老家 家乡 来自 grew raised born",
    "无线网 wifi 网络>无线网 wifi 网络",
    "surname>surname name",
    "乐器 instrument>琴 吉他 尤克里里 鼓 笛 cello guitar piano violin fiddle bass ukulele drums"
    " flute",
    "语言 外语 language>语 spanish french gaelic german english japanese chinese italian",
    "宠物 pet pets>猫 狗 犬 兔 仓鼠 鹦鹉 鸟 鱼 龟 柯基 金毛 泰迪 哈士奇 cat dog puppy kitten"
    " beagle corgi collie rabbit hamster parrot tortoise goldfish"
    " turtle fish",
    "猫 cat cats kitten>猫 布偶 英短 cat kitten",
    "病 毛病 疾病 什么病 身体 illness disease condition health>病 症 炎 风湿 高血压 癌 甲亢 手术"
    " 住院 骨折 摔 痛风 复查 disease illness condition diabetes arthritis asthma surgery hospital",
    "学什么 在学 learn learning>学 learn",
    "狗 犬 dog puppy>狗 犬 柯基 金毛 泰迪 哈士奇 边牧 dog puppy beagle corgi husky collie"
    " terrier poodle labrador retriever",
    "手机 phone>手机 老年机 iphone 华为 phone samsung",
    "电脑 笔记本 computer laptop>电脑 笔记本 macbook 联想 computer laptop thinkpad",
    "报纸 杂志 newspaper magazine>报 消息 日报 周刊 newspaper magazine times",
    "游戏 game games>游戏 王者 game games",
    "歌 音乐 歌手 song music singer>歌 曲 音乐 song music band",
    "电影 movie movies film>电影 片 movie film",
    "比赛 race marathon>比赛 马拉松 race marathon",
    "手术 surgery operation>手术 surgery operation",
    "大夫 医生 doctor>大夫 医生 医院 doctor dr",
    "领导 老板 经理 上司 boss manager>领导 老板 经理 上司 boss manager",
    "考证 考什么 exam certificate>考 证 exam certificate",
    "存钱 攒钱 攒 save saving savings>攒 存 save",
    "听力 耳朵 hearing ear>耳 听力 hearing ear",
    "左眼 右眼 眼睛 eye eyes>眼 eye",
)  # fmt: skip
# What is liked and what is not: by the kind of a memory as well as by its words.
LIKED = (
    "|喜欢|最爱|爱听|爱看|爱吃|爱喝|爱好| like | likes | love | loves | favourite "
    "| favorite | prefer |"
).encode()
DISLIKED = (
    "|不喜欢|讨厌|不吃|不爱|受不了|不喝| don't like | dislike | hate | hates "
    "| can't stand | avoid |"
).encode()
AIMS = "|目标|打算|计划|要考|想学会|今年要| goal | plan | aim | want to |".encode()

# -- then and now ---------------------------------------------------------------------------------

ASKED_PAST_EN = b"| use to | used to | was my old | previous | formerly | back then |"
DID_EN = b"| did i | was i | were we | did we | was my | were my | did my | was the |"
NO_BEFORE_ZH = "点号天周月年日一二三四五六饭睡"
# What says that something has changed: of two memories that answer alike the older one is over.
CHANGES = (
    "|改|换|迁|不当|不做|不干|开了|回老家|搬出|变成|变为|涨到|降到|涨价|接回|住进|去世|卖|放弃"
    "|喝上|离婚|订婚|毕业|辍学|痊愈|治好|搬|转岗|转行|转到|调到|调去|不再|停了|停掉|戒|跳槽|回国"
    "|离开|辞|卸载|卖了|卖掉"
    "|新房东|新的|升|结婚|退休|在一起|分手|现在|入职|开始| now |moved|relocated|settled|gave up"
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
    "|best friend| gp |my doctor|dentist|therapist|trainer|coach| rent|salary|wifi|wi-fi|email"
    "|password|job title|position| desk|locker| seat| shift|commute|get to work|get to school"
    "| team | i drive |"
).encode()
# Whether something has been done, which what was meant to be done does not say.
ASKS_DONE = (
    "|过没|了没|了吗|过吗|成功了|通过了| did i | have i | did we | have we | did my | has my |"
).encode()
PARTNERS = (
    "|女朋友|男朋友|老婆|老公|对象|妻子|丈夫|女友|男友|媳妇|爱人|girlfriend|boyfriend|wife"
    "|husband|partner"
    "|fiance|fiancee|"
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
