"""
Narrow slots: what a question asks for that is told anew in words which mean a change only beside
its own: *signed up for Korean* of a language, *the landlord raised it* of a rent.

A row is what a question names it by, what a later memory has to name, and what it has to say
besides, HERE where nothing else is given. Tables as in `memory.text.phrase_tables`; those of
English have blanks around words.
"""

# Another is here, or what there was is not; nothing that is said of a thing bought or seen once.
HERE = (
    "|换|改|不再|现在|如今|以后|关了|关门|倒闭|转|迷上|变成|变了|都是|放弃|停了|停掉|报了|退了"
    "|退休|调走|走了|不干|离职|接手|接了|接任|接替|不去|不用|不吃|不喝|不碰|不玩|不学|不怎么|戒"
    "|只吃|只喝|入坑|入了|粉上|脱粉|发了|给配|收摊|歇业|请了|送|吃腻|吃伤|攒了|升级|开始|新"
    "| now | these days | instead | switched | moved to | joined | no longer | anymore "
    "| any more | no more | replaced | left | retired | quit | closed | new | signed up | on to "
    "| onto | gave up | dropped | went off | all about | over | took over | takes over | took up "
    "| only | has me | found | swapped | changed | transferred | gave me | gave the user | died "
    "| built | upgraded | put me | put the user | out | can't | nowadays | lately |"
).encode()
_EATEN = (
    "|吃|喝|咖啡|茶|粥|豆浆|牛奶|面包|馄饨|包子|水果| drink | drinks | drinking | eat | eats "
    "| eating | have | has | had | coffee | tea | matcha | smoothie | smoothies | yogurt "
    "| oatmeal | cereal | toast | eggs | juice | water | skips | skip | no |"
).encode()
# Who has a part of a body or a life of their own to look after, so that each has one of these.
SORTS = (
    "|牙|眼科|妇科|产科|中医|心理|儿科|宠物| dentist | dentists | dental | orthodontist | vet "
    "| therapist | counselor | optician | pediatrician | physio | midwife |"
).encode()
ROWS = (
    # a name
    (
        "|叫什么|名字|大名|网名|昵称| called | name |".encode(),
        "|改名|改叫|大名|网名|名字|户口| name |".encode(),
        "|改|换|不用| changed | goes by |".encode(),
    ),
    # a language that is learned
    (
        "|什么语言|什么外语|哪门语言|哪门外语|学什么语| language | languages |".encode(),
        (
            "|日语|韩语|英语|法语|德语|西班牙语|西语|俄语|泰语|粤语|意大利语|葡萄牙语|葡语"
            "|阿拉伯语|手语| spanish | french | italian | german | dutch | korean | japanese "
            "| mandarin | chinese | portuguese | russian | arabic | polish | swedish | greek "
            "| turkish | hindi | welsh | irish | norwegian | danish | sign language |"
        ).encode(),
        (
            "|报了|报名|啃|转学|改学|开始学|换成|放弃|学了| signed up | dropped | on to | onto "
            "| switched | took up | taking | lessons | gave up | learning | studies |"
        ).encode(),
    ),
    # what one has for it in the morning
    (
        "|早餐|早饭|早点|早上吃|早上喝| breakfast | drink in the morning |".encode(),
        "|早餐|早饭|早点|早上| breakfast | morning | mornings |".encode(),
        _EATEN,
    ),
    # who does one's hair
    (
        (
            "|理发|剪头|谁给我剪|发型师| hairdresser | barber | stylist | cuts my hair "
            "| hair cut | hair done | my haircut | my haircuts | do my hair | does my hair |"
        ).encode(),
        (
            "|理发|剪发|剪头|头发|发型师|造型|改找| barber | barber's | barbers | hairdresser "
            "| stylist | salon | my hair | own hair | her hair | his hair | haircuts |"
        ).encode(),
        HERE,
    ),
    # where one shops
    (
        (
            "|买菜|超市|买东西| groceries | grocery | supermarket | my shopping | the shopping "
            "| do i shop | do we shop |"
        ).encode(),
        (
            "|超市|菜市场|早市|盒马|山姆|永辉|叮咚|朴朴|买菜|沃尔玛|大润发|物美|家乐福|开市客"
            "|costco|奥乐齐|生鲜| groceries | tesco | aldi | lidl | kroger | publix | walmart "
            "| target | trader joe's | whole foods | safeway | asda | sainsbury's | morrisons "
            "| waitrose | instacart | ocado | weekly shop | supermarket | delivered |"
        ).encode(),
        HERE[:-1] + "|办了|会员|下单| membership | goes |".encode(),
    ),
    # what one listens to best, eats best
    (
        (
            "|歌手|谁的歌|乐队|什么歌|什么音乐| favorite singer | favourite singer "
            "| favorite band | favourite band | music | listen to |"
        ).encode(),
        (
            "|的歌|听|粉|乐队|单曲|循环|专辑|歌手| listen | listens | listening | singer | band "
            "| music | album | albums | fan | songs | all about | went off |"
        ).encode(),
        HERE[:-1] + "|最近| lately |".encode(),
    ),
    (
        (
            "|最爱吃|喜欢吃|最喜欢的菜|爱吃什么|喜欢的菜| favorite food | favourite food "
            "| favorite dish | favourite dish | favorite cuisine | favourite cuisine "
            "| food do i like |"
        ).encode(),
        (
            "|吃|菜|口味|火锅| food | dish | cuisine | eat | eats | vegan | vegetarian | pizza "
            "| sushi | ramen | tacos | curry | favorite | favourite |"
        ).encode(),
        HERE,
    ),
    # what one does with one's time
    (
        "|爱好|周末一般|周末做什么|业余| hobby | hobbies | on weekends | at weekends |".encode(),
        (
            "|爱好|周末|骑行|摄影|书法|钓鱼|渔具|爬山|徒步|画画|水彩|吉他|钢琴|尤克里里|乐高|露营"
            "|跳舞|下棋|打球|别的都| hobby | hikes | hiking | birdwatching | pottery | pickleball "
            "| drums | guitar | knitting | chess | painting | photography | fishing | weekends "
            "| gardening | baking | crochet | sewing | cycling |"
        ).encode(),
        HERE,
    ),
    # a computer
    (
        "|电脑|笔记本| laptop | computer |".encode(),
        (
            "|电脑|笔记本|macbook|thinkpad|惠普|戴尔|联想|华硕|主机|机械革命|surface|小新|拯救者"
            "| laptop | dell | asus | lenovo | chromebook | desktop | imac | pc |"
        ).encode(),
        HERE[:-1] + "|买了|买的| bought | got | gave |".encode(),
    ),
    # a bank
    (
        "|银行|工资卡|哪张卡| bank | my account |".encode(),
        (
            "|银行|工行|建行|招行|中行|农行|交行|中信|平安卡|浦发|民生|邮储|销户|工资卡|工资改"
            "|工资发| bank | chase | barclays | monzo | ally | hsbc | credit union | santander "
            "| lloyds | natwest | wells fargo | starling | account |"
        ).encode(),
        HERE,
    ),
    # who looks after the children
    (
        (
            "|带孩子|带娃|照顾孩子|孩子谁带|家里的阿姨|保姆| nanny | babysitter | the kids "
            "| watches my | looks after my |"
        ).encode(),
        (
            "|保姆|阿姨|育儿嫂|月嫂|托班|带娃|带孩子|婆婆|外婆|奶奶|姥姥| daycare | day care "
            "| au pair | childminder | nursery | nanny | sitter | grandma | has him | has her "
            "| has them |"
        ).encode(),
        HERE,
    ),
    # who teaches, and who is over one at work
    (
        "|班主任|老师| teacher | teaches |".encode(),
        "|班主任|老师|带班| teacher | teaches | class | homeroom |".encode(),
        HERE[:-1] + "|分班|休产假|接班| covering | moved up | has | got |".encode(),
    ),
    (
        "|领导|老板|上司|主管|经理| boss | manager | supervisor | report to |".encode(),
        (
            "|领导|老板|上司|主管|经理|汇报|的位置|来的是|总管| boss | manager | supervisor "
            "| runs the team | put the user under | put me under | reports to | report to "
            "| works under | working under | took over |"
        ).encode(),
        HERE[:-1] + "|退了|高升|合并|管了|汇报| runs | under | report | promoted |".encode(),
    ),
    # a doctor
    (
        "|医生|大夫|看病|看牙|主治| doctor | doctor's | gp | dentist |".encode(),
        "|医生看|大夫看|主任看|牙医|的号|病历| dr | dentist | doctors | practice |".encode(),
        HERE[:-1] + "|找| sees | see | seeing | retired | leave |".encode(),
    ),
    # rent and weight, by their numbers
    (
        "|房租|月租| rent |".encode(),
        "|房租|月租|续租|涨租|房东| rent | landlord | new place |".encode(),
        "|涨|降|谈|改|现在|搬| raised | went up | down to | up to | costs | now |".encode(),
    ),
    (
        "|多重|体重|多少斤| weigh | my weight |".encode(),
        "|斤|公斤|瘦了|胖了|减肥| pounds | kilos | kg | weight | down to | up to |".encode(),
        "|瘦|胖|减|现在|称| put on | lost | is down to | i'm down to | m down to | now |".encode(),
    ),
)
# What an animal, or a child, is fed.
FED = (
    "|吃什么|喂什么|猫粮|狗粮|粮| feed | eat | eats | food |".encode(),
    (
        "|粮|罐头|冻干|处方|猫饭|狗饭|改吃|吃| food | diet | gets | kibble | feed | cook for "
        "| eats | eating |"
    ).encode(),
    HERE[:-1] + "|让|换|太贵| on | gets | won't | wants |".encode(),
)
