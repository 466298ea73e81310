"""
Others: what tells that a memory is of somebody else than the owner, or that a question may be.

Tables as in `memory.text.phrase_tables`; those of English have blanks around words.
"""

# Who or what a memory may begin with that is not the owner's, unless the owner is named behind.
SOME_EN = (
    b"|a |an |one of |some |somebody |someone |somebody's |someone's |another |the neighbour "
    b"|the neighbor "
    b"|the neighbours |the neighbors |the kids next door |the chemist |the postman |the mailman "
    b"|the plumber |the surgery |the school |two of |three of |half |everyone |everybody |people |"
)
SOME_ZH = (
    "|有个|有只|有人|有位|有一个|有一位|某|别人|人家|一个同|一个朋|一位|楼上|楼下|隔壁|对门|对面"
    "|门口"
    "|邻居|主编|院长|校长|局长|馆长|店长|厂长|站长|处长|科长|保安|保洁|前台|快递|外卖|司机|顾客"
    "|客人|客户|学生"
    "|同学|工友|队友|球友|牌友|网友|徒弟|学徒|师兄|师姐|师弟|师妹|搬家师傅|师傅|装修师傅|大爷|大妈"
    "|班里|班上|单位有|公司有|店里来|店里有|"
).encode()
# What lives with somebody, and who sees to it: they have things of their own as friends have.
ANIMALS = (
    "|宠物|猫|狗|犬|鸟|鱼|兔|龟|仓鼠|鹦鹉|兽医| pet | pets | dog | dogs | puppy | cat | cats "
    "| kitten | bird | parrot | budgie | fish | rabbit | bunny | hamster | horse | pony "
    "| tortoise | turtle | vet | groomer |"
).encode()
# Asked for whom the owner knows.
ACQUAINTED = (
    "|谁|哪位|认识|有人|有没有人|哪个人| anyone | anybody | someone | know | who |".encode()
)
# Asked what was got, whoever it was for.
GOT = b"| did | have i | buy | bought | get | got | give | gave | send | sent | lend | lent |"
GOT_ZH = "买换送办选挑订寄修装"
# What somebody has, within eight characters: 的猫.
HAS_ZH = "|的|养|有|家的|家养|家有|买了|捡了|"
# Behind a relative: what the owner has no share in.
OF_KIN_ZH = "|的|对|考|结婚|退休|工资|月薪|年薪|房租|体重|身高|生日|手机号|戒|过敏|"
# Behind 爸 where it is the father, and no part of a word; what makes another word of 我妹.
AFTER_ONE = (
    "|的|在|是|要|叫|住|做|喜|爱|每|今|过|对|不|开|有|去|来|会|养|买|跑|退|身|得|跟|和|把|给|"
).encode()
LONGER = "妹弟哥姐姊爸妈爹娘夫媳妇们友婿子儿女爷奶公婆家"
OPENINGS = ("the user's ", "her ", "his ", "my ", "用户的", "用户", "我的", "我")
FORMER = "| ex-| my ex | former wife| former husband|前妻|前夫|前女友|前男友|前任|".encode()
MOVES = ("挪到", "搬到", "移到", "调到", "搬去", "挪去", "改到", "搬走", "搬进", "搬出")
WITHIN = (" got", " has been", " have been", " had been", " been", " was", " is", " has", " just")
OWNERS_EN = (
    b"| called | named | household | i | i'm | i've | i'd | me | my | mine | we | we've | us "
    b"| our | user | owner | new |"
)
TITLES = ("老师", "总", "医生", "主任", "经理", "教练", "阿姨", "姐", "哥", "师傅")
COMPANY = ("公司", "单位", "老板", "the user's office", "the office", "the company")
DOES_MY = (" is my ", " does my ", " has my ", " can my ", " did my ", " was my ", " will my ")
FRIENDS = "|女朋友|男朋友|对象|girlfriend|boyfriend|partner|".encode()
MY = b"| i | me | my | mine | we | us | our | user | owner |"
BY_OWNER = ("我", "用户", "主人", "i ", "the user ")
# What says where somebody is or for whom they work, though it is no claim.
WHERE = "|在|到|交给| at | for | in | with | under | on | behind | to |".encode()
