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
# Behind it somebody is named.
NEXT_DOOR = "|隔壁|楼上|楼下|对门|"
