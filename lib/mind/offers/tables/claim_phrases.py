"""
Claim phrases: by which words a question asks for what a claim says.

Tables as in `memory.text.phrase_tables`; in English `=` is where it says of whom it is.
"""

# Predicate, phrases of a question about it.
ASKED = (
    (
        "住在",
        (
            "|住哪|在哪个区|在哪个小区|住在哪|住什么地方|住的地方|哪里住|在哪住|在哪里住"
            "|家在哪|住在什么|住的哪"
            "|在哪个城市|在哪座城市|住哪个|where do = live|where does = live|where did = live"
            "|where am = living|where is = living|where = live|my address|where is my home"
            "|what city do = live|what city does = live|which city do = live|where was = living"
            "|what is = address|what was = address|where was = home"
            "|what town do = live|where am = based|where does = stay|where is = staying"
            "|where am = staying|where was = staying|where is = these days|where is = now|"
        ).encode(),
    ),
    (
        "工作于",
        (
            "|在哪上班|在哪里上班|哪上班|在哪工作|在哪里工作|哪家公司|什么公司|在哪儿上班|哪个公司"
            "|在哪儿工作|什么单位|哪个单位|where do = work|where does = work|where did = work"
            "|which company|what company do|who do = work for|who does = work for"
            "|who did = work for|my employer|where am = working|where is = working|"
        ).encode(),
    ),
    (
        "职业",
        (
            "|做什么工作|什么职业|职业是什么|是做什么的|干什么工作|干哪行|是干什么的|是干嘛的|是做啥的"
            "|职业是啥|是干啥的"
            "|what do = do for|what does = do for|what did = do for|what is = job|what was = job"
            "|my profession|my occupation|what does = do |什么职位|什么职务|什么岗位|什么工种"
            "|做啥工作|工作是什么|工作是啥|上一份工作|前一份工作|what is = job title"
            "|what was = job title|what is = position|what is = occupation|what kind of work do"
            "|am = unemployed|"
        ).encode(),
    ),
    (
        "就读于",
        (
            "|在哪上学|在哪里上学|哪所学校|什么学校|哪个大学|哪所大学|在哪读书|在哪个学校"
            "|在哪儿上学|在哪上的大学|在哪读的大学|在哪念的大学|大学在哪|哪上的大学|哪毕业"
            "|where do = study|where does = study|where is = studying|where am = studying"
            "|where is = at college|where is = at uni|where does = go to college"
            "|where does = go to uni|which school|what school|which university"
            "|where do = go to school|where does = go to school|"
        ).encode(),
    ),
    (
        "专业",
        (
            "|学什么专业|什么专业|读什么专业|what do = study|what does = study|what is = major|"
        ).encode(),
    ),
    (
        "年级",
        (
            "|几年级|读几年级|上几年级|哪个年级|上几班|什么年级|what year is = in|which year is ="
            "|what grade is = in|which grade is =|what school year|what year am = in"
            "|初几|高几|大几|"
        ).encode(),
    ),
    (
        "年龄",
        (
            "|多大了|多大|几岁|多少岁|多大年纪|how old am =|how old is =|what is = age"
            "|what age is =|"
        ).encode(),
    ),
    (
        "体重",
        (
            "|多重|体重多少|体重是多少|体重现在|how much do = weigh|how much does = weigh"
            "|what is = weight|what do = weigh|how heavy am =|"
        ).encode(),
    ),
    ("身高", "|多高|身高多少|身高是多少|how tall am =|how tall is =|what is = height|".encode()),
    (
        "感情状态",
        (
            "|结婚了吗|结婚了没|结婚没|单身吗|有没有对象|感情状况|有对象吗|有男朋友吗|有女朋友吗"
            "|am = married|is = married|am = single|is = single|relationship status"
            "|am = in a relationship|am = engaged|已婚吗|是单身|有女朋友|有男朋友|有女友|有男友"
            "|谈恋爱|离婚了吗|离婚了没|脱单了|分手了吗|am = still married|is = still married"
            "|am = still single|am = seeing |am = dating|am = marrying|am = still dating"
            "|do = have a girlfriend|do = have a boyfriend|do = have a partner|am = divorced"
            "|am = still engaged|am = still with |"
        ).encode(),
    ),
    (
        "手机",
        (
            "|用什么手机|什么手机|哪款手机|手机是什么|的手机是|哪个手机|什么牌子的手机|which phone"
            "|what phone|what is = phone |what was = phone |what was = old phone |"
        ).encode(),
    ),
    (
        "昵称",
        (
            "|叫我什么|怎么叫我|怎么称呼我|如何称呼我|喊我什么|call me|my nickname|我的小名|我小名"
            "|我的昵称|我昵称|我的外号|我外号|我的绰号|"
        ).encode(),
    ),
    ("名字", "|我叫什么|我的名字|我是谁|what is my name|who am i|what is my full name|".encode()),
    ("生日", "|生日|哪天生日|when is = birthday|what is = birthday|".encode()),
    (
        "来自",
        (
            "|老家在哪|老家是|我是哪里人|哪儿人|从哪来|where am = from|where is = from"
            "|where do = come from|my hometown|"
        ).encode(),
    ),
    ("血型", "|血型|what is = blood type|what is = blood group|".encode()),
    ("微信", "|微信号|my wechat|".encode()),
    ("邮箱", "|邮箱|what is = email|".encode()),
    ("电话号码", "|电话号码|手机号|电话是多少|what is = phone number|".encode()),
)
