"""
Families: what a question asks for in one word and a memory says in another.

A row is the words of questions, `>`, and what says it; a word of English in front of it may go on
in a memory. A blank within one is written as _.
"""

# What a question asks for in one word and a memory says in another: phrases > what says it.
FAMILIES = (
    "怎么死 怎么没的 怎么没了 怎么去世 怎么过世 怎么离世 怎么不在 怎么走的 怎么走了"
    " 什么时候死 什么时候没的 什么时候去世 什么时候过世 什么时候走的 哪天死 哪天没的 哪天走的"
    " 哪年去世 哪年走的 哪年没的 die died dead pass_away passed_away"
    ">死 去世 过世 离世 病逝 走了 没了 不在了 没救 飞走 走丢 跑丢 丢了 安乐 died dead death"
    " passed_away passed_on put_down put_to_sleep killed t_make_it",
    "happened_to happened_with happen_to become_of became_of"
    ">died dead death passed_away passed_on put_down put_to_sleep killed t_make_it"
    " hit_by got_hit run_over ran_over ran_away ran_off missing escaped flew_off flew_away got_out"
    " crash totaled totalled wreck scrapped sold stolen stole nicked broke broken smash crack"
    " dropped lost fell hurt injur sprain fractur tore_ torn_ sick poorly ill_ hospital surgery"
    " cancer_ stroke fired laid_off quit_ closed shut divorc split_up gave_away rehomed returned"
    " threw failed spilled spilt damage burn flood leak stopped_working packed_in gave_up conked"
    " retired moved_ left_ arrested cancelled canceled poison bitten rid_of binned melted froze"
    " redundant gone_",
    "怎么上班 怎么上学 怎么去上班 上下班 通勤 commute>去单位 去公司 班车 打车 上下班 地铁 公交"
    " 电动车 骑"
    " 开车 通勤 步行 commute cycles subway bike walks bus",
    "室友 合租 和谁住 跟谁住 谁一起住 roommate roommates flatmate flatmates housemate housemates"
    " do_i_live_with am_i_living_with>室友 合租 一起住 同住 独居 一个人住 跟我住 roommate flatmate"
    " housemate live_with lives_with living_with live_alone",
    "住 住在 家在 搬家 live living lived>住 合租 租在 搬 迁 安家 落户 定居 长大 生活 家在 live"
    " moved_to moved_in moved_back moved_out"
    " apartment_in flat_in house_in condo_in relocated grew based_in rents renting lodg",
    "头发 发型 长发 短发 长头发 短头发 hair haircut hairstyle>头发 长发 短发 发型 光头 寸头"
    " 马尾 刘海 卷发 hair haircut pixie ponytail curls braids bob"
    " locs dreads",
    "抽烟 smoke smoking cigarettes>烟 smok cigarette vape",
    "喝酒 白酒 啤酒 alcohol booze wine beer>酒 啤 alcohol wine beer whisky sober drink",
    "上班 工作 公司 单位 职业 干什么的 是做什么 在做什么 做什么的 干嘛的 干啥的 哪行 任职 firm"
    " job work worked working company"
    " employer profession occupation>上班 工作 公司 转岗 转行 讲师 跳槽 入职 任职 退休 创业 职 医"
    " 护士 工程师"
    " 编辑 开店 开了一家 开了家 开了个 店长 送外卖 送快递 跑滴滴 开出租 摆摊 做家教 老师 金店"
    " 厂 主任 批发 生意 合开 顾问 接了份 找了份 work job fired laid quit redundant 辞 裁 失业 离职"
    " retired nurse teacher teaches engineer manager technician driver"
    " a_doctor a_student fisherman startup",
    "专业 读什么 读书 读研 上学 念书 学校 study studying studied major school university"
    " college>读 研究生 大学 中学 小学 高中 学院 学校 专业 学生 academy primary grade freshman"
    " study"
    " studies university college school degree law mba mbbs phd",
    "教什么课 教什么 教书 教课 subject teach teaching>教书 老师 教师 中学 小学 大学 teach"
    " teaches teacher",
    "过敏 忌口 能吃 不能吃 能喝 allergic allergy allergies intolerant>过敏 不耐受 疹子 hives"
    " 忌 不能吃 不吃 能吃"
    " 空腹 不能喝 不喝 allergic allergy intolerant vegetarian vegan coeliac celiac"
    " can_t_take can_t_eat can_t_have",
    "eat food diet>eat eats vegetarian vegan diet meat allergic allergy coeliac celiac",
    "vegetarian vegan>vegetarian vegan vegetarianism plant-based meatless meat pescatarian",
    "药 什么药 降压药 降糖药 吃药 medicine medicines medication medications pill pills drug tablet"
    " tablets meds>药"
    " 片 胰岛素 双胍 地平 takes"
    " tablet prescri medicine thyroxine penicillin pill",
    "喝什么 喝 饮料 drink drinks drinking>喝 茶 咖啡 可乐 牛奶"
    " 奶茶 酸奶 白酒 红酒 啤酒 黄酒 酒量 豆浆 果汁 汽水 杯水 温水 开水"
    " tea coffee drink juice water beer",
    "哪本书 什么书 在看 在读 reading>在看 在读 《 reading",
    "车牌号 车牌 plate>车牌 plate",
    "属什么 属啥 生肖 zodiac>属 生肖 zodiac",
    "开的什么车 开什么车 开的是什么车 什么车 开的车 开车 汽车 车 car drive driving vehicle>车"
    " 一辆 开着"
    " 骑 特斯拉 比亚迪 宝马 奔驰 奥迪 丰田 本田 car camper pickup drive drives driving honda"
    " ford subaru tesla toyota"
    " bmw",
    "上几年级 读几年级 几年级 年级 读哪个班 grade what_class>年级 大班 中班 小班 初一 初二"
    " 初三 高一 高二 高三 大一 大二 大三 大四"
    " grade grader nursery reception kindergarten year_",
    "房租 月租 租金 租房 rent>租 rent",
    "周末一般 周末通常 周末都 周末干什么 周末干嘛 周末干啥 周末做什么 周末怎么过 周末喜欢"
    ">周末 礼拜天 星期天 周六 周日 双休",
    "睡得怎么样 睡得好 睡得香 睡眠怎么样 睡眠好 睡眠质量>睡眠 失眠 睡不着 睡不好 睡得 半夜醒 早醒"
    " 入睡",
    "睡觉 睡前 几点睡 熬夜 起床 sleep asleep bedtime>睡 熬夜 点起 起床 sleep bed",
    "get_up getting_up wake_up wake alarm>get_up gets_up getting_up wake alarm up_by up_at"
    " up_before out_of_bed",
    "眼镜 近视 视力 度数 glasses eyesight>近视 眼镜 视力 glasses contact",
    "过期 到期 有效期 expire expires>到期 过期 续 expire renew",
    "结婚 婚礼 女朋友 男朋友 对象 恋爱 单身 married wedding marry single relationship partner"
    " girlfriend boyfriend dating engaged>婚 领证 领了证 证领 女朋友 男朋友 在一起 恋 对象"
    " married wedding"
    " engaged single relationship seeing_some been_seeing i'm_seeing"
    " am_seeing is_seeing started_seeing"
    " dating boyfriend girlfriend fianc",
    "体重 多重 减肥 weigh weight>体重 公斤 斤 减到 weigh kilo pound",
    "生日 寿辰 birthday>生日 大寿 出生 生于 birthday born",
    "出生 born>出生 生于 生了 born",
    "长大 老家 家乡 grow grew hometown>长大 老家 家乡 来自 grew raised born",
    "无线网 wifi 网络>无线网 wifi 网络",
    "surname>surname name",
    "乐器 instrument>琴 吉他 尤克里里 鼓 笛 cello guitar piano violin fiddle bass ukulele drums"
    " flute",
    "语言 外语 language>语 spanish french gaelic german english japanese chinese italian",
    "宠物 pet pets>猫 狗 犬 兔 仓鼠 鹦鹉 小鸟 只鸟 养鸟 金鱼 养鱼 鱼缸 条鱼 孔雀鱼 龟 柯基 金毛"
    " 泰迪 哈士奇 cat dog puppy kitten"
    " beagle corgi collie rabbit hamster parrot tortoise goldfish"
    " turtle fish",
    "猫 cat cats kitten>猫 布偶 英短 cat kitten tabby tortoiseshell siamese persian ragdoll",
    "病 毛病 疾病 什么病 身体 illness disease condition health>骨刺 半月板 疼 病 症 炎 风湿"
    " 高血压 癌 甲亢 手术"
    " 住院 骨折 摔 痛风 复查 disease illness condition diabetes arthritis asthma surgery hospital",
    "学什么 在学 learn learning>学 learn",
    "鸟 bird birds>鸟 鹦鹉 八哥 画眉 鹩哥 bird parrot parakeet budgie canary cockatiel",
    "狗 犬 dog puppy>狗 犬 柯基 金毛 泰迪 哈士奇 边牧 dog puppy beagle corgi husky collie"
    " greyhound jack_russell spaniel whippet chihuahua dachshund pug shepherd mutt"
    " terrier poodle labrador retriever cockapoo labradoodle lurcher",
    "手机 phone>手机 老年机 iphone 华为 小米 红米 荣耀 vivo oppo 一加 苹果手机 phone samsung pixel"
    " galaxy",
    "电脑 笔记本 computer laptop>电脑 笔记本 macbook 联想 computer laptop thinkpad",
    "报纸 杂志 newspaper magazine>报 消息 日报 周刊 newspaper magazine times",
    "游戏 game games>游戏 王者 game games",
    "歌 音乐 歌手 song music singer>歌 曲 音乐 song music band",
    "电影 movie movies film>电影 片 movie film",
    "比赛 race marathon>比赛 马拉松 race marathon",
    "手术 surgery operation>手术 surgery operation replacement transplant",
    "牙医 dentist>牙 dentist teeth dental",
    "大夫 医生 doctor>大夫 医生 医院 doctor dr",
    "领导 老板 经理 上司 boss manager>领导 老板 经理 上司 boss manager",
    "考证 考什么 exam certificate>考 证 exam certificate",
    "工资 月薪 薪水 挣 赚 salary earn wage>工资 薪 挣 赚 能拿 到手 salary earn paid wage",
    "存钱 攒钱 攒 save saving savings>攒 存 save",
    "听力 耳朵 hearing ear>耳 听力 hearing ear",
    "左眼 右眼 眼睛 eye eyes>眼 白内障 视力 飞秒 eye cataract lasik",
    "早饭 早餐 早点 breakfast>早饭 早餐 早点 早上一 早上只吃 早上都吃 早上喝 早上只喝 早晨吃 豆浆"
    " 油条 燕麦 粥 breakfast oatmeal toast cereal bacon",
    "牛奶 奶酪 芝士 酸奶 奶油 milk cheese yogurt ice_cream dairy>乳糖 奶 芝士 lactose dairy"
    " vegan milk"
    " cheese yogurt",
    "驾照 驾驶证 驾驶执照 licence license>驾照 驾驶证 科目 拿本 路考 licence license driving_test"
    " driver's",
    "hurt injured injure injury>hurt injur accident fell torn sprain broke_my broke_his"
    " broke_her broken_ fractur bad_back bad_knee"
    " bad_shoulder",
    "照顾 照看 照料 babysit>照顾 照看 照料 带孩子 在带 保姆 托给 寄养 care babysit look_after"
    " looks_after"
    " watches nanny",
)  # fmt: skip
