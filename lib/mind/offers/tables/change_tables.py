"""
Changes: the words beside which any slot (`slot_tables`) is otherwise, or is not yet.

Tables as in `memory.text.phrase_tables`; those of English have blanks around words.
"""

# Beside a class: another is here, or the one there was is not.
TURNS = (
    "|换|新|改|退役|给了我|给了用户|买了|买的|提了|提的|入了|入手|到手|升级|卖了|卖掉|过户|报废"
    "|转让|送人|丢了|被偷"
    "|最近在|在学|转到|转去|转进|走了|走人|离开|离职|调走|辞|退休|接手|接任|替|归|不再|不做了"
    "|回老家|回乡|如今|现在"
    "|开始|停了|停掉|没续|没再续|不续|涨|降|提到|刚|今年|这学期"
    "| new | got | bought | leased | sold | traded "
    "| totaled | died | arrived | upgraded | switched | replaced | took over | takes over | left "
    "| leaving | retired | moved | quit | fired | now | these days | this year | instead "
    "| swapped | own | handed "
    "| back on | cut out | gave up | closed | opened | cancelled | canceled "
    "| no longer | started | stolen | lost | picked up | hired | raised | wants | changed | so |"
).encode()
# What a memory says beside what an earlier one is about, where that is so no more: what is denied,
# what is gone or done, and in Chinese what ends a clause as what has come to be.
OTHERWISE = (
    "|没|不再|不让|不敢|不用|不许|再不|别再|光了|掉|完了|终于|延期|推到|改到"
    "| too much to | too old to | too ill to | no | not | never | none | without | nothing "
    "| nobody | don't | doesn't | can't | isn't "
    "| hasn't | haven't | won't | off | gone | goodbye | over | any more | anymore | since | only "
    "| finally | last | done | out | fizzled | failed | let | used to "
    "| lapsed | expired | shut down | the end of |"
).encode()
# What was done once, or is so for a while, at the end of a clause in Chinese.
ONCE = (
    "|坏了|病了|醉了|感冒了|看了|听了|去了|见了|来了|吃了|买了|到了|说了|写了|聊了|做了|"
).encode()
# Who is elsewhere since, so that nothing is done with them any more.
AWAY = (
    "|去了|出国|移民|定居|调去|调到|搬去|搬到|回了老家|回老家| moved to | moved away "
    "| took a job in | posting | gone to live | went back to | emigrated | transferred to |"
).encode()
# What somebody else gave to the owner is theirs.
GIFTS = (
    "|配了|给配|发了台|发了部| brought |送了|送的|送给用户|送用户|给买|买给|给我买|给用户买"
    "|寄来|传给| set him up with "
    "| set her up with | set me up with | set the user up with | present | gift | gave the user "
    "| gave me | gave him | gave her | got him a | got her a | bought the user | bought me "
    "| handed me | handed down | passed down |"
).encode()
DIED = "|死了|去世|过世|病逝|离世|died|passed away|put down|put to sleep|".encode()
# Or are elsewhere: what breed they were is so.
GONE = DIED[:-1] + "|送给|送人|送走|送回|走丢|跑丢|rehomed|ran away|gave away|".encode()
# What is asked of somebody and stays so.
LASTING = (
    "|是什么|是做什么|是干什么|什么品种|公的|母的|哪里人|属什么| what kind of | what breed "
    "| recipe "
    "| birthday "
    "| born |"
).encode()
# After this nothing of somebody is so any more.
DEATHS = (
    "|去世|过世|病逝|离世|走了|不在了|葬礼|下葬|遗产|头七|埋在|没救|没熬过|没挺过|安乐死"
    "| passed away | died | funeral | buried | passed on | passed last | passed in | late grand "
    "| goodbye to | put down | put to sleep | rainbow bridge | didn't make it |"
).encode()
# What is at another time than it was to be.
SHIFTED = "|延期|推迟|推到|延到|改到|提前到|".encode()
# What is not so yet.
NOT_YET = (
    "|想过|舍不得|差点|打算|计划|想要|想去|想换|想买|想搬|明年|下个月|下周|准备|可能|也许|考虑"
    "|如果|要是| plan "
    "| plans | planning | want to | wants to | hope | hopes | might | maybe | thinking "
    "| thought of "
    "| thought about | nearly | next "
    "| if | should | would | almost | goal is | dream is |目标是|"
).encode()
# What a memory is about before all else, where it names it.
THINGS = (
    "|楼下新开|楼下开了|附近新开|附近开了|门口新开|门口开了|对面新开|对面开了|旁边新开|手机|车"
    "|家教|房东|室友|房租|月租|邮箱|密码|工资|月薪| phone | car | landlord | rent | email "
    "| password | salary |"
).encode()
# Where a thing has been put is asked of the thing.
PUT = (
    "|放哪|放在|放到|收在|贴在|夹在|锁在|挂在|藏在| did i put | did i leave | do i keep "
    "| do we keep |"
).encode()
# A child that is born to the owner, or to both.
CHILDREN = "|儿子|女儿|孩子|宝宝|双胞胎|son|daughter|baby|twins|".encode()
BIRTHS = (
    "|出生了|刚出生|孩子生了|宝宝生了|顺产|剖腹产|剖宫产|早产|降生"
    "| was born | is born | born on | born at |"
).encode()
# What is on its way to something else, so that whatever is told of it later takes its place.
PENDING = (
    "|在等|等着|正在|在办|在找|在装修|在谈|申请了|等通知|在盖|在追|在修| waiting for "
    "| waiting to | waiting on | applying | applied | looking for | in the middle of "
    "| working on | building | trying to | about to | saving for | saving up |"
).encode()
# Rows of `slot_tables.SLOTS`, its last.
MORE = (
    # preparing for something
    (
        (
            "|备考|在考|复习|备战|还在学|还学|学车|驾校|科一|科二|科三|科四| studying for "
            "| training for | preparing for | still learning |"
        ).encode(),
        (
            "|考完|考过|考出|出分|出成绩|成绩出|放榜|上岸|落榜|考上|拿证|拿到证|到手|拿本|跑完"
            "|完赛| passed | failed | results | finished | ran the | completed | got my score "
            "| certified | got my certificate | got the certificate | crossed the finish |"
        ).encode(),
        b"",
    ),
    # injured or ill
    (
        (
            "|骨折|石膏|拐杖|住院|受伤|养伤|牙套| cast | crutches | hospital | injured | braces "
            "| recovering | boot |"
        ).encode(),
        (
            "|拆了|拆石膏"
            "|不用拐杖|能下地|下地走|恢复好|恢复得|活动自如|正常走路| without his stick "
            "| without her stick "
            "| without my stick | without a stick | without a cane | without crutches "
            "| fully recovered | good as new | pain free | back on my feet "
            "| back on his feet | back on her feet |拆线|出院|痊愈|康复|好利索|能走了|能跑了"
            "|摘了|丢了拐| cast off "
            "| came off | healed | discharged | walking again | running again | back home "
            "| recovered | all clear | off crutches | braces off |"
        ).encode(),
        b"",
    ),
    # what is paid
    (
        "|房贷|车贷|贷款|欠| mortgage | loan | debt | owe |".encode(),
        "|还清|付清|还完|结清|提前还| paid off | pay off | debt-free | cleared |".encode(),
        b"",
    ),
    (
        "|房租|月租|租金|房东| rent | landlord |".encode(),
        (
            "|买了房|自己的房|单间|两室|一室|三室|开间|涨租| closed on | own house | own place "
            "| landlord raised | rent went | rent is |"
        ).encode(),
        "|房租|月租|租金|房东| rent | landlord |".encode(),
    ),
    (
        "|工资|月薪|薪水|年薪| salary | paid | earn | wage |".encode(),
        "|能拿|涨薪|加薪|降薪| raise | pay cut |".encode(),
        "|工资|月薪|薪水|年薪| salary | wage |".encode(),
    ),
    # what is played
    (
        "|乐器|弹什么|琴| instrument | band |".encode(),
        b"",
        (
            "|琴|吉他|尤克里里|鼓|笛|萨克斯| cello | guitar | piano | violin | bass | ukulele "
            "| drums | flute | clarinet | trumpet | saxophone | sax | trombone |"
        ).encode(),
    ),
    # eyes
    (
        (
            "|近视|度数|视力|眼镜|眼睛多少度| eyes | glasses | eyesight | prescription "
            "| contacts |"
        ).encode(),
        (
            "|度数|配镜|验光|配了副|icl|镜片|晶体|激光|摘镜|飞秒| lasik | new glasses "
            "| new prescription | laser |"
        ).encode(),
        b"",
    ),
    # who does something for one
    (
        "|心理医生|咨询师| therapist | counselor |".encode(),
        b"",
        "|心理医生|咨询| therapist | therapy | counselor |".encode(),
    ),
    (
        "|教练|私教| coach | trainer |".encode(),
        b"",
        "|教练|私教|跟练| coach | trainer | coaching |".encode(),
    ),
    (
        "|老师|班主任| teacher | tutor |".encode(),
        b"",
        "|老师|班主任| teacher | tutor | homeroom |".encode(),
    ),
    (
        "|室友|合租| roommate | housemate | flatmate |".encode(),
        (
            "|一个人住|独居|搬出|自己租| live alone | on my own | living alone | to myself |"
        ).encode(),
        "|室友|合租| roommate | housemate | flatmate |".encode(),
    ),
    (
        "|保姆|阿姨|月嫂|做饭| babysitter | nanny | sitter | cleaner |".encode(),
        b"",
        (
            "|保姆|阿姨|月嫂|做饭| babysitter | nanny | sitter | cleaner | watches | looks after |"
        ).encode(),
    ),
    # hair
    (
        "|头发|发型|发色|长发|短发|光头|胡子| hair | beard | mustache | haircut | hairstyle "
        "|".encode(),
        (
            "|留到|及肩|齐肩| buzzed |剪了|剪短|剪到|剪成|染了|染成|染回|染黑|烫了|烫成|拉直"
            "|光头|寸头|留长|剃了|理了|挑染|漂了|发廊|理发店|接发| chopped | pixie "
            "| buzz cut | clean shaven | salon | hairdresser | barber | haircut | natural "
            "| highlights | perm | shaved "
            "| dyed | bleached | grew it out | grew out | bob | fringe | bangs | went blonde |"
        ).encode(),
        b"",
    ),
    # sport
    (
        "|锻炼|运动|健身| sport | sports | run | exercise | workout | gym |".encode(),
        (
            "|跟练|做操| rows |改练|改打|改去|改游|改跑|改骑|迷上|报了班|办了卡"
            "|健身卡| took up | signed up for | hung up his | hung up her | hung up my | racket "
            "| joined a gym | joined the gym | got into | membership |"
        ).encode(),
        (
            "|晨跑|夜跑|慢跑|长跑|瑜伽|跑步|游泳|乒乓|羽毛球|太极|爬山|骑行|普拉提|跳绳|跳操"
            "|广场舞|健身房| yoga | swim "
            "| swims | jogging | cycling | swimming | bouldering | lifting | weights | running "
            "| climb | climbing | boxing | tennis | bowls | pilates |"
        ).encode(),
    ),
    # meals
    (
        "|早饭|早餐|午饭|午餐|晚饭|晚餐|夜宵|三餐|节食|断食| breakfast | lunch | dinner | diet "
        "| fast until | fast till | fasts | fasting |".encode(),
        (
            "|自己煮|自己做|恢复三餐|吃早饭了|吃早餐了| having breakfast | eating breakfast "
            "| eat breakfast again "
            "| back to breakfast |不吃了|三餐|正常吃|不节食|轻断食|不吃早|不吃晚|不吃夜| fasting "
            "| skips | stopped dieting | off the diet | regular meals |"
        ).encode(),
        b"",
    ),
    # where the money is
    (
        "|银行|工资卡|退休金| bank | banks | banking |".encode(),
        (
            "|销户|销了户|开了户|改发|换卡|换了张卡|转到| opened an account | new account "
            "| closed the account | closed my account | closed the old | closed my old "
            "| switched banks | moved my money | credit union |"
        ).encode(),
        (
            "|银行|信用社|存折|招行|工行|建行|农行|中行|交行|邮储| bank | credit union | account "
            "| monzo | revolut | barclays | hsbc | lloyds | natwest | santander | halifax | chase "
            "| wells fargo | citibank | capital one | sofi |"
        ).encode(),
    ),
    # a day or a journey that is planned
    (
        (
            "|打算|计划|暑假|寒假|五一|十一|元旦|春节去|春节我|国庆去|过年去|假期|旅行|旅游"
            "|婚期| trip | vacation | holiday | holidays "
            "| am i going | are we going | flying to | easter | this summer | going in "
            "| christmas | thanksgiving | spring break | plans |"
        ).encode(),
        (
            "|取消|退票|退了|退掉|在家过|哪也不去|哪都不去|改期|五一改|国庆改|改成在|改成去"
            "|改去|去不成|去不了|泡汤|黄了|延期|推迟|推到|不去了|不出国|不考了|不想去| cancelled "
            "| canceled | called off | postponed | refund | refunded | fell through | instead "
            "| is off | off the table | out of reach | money back | scrapped | backed out "
            "| pulled out | not happening "
            "| rescheduled | not going | too expensive | will be at | staying home |"
        ).encode(),
        b"",
    ),
)  # fmt: skip
# Words that say nothing of what a memory is about.
COMMON_WORDS = (
    "|用户|主人|现在|我的|他的|她的|已经|最近|一个|以后|以前|我们|自己|可以|没有|医生|大夫|护士"
    "|公司|工作"
    "|今年|去年|每天|之后"
    "|起来|出来|下来|上来|回来|下去|出去|过去|后来|因为|所以|一只|一辆|一台|一直|上个|个月|终于|"
).encode()
COMMON_WORDS_EN = (
    b"|user|owner|new|old|year|month|week|day|last|thing|work|job|get|got|take|took|call|name"
    b"|after|just|befor"
    b"|man|woman|everi|each|all|both|some|ani|lot|time|still|first|second|third|"
)
# What a memory says of itself: it was so for a while.
GIVEN_UP = (
    b"| and gave it up | but gave it up | then gave it up | and gave up | but gave up "
    b"| then gave up | before giving up | and then quit | but then quit | and then stopped "
    b"| but then stopped | and packed it in | but packed it in | but dropped it | and dropped it |"
)
