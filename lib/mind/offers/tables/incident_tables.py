"""
Incidents: words of what happens once or lasts for a while, after which all is as it was, and those
that tell of a change that stays, whatever stands beside them.

Tables as in `memory.text.phrase_tables`; those of English have blanks around words.
"""

# On one day, for a while, or nearly.
SPANS = (
    "|今天|今儿|今早|今晚|昨天|昨儿|昨晚|昨夜|前天|前晚|刚才|刚刚|那天|那回|这回|这次|那次|有一回"
    "|有一次"
    "|一晚上|一整晚|一宿|一夜|一上午|一下午|半天|一天|一整天|两天|三天|几天|一个礼拜|一星期|一周"
    "|半个月"
    "|这周|这礼拜|上周末|这两天|这几天|大半夜|半夜|临时|暂时|差点|险些|一度|想过|梦见|梦到|做梦"
    "| today | tonight | yesterday | last night | this morning | this afternoon | this evening "
    "| this week | this weekend | last weekend | over the weekend | overnight | the other day "
    "| the other night | all day | all night | all morning | all afternoon | all weekend "
    "| the whole day | the whole night | the whole evening | whole morning | whole afternoon "
    "| half the night | half the day | half a day | for a day | for a week | for a month "
    "| for a fortnight | for a few days | for two days | for three days | for two weeks "
    "| for the day | for the weekend | a fortnight | for once | for now | this time | that time "
    "| one time | just now | earlier on | nearly | almost | temporarily | dreamt | dreamed |"
).encode()
# What goes wrong, is said, or is done now and then.
MISHAPS = (
    "|感冒|发烧|咳嗽|打喷嚏|摔|磕|碰碎|打碎|打翻|弄湿|弄脏|弄坏|蹭|刮花|刮倒|刮跑|啃|咬|抓了|尿"
    "|拉肚子|吐了"
    "|吞了|堵|停电|停水|断网|断电|没电|漏水|漏雨|漏电|进水|掉水|掉厕所|掉马桶|淋|卡住|卡在|卡线"
    "|卡壳|卡顿"
    "|迟到|睡过头|忘带|忘了|落在|夸|笑|吵架|吵醒|吵死|吵得|吼|骂|借给|借走|借去|借了|洗澡|打呼"
    "|放了鸽子"
    "|请假|加班|堵车|晚点|排队|串门|聚餐|聚会|年会|团建|体检|打疫苗|检查|比赛|考了|家长会|得了奖"
    "|获奖|抽奖"
    "|修了|修好|保养|年检|没去成|没听上|没打成|没游成|没上成|没吃成|没买到|没找到|没赶上"
    "| dropped my | dropped the | spilled | spilt | cracked | smashed | scratched | dented "
    "| backed into | bumped | fell off | tripped | slipped | twisted | sprained | bruised | burnt "
    "| burned | overslept | slept through | slept straight | slept badly | forgot | misplaced "
    "| late again | running late | was late | got stuck | jammed | leaked | leaking | flooded "
    "| power cut | power outage | puncture | flat tyre | flat tire | chewed | ate my | swallowed "
    "| barked | scratched up | peed | threw up | got sick | a cold | the flu | flu | sneezed "
    "| laughed | giggled | cried | yelled | moaned | complained | joked | told me off | praised "
    "| on leave | off sick | is out for | called in sick | borrowed | lent | loaned "
    "| popped round "
    "| dropped by | came over | came round | had us over | brought in | birthday cake | raffle "
    "| got soaked | soaked | snored | hiccups | queue | traffic | delayed | broke my | broke the "
    "| tore my | ripped my | torn | a prize | the wrong |"
).encode()
# And yet it is otherwise since.
CHANGES = (
    "|搬到|搬进|搬家|搬去|搬来|搬回|搬出|搬走|搬了|入职|报到|上任|到岗|辞职|辞了|离职|被裁|裁员"
    "|裁了|跳槽|调到|调去|转到|转去|转行|转岗|转正|换了|换成|换到|换去|换回|改成|改用|改吃|改喝"
    "|改学"
    "|改去|改在|卖了|卖掉|卖给|买了|买的|新的|新家|新房|新工作|新公司|新单位|新学校|新车|新手机"
    "|新来的|分手|分了|结婚|领证|离婚|订婚|求婚|复合|在一起了|退休|毕业|升职|升到|升上|升任|升为"
    "|升了|升初|升高"
    "|考上|录取|保送|开学|出生|生了个|去世|过世|走了|没了|死|不再|再也|以后|往后|从此|断了|喝上"
    "|吃上|用上|开上|不敢|不沾|不碰|查出|接过来|接到|挪到|这会儿|上秤|一称|秤|正式|开始|戒|停药"
    "|停掉"
    "|停了课|报了|办了|退了|退掉|取消了会员|拿到|签了|签约|签合同|到手|提车|提了|定了|确诊|当上"
    "|送人|送走|丢了|被偷|拆了"
    "|拆线|出院|痊愈|康复|不干了|不做了|不学了|不练了|不去了|不吃了|不喝了|不用了|不抽了|不住"
    "|不上班|不养了"
    "|领养|抱回|捡了|接手|接任|接替|开张|关门|关了店|倒闭|盘给|盘下|租下|退租|过户|交房|收房|毁约"
    "|终于|总算"
    "|注销|停用|报废|收摊|不是我|不归|现在是|如今|改名|落户|瘦到|胖到|涨到|降到|长到|满岁|岁了"
    "| moved | moving | new | quit | hired | fired | laid off | let go | resigned | retired "
    "| retiring | retirement | left the company | left my job | left him | left her | promoted "
    "| job | offer | sold | bought | traded | swapped | switched | changed | replaced | instead "
    "| broke up | split up | married | engaged | divorced | divorce | graduated | became | joined "
    "| signed | passed away | died | dies | death | born | gave up | given up | giving up "
    "| stopped "
    "| no longer | any more | anymore | from now on | for good | officially | finally | ended "
    "| finished | done with | diagnosed | adopted | rehomed | put down | put to sleep | enrolled "
    "| dropped out | keys | lease | came off | discharged | all clear | now | these days | since "
    "| started | starts | starting | begins | began | first day | last day | closed down "
    "| closing "
    "| closed its | shut down | stolen | lost | totaled | totalled | written off | gone "
    "| cancelled my "
    "| canceled my | cancelled the | canceled the | unsubscribed | packed in | packed it in "
    "| handed over | handed in | took over | takes over | turned into | turned vegan "
    "| turned down "
    "| went vegan | going vegan | upgraded | converted | transferred | accepted | got into "
    "| went up | moves | weighed | weigh | weighs | on the scale | the scale | the scales "
    "| self-employed | turned | took up | cut out | sober | not allowed | banned |"
).encode()
# What was to be, and is not, unless it comes every week: a class is off for the day.
CALLED_OFF = (
    "|取消|泡汤|黄了|推迟|延期|改期|停办|停课|没办成| cancelled | canceled | called off "
    "| postponed "
    "| rescheduled | fell through | is off | was off |"
).encode()
WEEKLY = (
    "|每|周一|周二|周三|周四|周五|周六|周日|周末|星期|礼拜|课|班|在学|训练|在练|every |mondays"
    "|tuesdays"
    "|wednesdays|thursdays|fridays|saturdays|sundays|weekly|weekends|class|lesson|practice"
    "|learning"
    "|training|rehearsal|choir| nights| mornings| evenings|"
).encode()
# What is moved to a day, a room or a gate, and is nobody who has moved there.
MOVED = (
    "|会议|例会|开会|会|聚餐|婚礼|婚期|航班|飞机|高铁|考试|面试|比赛|演出|课|讲座|手术|预约|沙发"
    "|床"
    "|办公室|公司|柜子|桌子|书桌|冰箱|钢琴| party | meeting | appointment | wedding | flight "
    "| fair | concert "
    "| exam | test | match | interview | lesson | class | couch | sofa | bed | desk | fridge "
    "| piano | game | trip | show | surgery | reunion | dinner | lunch | deadline | ceremony "
    "| funeral | shift | session | call | practice | rehearsal | recital | bookshelf | tv |"
).encode()
# What is packed, unpacked, stayed at or in boxes, and is no home.
TRIPS = (
    "|酒店|宾馆|民宿|旅游|旅行|度假|出差|露营|去玩|玩一|玩两|玩几|玩三|住几天|住两天|外卖|快递"
    "|饭菜|剩菜"
    "|探亲| hotel | hostel | airbnb | resort | holiday | holidays | vacation | trip | camping "
    "| weekend | christmas | thanksgiving | easter | groceries | shopping | takeaway | takeout "
    "| leftovers | lunch | lunches | attic | books | shed | garage | locker | photos | suitcase "
    "| suitcases | conference |"
).encode()
