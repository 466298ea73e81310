"""
Slots: what there is one of at a time in a life, and the words that tell that it has changed.

A row is what a question or a memory names it by, and what a later memory says when it is
otherwise, in words that need not share any with the earlier one: where one lives, and 拿到钥匙.
Third come words of the thing itself, which tell of a change only beside one of `change_tables`.
Tables as in `memory.text.phrase_tables`; those of English have blanks around words.
"""

from .change_tables import MORE

_FIRST = (
    # home
    (
        (
            "|住|家在|地址|哪个城市|哪座城市|常驻|定居| live | lives | living | address "
            "| my home | based | what city | which city | rents | renting |"
        ).encode(),
        (
            "|长住|落了脚|住进|住过来|住过去|住下|挪到|挪进|装修好|精装|租在|借住|寄住|暂住"
            "|养老院|敬老院|单间|两室|一室|三室|搬到|搬进|搬来|搬去|搬回|搬出|搬家|搬走|搬了"
            "|入住|住进|住上|安家|安顿|落户|定居"
            "|落脚|乔迁|暖房|新家|交房|收房|拿到钥匙|拿到了钥匙|拿了钥匙|租下|租了|租到|合租|退租"
            "|买了房|买房|买了套|换了房|置换|搬离|腾房|住校|住宿舍|出租屋|过户到| moved away "
            "| moved across "
            "| couch surfing | subletting | changed my address |过来住|一起住|住一起|接到身边"
            "|接到家|接到我|接来"
            "|接过来|回自己家|回老家住|回了老家|调回|调到"
            "|租了个|租了间|全家搬|回国|行李|纸箱|拆箱|打包| moved to | moved in | moved into "
            "| moved out "
            "| moved back | moved here | moving to | moving in | moving into | unpacked "
            "| unpacking | unpack | settled in | settled into | settling | keys to | keys for "
            "|学区房|全家都过去| staying at | packed up | downsized | bungalow | new place "
            "| new apartment | new flat | new house | new home | new condo "
            "| dorm room | shares a | shared house | shared flat | residence | care home "
            "| assisted living | memory care "
            "| nursing home | one-bed | two-bed | drove the user to | lives in | living in "
            "| living with | renting | rents | landed in "
            "| own place | got a place | got a studio | got an apartment | got a flat "
            "| bought a house | bought a condo | bought a flat | bought a place "
            "| studio apartment | lease on | lease in | signed a lease | relocated | sublet "
            "| sublets | closed on | housewarming | moving truck | boxes "
            "| movers | crashing at "
            "| staying with | back with my parents | dorm | transferred to | transferred back |"
        ).encode(),
        b"| flat | apartment | house | terrace | cottage | condo | duplex | loft | townhouse "
        b"| bedsit |",
    ),
    # work
    (
        (
            "|兼职|打工|上班|工作|公司|单位|职业|做什么的|干什么的|哪行|什么班| job | work "
            "| works "
            "| working | company | employer | career | profession | occupation | for a living |"
        ).encode(),
        (
            "|全职在家|带娃|带孩子| full-time mum | stay-at-home |不干了|歇着|赋闲|志愿者|返聘"
            "|上任|到岗|坐班|远程办公|远程上班|改远程|转远程|代课|打零工|盘出去|进厂|换到一家"
            "|换去一家|换工作|换了工作|换了份|换了家|内退|病退|看仓库|看门|改做|改当|改跑|改卖"
            "|考编|考了编|带孙|外派|借调|换东家|门卫|收银|店长|兼职"
            "|入职|报到|辞职|辞呈|辞了|辞掉|离职|被裁|裁员|裁了|跳槽|跳到|跳去|转行|转岗|转去"
            "|转做|调到|调去|调岗|挖走|挖去|挖到|拿到offer|发了offer|创业|开店|开了家|开了一家"
            "|自己开|自己干|单干|开了间|开了一间|开了个|盘了|盘下|支了个|摆摊|出摊|裁人|买断|改行"
            "|网约车|跑滴滴|送外卖|当上了|做起了|接了份|找了份|合开|干起了|自由职业|接单|退休"
            "|下岗|失业|裸辞|上岗|新公司|新单位|新工作"
            "|新岗位|领了工牌|新工牌|办了工牌|上班第一天|第一天上班|试用期|散伙饭|离开公司|办交接"
            "|交接手续|交接完|工作交接|交接工作"
            "|考上公务员|上岸|退伍|转业|炒鱿鱼|优化了|倒闭| gave notice | my notice "
            "| weeks notice | resigned "
            "| shelves | scoops | stocks shelves | waits tables | waiting tables | bartending "
            "| behind the bar | behind the counter | register | shifts at | shift at | tutors "
            "| tutoring | delivers | drives for | internship | intern at | volunteers "
            "| volunteering | self-employed | contractor | own clients | first clients "
            "| part-time | substitute "
            "| works at | works for | working at | working for | teaches at | took a job "
            "| landed a job | assistant manager | went solo | gone solo "
            "| resignation | quit | laid off | let go | fired | got hired | hired as | hired at "
            "| hired by | lanyard | new uniform | in uniform | job offer | the offer "
            "| first day at "
            "| first day as | first week at "
            "| last day at | onboarding | orientation | my badge | new badge "
            "| joined the company | joined a company | joined the firm | joined as "
            "| landed a | gig at | a gig | took a post | runs her own | runs his own "
            "| started her own |卖起|干起|做起|当起|守着|看店|打理|经营|回家帮|交车|不跑车|歇业"
            "| got a new job | started a new job | my new job | new job at | new job as "
            "| launched my | launched her | launched his | a job as "
            "| new role | new gig | new position | new company | retirement | retired | freelance "
            "| freelancing | own business | own company | own practice | own shop | startup "
            "| a start-up | started at | started as | started working | started his own "
            "| started her own | started my own | opened a | opened my | opened her | opened his "
            "| runs a | run a | severance | signed with | switched jobs | switched careers "
            "| left the company | left the firm | start at | on days | on nights | day shift "
            "| night shift | trainee | apprentice | apprenticeship "
            "| retrained | career change | set up as | took over the | redundant | unemployed "
            "| between jobs | transferred to | poached | recruited | apron | white coat |"
        ).encode(),
        b"",
    ),
    # and as what
    (
        "|职位|职务|岗位|职业|做什么|工作是| job | position | title | profession |".encode(),
        (
            "|升职|升了|升任|提拔|转正|现在是| promoted | promotion | made partner | was made "
            "| demoted |"
        ).encode(),
        b"",
    ),
    # school
    (
        (
            "|学校|年级|上学|幼儿园|读书|大学|几班| school | grade | college | university "
            "| study | studying | studies | kindergarten |"
        ).encode(),
        (
            "|保研去|考上|考进|考去|考到|保送|考取|录取|转学|升学|升入|升到|升上|升初|升高|毕业|入学"
            "|开学|上小学|上初"
            "|上高|上大|读完|读研|读博|保研|一年级|二年级|三年级|四年级|五年级|六年级|初一|初二|初三"
            "|高一|高二|高三|大一|大二|大三|大四|研一|新学校|退学|休学|小学了|中学了|大学了"
            "| elementary | middle school | a place at | enrolled | got into | accepted "
            "| transferred | graduated | graduation | freshman | a senior | a junior "
            "| sophomore | junior year | senior year | middle school | high school | grad school "
            "| first grade | second grade | third grade | fourth grade | fifth grade "
            "| sixth grade | seventh grade | eighth grade | ninth grade | kindergarten "
            "| dropped out | new school | switched schools | matched | residency | diploma "
            "| starts at | started at |"
        ).encode(),
        b"",
    ),
    # and what is studied
    (
        "|专业|学什么|读什么| major | majoring | studying | study |".encode(),
        (
            "|转专业|换专业|转系|改学|改读|转了专业| switched majors | changed majors "
            "| changed my major | her major | his major | my major |"
        ).encode(),
        (
            "|计算机系|金融系|法学|心理学|会计学|土木工程| nursing | engineering | biology "
            "| chemistry | physics | statistics | linguistics | economics | psychology "
            "| computer science | philosophy | sociology | medicine |"
        ).encode(),
    ),
    # partner
    (
        (
            "|女朋友|男朋友|女友|男友|对象|恋爱|在一起|感情|单身|交往|什么人|未婚| girlfriend "
            "| boyfriend | dating | seeing | partner | single | married | fiance | fiancee "
            "| relationship | still with | engaged |"
        ).encode(),
        (
            "|摆酒|办酒|办婚礼|喜酒|证领了|把证|扯了证|好上|交往|处着|谈着|谈恋爱|过日子"
            "|不过了|离了|和好|没联系|分手|分了|分开|掰了"
            "|散了|黄了|吹了|拉黑|领证|领了证|扯证|结婚|订婚|求婚|离婚|复合|脱单|走到一起"
            "|劈腿|把他踹了|把她踹了|踹了他|踹了她|被甩|甩了我|甩了他|甩了她|绝交|断联|不来往"
            "|各过各的|在一块了| cheated on | kicked him out "
            "| kicked her out | on a break | no longer together "
            "| new boyfriend | new girlfriend |新男朋友|新女朋友|交了个|交了男|交了女"
            "|走到了一起|处上|好上了"
            "|谈上|确定关系|牵手|脱单|单身|表白|在一起|相亲"
            "|前任|前女友|前男友|出轨|分居| single | broke up "
            "| hitched | things with | ended just | on her own | on his own | on my own "
            "| been seeing | m seeing | am seeing | is seeing | s seeing | started seeing "
            "| stopped seeing | not seeing | still seeing | seeing someone | seeing somebody "
            "| called off the | breakup | break-up | split | splitting | called it quits "
            "| left me | packed his | packed her | walked away | moved out | my ex | proposed "
            "| said yes | engaged | married "
            "| divorce | divorced | separated | dumped | back together "
            "| not together | ended things | over between | walked out | tinder | widowed "
            "| tied the knot | an item | going out with | going steady | over with | it s over "
            "| met someone | started dating | eloped | boyfriend | girlfriend | been with "
            "| together since |"
        ).encode(),
        b"",
    ),
    # who leads at work
    (
        (
            "|领导|老板|上司|主管|经理|组长|部门长| boss | manager | supervisor | report to |"
        ).encode(),
        (
            "|新部门|换了部门|新领导|新老板|新上司|新主管|新经理|接手|接任|接替|接管|空降|带我们"
            "|带队|归|汇报| took over | takes over | taken over | taking over | reports to "
            "| report to | reporting to | in charge | steps in | stepped in | replaced "
            "| filling in for |"
        ).encode(),
        "|领导|老板|上司|主管|经理|组长| boss | manager | supervisor |".encode(),
    ),
    # phone
    (
        "|手机| phone | cell |".encode(),
        b"",
        (
            "|手机|iphone|华为|荣耀|小米|红米|oppo|vivo|一加|三星|折叠屏|galaxy|pixel|mate|nova"
            "|pura|find x|motorola|nokia|oneplus|fairphone|魅族| phone |"
        ).encode(),
    ),
    # car
    (
        (
            "|什么车|开的车|的车是|汽车|有车| car | cars | do i drive | do we drive | drives "
            "| vehicle |"
        ).encode(),
        (
            "|提车|提了|置换|抵给|开回一辆|提回一辆|以旧换新|买车|换车|摇到号|上牌| traded in "
            "| trade in | written off | repossessed | totaled | leased | leases | test drove |"
        ).encode(),
        (
            "|车|辆|卡罗拉|特斯拉|比亚迪|宝马|奔驰|奥迪|丰田|本田|大众|理想|蔚来|小鹏|问界|吉利"
            "|极氪"
            "|小米su7|model|五菱|别克|哈弗|红旗|传祺|奇瑞|长安|捷达|福特|雷克萨斯|沃尔沃| car "
            "| truck | suv | van | minivan "
            "| pickup | ev | hybrid | tesla | rivian | honda | toyota | ford | subaru | mazda "
            "| bmw | audi | hyundai | kia | nissan | jeep | volvo | lexus | prius | chevy | vw "
            "| volkswagen | wheels | dealership | skoda "
            "| fiat | renault | peugeot | vauxhall | mini | estate | hatchback | yaris | corolla "
            "| civic | astra | corsa | fiesta | micra | clio | qashqai | dacia | citroen "
            "|飞度|朗逸|轩逸|思域|雅阁|凯美瑞|速腾|迈腾|帕萨特|高尔夫|宝来|"
        ).encode(),
    ),
    # pets
    (
        (
            "|宠物|猫|狗|鸟|养鱼|兔|仓鼠|乌龟|鹦鹉|柯基|金毛| pet | pets | dog | dogs | cat "
            "| cats | puppy | kitten | hamster | rabbit | bird | parrot | fish | turtle |"
        ).encode(),
        (
            "|没留住|没保住|没撑过|病死|老死|走失|寄养|抱走|领走|安葬|又养|新养| said goodbye to "
            "| didn t make it "
            "| new puppy | new kitten | lost our dog | lost our cat |没挺|托给|飞走"
            "|走丢|跑丢|安乐死|骨灰|彩虹|埋在|埋了|火化|送养|送回|领养|收养|领了|救助站|抱了只"
            "|抱了条|抱回|捡了只|捡了条|捡回|喵星|汪星|没救回来|没熬过|没挺过| ashes | buried "
            "| bury | put down | to sleep "
            "| rainbow bridge | rehomed | never came back | slipped out | in his sleep "
            "| in her sleep | ran away | flew away "
            "| flew off | escaped | adopted | gave him away | gave her away | new family "
            "| the shelter | a shelter | rescued | a rescue | took in a | fostering | crossed |"
        ).encode(),
        (
            "|猫|狗|鸟|兔|仓鼠|乌龟|鹦鹉| dog | cat | puppy | kitten | hamster | rabbit | bird "
            "| parrot | turtle |"
        ).encode(),
    ),
    # how one gets to work
    (
        (
            "|怎么上班|怎么去|怎么上学|上下班|通勤|去公司| get to work | get to school | commute "
            "| get around |"
        ).encode(),
        (
            "|分钟就到|分钟到|走着去|走过去|坐地铁|坐公交|挤地铁|开车去|开车上|骑车|骑电动"
            "|骑单车|走路|步行|班车|拼车|驾照"
            "|顺风车|送我|接送|远程|居家办公|在家办公| takes the | take the | by bus | by car "
            "| by bike | bike to | biking | cycle to | drive to | drives me | drop me | drops me "
            "| carpool | licence | walk to | walking to | subway | train | from home | remote "
            "| remotely | e-bike | scooter |"
        ).encode(),
        b"",
    ),
    # weight
    (
        "|多重|体重|几斤|胖| weigh | weighs | weight | heavy |".encode(),
        (
            "|斤|上秤|公斤了|称了一下|一称|空腹称|过秤|称体重|瘦回|胖回|减掉| weighed | weigh in "
            "| pounds lighter "
            "| pounds heavier |体重|瘦了|瘦到|减到|减了|胖了|胖到|掉了|kg| pounds | lbs "
            "| kilos | kilo | stone | the scale | scales |"
        ).encode(),
        b"",
    ),
    # age
    (
        "|多大|几岁|年龄|年纪| how old | age |".encode(),
        (
            "|岁了|满岁|周岁|岁生日| turned | turns | candles | years old | year-old "
            "| birthday cake |"
        ).encode(),
        b"",
    ),
    # sleep
    (
        "|几点睡|睡觉|熬夜|起床|几点起|作息| sleep | bed | bedtime | wake | get up |".encode(),
        (
            "|点睡|点就睡|点半睡|点半起|点才起|点半才起|点就起|点半就起|准时关灯"
            "|点关灯|点上床|睡到| wake up at | waking up at "
            "| alarm at |早睡|早起|熬夜|熬到|点起|失眠|倒时差|作息| lights out | in bed by "
            "| asleep by | to bed | up at | up by | get up till "
            "| get up until | get up at | awake | early bird | night owl | alarm "
            "| insomnia | bedtime |"
        ).encode(),
        b"",
    ),
    # alcohol
    (
        (
            "|酒| drink | drinks | drinking | beer | beers | wine | alcohol | whiskey | whisky "
            "| gin | rum | vodka | sherry | cocktail | cocktails | pint | pints | lager | cider |"
        ).encode(),
        (
            "|戒酒|滴酒|一杯没|一滴没| not a drop | not touched a drop | hasn't touched "
            "| no booze "
            "|不沾酒|滴酒不沾|酒不沾|断酒|没喝过酒|又喝上|又喝起|喝起来| back on the wine "
            "| back on the beer | back on the booze | off the wagon | on the wagon "
            "| without a drink "
            "| drinking again |不喝酒|不能喝酒|酒戒|脂肪肝|痛风| sober | sobriety | dry january "
            "| off alcohol | off the booze | teetotal | alcohol-free | non-alcoholic "
            "| no alcohol | aa meeting | aa meetings | quit drinking | stopped drinking |"
        ).encode(),
        b"",
    ),
    # coffee and tea
    (
        "|喝什么|咖啡|美式|拿铁|奶茶|浓茶| drink | drinks | bubble tea | coffee | espresso "
        "| latte | caffeine | tea "
        "|".encode(),
        (
            "|戒了糖| cut out sugar | only drinks | gave up sugar | gave up caffeine "
            "|戒咖啡|咖啡因|心悸|心慌|不敢碰|只喝|改喝| decaf | caffeine | only tea | herbal tea "
            "| only water | just water | green tea | jitters | jittery | palpitations | matcha |"
        ).encode(),
        b"",
    ),
    # smoking
    (
        "|烟| smoke | smokes | smoking | cigarettes | vape |".encode(),
        (
            "|戒烟|烟戒|打火机|烟灰缸|没冒|不再抽|没抽过|又抽上|抽上了|又抽起|抽起来|抽回来"
            "| ashtray | ashtrays | on the fags | on the cigs | on the smokes | fags a day "
            "| cold turkey | smoking again |没碰烟|不抽了|没再抽|复吸|电子烟|一根没|一口没"
            "|不碰烟|嚼口香糖|尼古丁| smoke-free | smoke free | nicotine "
            "| nonsmoker | non-smoker | quit smoking | stopped smoking | cigarette | patch "
            "| patches |"
        ).encode(),
        b"",
    ),
    # sugar
    (
        (
            "|可乐|奶茶|汽水|甜食|甜的|吃糖|蛋糕| sugar | soda | coke | cola | sweets | candy "
            "| dessert |"
        ).encode(),
        (
            "|血糖高|血糖偏高|血糖超|血糖上|糖尿病|控糖|戒糖|无糖|甜的|含糖| sugar | diabetic "
            "| diabetes | prediabetic | sweets | keto | low-carb |"
        ).encode(),
        b"",
    ),
    # meat
    (
        (
            "|肉|牛排|火锅|烧烤|吃素|素食|荤| meat | steak | beef | bacon | burgers "
            "| vegetarian | vegan |"
        ).encode(),
        (
            "|吃素|素食|不吃肉|开荤|沾荤|破戒|吃肉了|吃回| back on chicken | back on meat "
            "| back to cheese | back to eggs | back to meat | back to fish | eats meat "
            "| eat chicken | eats chicken | eat meat | fish again "
            "| eating meat | eats fish now | eats fish again | meat-eater | burger | bacon "
            "| vegan | vegetarian | plant-based | meatless | meat again | pescatarian | no meat |"
        ).encode(),
        "|肉|鱼|鸡|海鲜| meat | chicken | fish | beef | pork | steak |".encode(),
    ),
    # medicine
    (
        "|胰岛素|药|吸入|喷雾| inhaler | inhalers | puffer | drops | pill | pills | medication "
        "| medicine | meds | insulin |".encode(),
        (
            "|停药|减药|减量|换药|换了药|不用吃药|不用再吃| takes nothing | put the user on "
            "| moved the user to | switched the user to | moved me to | switched me to "
            "| changed the user to | new inhaler | new puffer | changed my prescription "
            "| put me on | came off | weaned off | took me off | off my meds | off the meds "
            "| off medication | tapered | tapering | stopped taking | new prescription |"
        ).encode(),
        (
            "|药|胰岛素|双胍|沙坦|地平|他汀|列汀|药片|一片|两片|半片| pill | pills "
            "| medication | meds | insulin | dose | tablets | prescribed | prescription |"
        ).encode(),
    ),
    # expecting
    (
        "|怀孕|预产期|备孕| pregnant | expecting | due date | for a baby |".encode(),
        (
            "|出生|生了"
            "|剖腹产|顺产|早产|龙凤胎|小产| baby girl | baby boy |生下|满月|坐月子|月子里|当妈"
            "|当爸|流产|没保住"
            "| gave birth | was born | had a boy | had a girl | had a baby | had the baby "
            "| had twins | had her baby | baby arrived "
            "| is born | newborn | the baby is here | baby came | arrived | delivered "
            "| miscarried | miscarriage | maternity leave | new baby |"
        ).encode(),
        b"",
    ),
)  # fmt: skip

SLOTS = _FIRST + MORE
