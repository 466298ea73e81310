"""
Told ends: what tells by itself that there is an end of what a question asks for, in words that
do not name it: the keys went back to the landlord, 工牌交了.

Rows as those of `narrow_slots`; without a third, what it names tells enough. What `slot_tables`
has for the same question is not said again.
"""

_PUT_AWAY = (
    "|闲鱼|落灰|压箱底|送人|卖了|卖掉|收起来|吃灰| attic | goodwill | craigslist | ebay "
    "| for sale "
    "| sold | drawer | closet | basement | donated | retired |"
).encode()
# Who asks for something at a time when it was so.
WHILE = "|的时候|那会儿|那时| when i | when he | when she |".encode()
ENDS = (
    # the work
    (
        (
            "| work | job | do for a living | employer | company |上班|工作|公司|单位|做什么的"
            "|干什么的|干嘛的|还在|"
        ).encode(),
        (
            "| name tag | for the last time | turned in the badge | turned in my badge "
            "| last shift | clocked out for "
            "| last day at work | first paycheck | two weeks notice "
            "| hung up the headset | retirement party | offer letter | new employer |新东家"
            "|工牌交|交了工牌|最后一班|最后一天班|离职手续|办了离职|入职手续"
            "|裁员名单|"
        ).encode(),
        b"",
    ),
    # the home
    (
        "| live | lives | living | home |住|家在|".encode(),
        (
            "| handed in the keys | handed back the keys | back to the landlord "
            "| turned in the keys "
            "| gave back the keys |房子退了"
            "|退了房|钥匙还|行李都搬|搬家公司|收拾好了新家|"
        ).encode(),
        b"",
    ),
    # the car
    (
        "| car | drive | truck | van | vehicle |开什么车|什么车|车还在|还开|".encode(),
        "| junkyard | scrapyard |报废|过户|提的新|新提|提了辆|".encode(),
        b"",
    ),
    # what is not to be eaten
    (
        (
            "| diet | keto | salt | sugar | sodium | gluten | dairy | vegan | vegetarian | meat "
            "|控糖|生酮|吃素|忌口|低盐|糖|米饭|吃肉|"
        ).encode(),
        (
            "| dessert | salt | sugar | bread | meat | bacon | burger | cheese |甜的|糖|盐|米饭|肉"
            "|忌口|奶茶|"
        ).encode(),
        (
            "| is fine again | again | back on the menu | lifted | back on the plate |可以吃"
            "|不用忌"
            "|破戒|又端|又喝|又开始|算了|不忌|"
        ).encode(),
    ),
    # who one goes out with
    (
        (
            "| dating | seeing | girlfriend | boyfriend | partner | still with |对象|男朋友|女朋友"
            "|在一起|恋爱|"
        ).encode(),
        (
            "| called it a day | just friends | broke it off | split up | parted ways "
            "| separate ways | shook hands | gave back the apartment key |各走各的|说清楚|到此为止"
            "|东西都搬走|分开了|"
        ).encode(),
        b"",
    ),
    # hair
    (
        "| hair |头发|发型|长发|短发|".encode(),
        ("| pixie cut | locks of love | to the chin |短发|长发捐|").encode(),
        b"",
    ),
    # teeth and eyes
    (
        "| braces |牙套|".encode(),
        "| retainer | brackets | braces came off |保持器|牙套拆|摘了牙套|拆了牙套|".encode(),
        b"",
    ),
    (
        "| glasses |眼镜|".encode(),
        "| twenty-twenty |近视手术|全飞秒|裸眼|".encode(),
        b"",
    ),
    # those who serve
    (
        "| navy | army | marines | air force | military |当兵|部队|".encode(),
        "| discharge | discharged | the uniform |退伍|军装|领花|复员|转业|".encode(),
        b"",
    ),
    # the way to work
    (
        "| get to work | commute | bus | subway |怎么去上班|怎么上班|地铁|公交|".encode(),
        ("| carpools | went remote | works from home | bus pass |电动车|地铁卡|").encode(),
        b"",
    ),
    # who one lives with
    (
        "| roommate | flatmate | housemate |室友|合租|".encode(),
        (
            "| room is empty | moved in with | moved out | keys on the |腾空|搬走|搬出|新室友|"
        ).encode(),
        b"",
    ),
    # a school
    (
        "| school | grade |上学|哪个学校|读书|几年级|学校|".encode(),
        "| junior high |校徽|毕业典礼|去了初中|开学典礼|".encode(),
        b"",
    ),
    # where somebody lives who went away
    (
        "| live | lives | living |住|".encode(),
        ("| packed the truck |以后难见|说不回来|安了家|").encode(),
        b"",
    ),
    # what one plays with
    (
        (
            "| badminton | tennis | bowl | golf | play | skate | ski | dance | do on | hobby "
            "|球|跳舞|弹|琴|钓鱼|滑雪|滑板|周末|"
        ).encode(),
        (
            "| racket | shuttlecocks | cleats | clubs | skates | skis | ball | bat | guitar "
            "| piano "
            "|球拍|球鞋|舞鞋|琴|鱼竿|渔具|滑板|雪板|"
        ).encode(),
        _PUT_AWAY,
    ),
    (
        "| coffee |咖啡|拿铁|".encode(),
        "| espresso machine | coffee maker | coffee machine |咖啡机|咖啡壶|".encode(),
        _PUT_AWAY,
    ),
)
