"""
Words of the benchmark corpus: what its sentences are put together from, by slot name.

Data alone, for corpus.py. All written for this purpose: names, numbers and shops are nobody's.
"""

_TEXT = {
    "surname": (
        "赵 钱 孙 李 周 吴 郑 王 冯 陈 褚 卫 蒋 沈 韩 杨 朱 秦 尤 许 何 吕 施 张 孔 曹 严 华 金"
        " 魏 陶 姜 戚 谢 邹 喻 柏 水 窦 章 云 苏 潘 葛 范 彭 郎 鲁 韦 马 苗 凤 花 方 俞 任 袁 柳"
        " 鲍 史 唐 费 廉 岑 薛 雷 贺 倪 汤 罗 毕 郝 安 常 乐 于 傅 卞 齐 康 伍 余 顾 孟 黄 穆 萧"
        " 尹 欧阳 司马 诸葛 上官 慕容"
    ),
    "given": (
        "雨 桐 浩 宇 欣 怡 子 轩 梓 涵 思 远 佳 宁 明 哲 雪 琪 嘉 豪 晓 东 志 强 美 玲 国 庆 秀"
        " 英 海 燕 俊 杰 婷 芳 文 博 天 佑 诗 语 若 曦 景 行 可 馨 一 诺 承 泽 奕 辰 静 萱 伟 建"
        " 军 丽 娜 磊 洋 勇 艳 娟 涛 超 霞 平 刚 桂 兰 鹏 飞 红 波 斌 凯 健 璐 倩 颖 琳 丹 萍 鑫"
        " 岩 松 柏 青 竹 梅 菊 莲 蓉 薇 蕾 瑶 珊 瑾 瑜 璇 珂 澜 沐 汐 洛 淇 溪 泓 淳"
    ),
    "relation": (
        "妈妈 爸爸 奶奶 爷爷 外婆 外公 姐姐 哥哥 妹妹 弟弟 姑姑 舅舅 小姨 大伯 婶婶 表姐 表弟"
        " 堂哥 侄女 外甥 老婆 老公 女儿 儿子 丈母娘 公公 婆婆 干妈 大学室友 高中同桌 前同事"
        " 隔壁邻居 房东 健身教练 钢琴老师 班主任"
    ),
    "title": "阿姨 叔叔 老师 医生 师傅 经理 教练 同学 姐 哥 奶奶 大爷 主任 律师 护士 老板",
    "english_name": (
        "Emma Leo Grace Kevin Lucas Mia Oliver Tina Jason Vivian Felix Nora Hugo Iris Owen Cathy"
        " Dylan Ruby Simon Yuki Marco Elena Sven Priya Omar Hannah Diego Chloe Bruno Alice"
    ),
    "city": (
        "北京 上海 广州 深圳 杭州 南京 苏州 成都 重庆 武汉 西安 长沙 青岛 大连 厦门 昆明 哈尔滨"
        " 沈阳 天津 合肥 福州 济南 郑州 贵阳 南宁 海口 三亚 拉萨 兰州 银川 西宁 乌鲁木齐 呼和浩特"
        " 桂林 大理 丽江 威海 烟台 珠海 佛山 东莞 宁波 绍兴 嘉兴 无锡 扬州 洛阳 开封 敦煌 景德镇"
        " 泉州 汕头 香港 澳门 台北 东京 大阪 首尔 曼谷 新加坡 巴黎 柏林 温哥华 悉尼"
    ),
    "place": (
        "公园 图书馆 菜市场 咖啡馆 电影院 健身房 游泳馆 羽毛球馆 地铁站 火车站 机场 医院 牙科诊所"
        " 宠物医院 花店 书店 面包房 火锅店 烧烤摊 理发店 银行 邮局 派出所 社区中心 小区门口"
        " 楼下超市 河边步道 山顶观景台 海边栈道 湿地公园 植物园 动物园 博物馆 美术馆 科技馆"
        " 少年宫 体育场 音乐厅 老茶馆 夜市 旧货市场 古镇 寺庙 果园 农家乐 露营地 滑雪场 温泉酒店"
        " 高铁上 阳台上 厨房里 办公室 会议室 停车场 加油站 幼儿园门口 大学食堂 实验楼"
    ),
    "food": (
        "红烧肉 糖醋排骨 清蒸鲈鱼 番茄炒蛋 麻婆豆腐 宫保鸡丁 鱼香肉丝 酸菜鱼 水煮牛肉 回锅肉"
        " 东坡肉 白切鸡 烤鸭 小龙虾 大闸蟹 生煎包 小笼包 锅贴 馄饨 饺子 螺蛳粉 桂林米粉 过桥米线"
        " 兰州拉面 热干面 担担面 刀削面 油泼面 肠粉 煲仔饭 扬州炒饭 煎饼果子 肉夹馍 羊肉泡馍"
        " 麻辣烫 冒菜 臭豆腐 豆花 汤圆 粽子 月饼 青团 绿豆糕 桂花糕 蛋挞 提拉米苏 芝士蛋糕"
        " 冰糖葫芦 炒栗子 烤红薯 西瓜 荔枝 榴莲 芒果 山竹 杨梅 车厘子 石榴 柿子 凤梨 寿司"
        " 石锅拌饭 冬阴功汤 牛排 意大利面 披萨"
    ),
    "drink": (
        "龙井茶 普洱 铁观音 茉莉花茶 大红袍 菊花茶 酸梅汤 豆浆 燕麦奶 冰美式 拿铁 卡布奇诺"
        " 手冲咖啡 抹茶 珍珠奶茶 杨枝甘露 椰子水 气泡水 苹果醋 米酒 黄酒 精酿啤酒 红葡萄酒 梅酒"
        " 蜂蜜柚子茶 姜汤 红枣茶 柠檬水"
    ),
    "hobby": (
        "爬山 跑步 游泳 骑车 打羽毛球 打乒乓球 踢足球 打篮球 练瑜伽 打太极 跳广场舞 练书法 画水彩"
        " 画油画 学素描 做陶艺 织毛衣 钩针 拼乐高 做木工 修老钟表 养多肉 种番茄 钓鱼 露营 观鸟"
        " 看星星 摄影 剪视频 写日记 写小说 背古诗 下围棋 下象棋 打桥牌 玩桌游 剧本杀 弹吉他"
        " 弹钢琴 拉二胡 吹笛子 打架子鼓 唱粤剧 听评书 听播客 看纪录片 看推理小说 集邮 收集黑胶"
        " 烘焙 酿酒 潜水 冲浪 滑雪 攀岩 射箭 击剑 学法语 学日语 学手语"
    ),
    "thing": (
        "蓝牙耳机 机械键盘 旧相机 行车记录仪 电饭煲 空气炸锅 扫地机器人 投影仪 台灯 加湿器 净水器"
        " 保温杯 雨伞 登山鞋 羽绒服 围巾 手表 戒指 项链 钱包 身份证 护照 驾照 医保卡 公交卡"
        " 门禁卡 备用钥匙 车钥匙 遥控器 充电宝 移动硬盘 平板电脑 吉他 小提琴 自行车 电动车 滑板"
        " 帐篷 望远镜 显微镜 缝纫机 相册 毕业照 情书 存折 保险单 房产证 体检报告 菜谱 字帖 地图"
        " 种子 花瓶 茶具 砂锅 菜刀 工具箱 梯子 轮椅 血压计 老花镜 助听器 假牙 奶瓶 婴儿车 积木"
        " 风筝"
    ),
    "job": (
        "小学老师 护士 程序员 会计 快递员 出租车司机 厨师 理发师 律师 建筑师 设计师 翻译 记者"
        " 编辑 摄影师 警察 消防员 药剂师 兽医 牙医 花艺师 面点师 电工 焊工 木匠 农技员 养蜂人"
        " 茶农 船员 飞行员 空乘 导游 健身教练 心理咨询师 图书管理员 配音演员 动画师 数据分析师"
        " 产品经理 测试工程师 仓库管理员 售楼员 保险经纪 大学讲师 博士生 自由撰稿人"
    ),
    "pet": (
        "橘猫 布偶猫 英短 三花猫 狸花猫 金毛 柯基 柴犬 泰迪 边牧 哈士奇 拉布拉多 仓鼠 龙猫 垂耳兔"
        " 玄凤鹦鹉 虎皮鹦鹉 巴西龟 金鱼 孔雀鱼 蜥蜴 刺猬"
    ),
    "pet_name": (
        "豆豆 团子 奶茶 可乐 年糕 芝麻 汤圆 布丁 旺财 大黄 花卷 小满 阿福 咪咪 球球 墨墨 土豆"
        " 栗子 元宝 毛毛 糯米 麻薯 闪电 将军 雪球 薯条"
    ),
    "body": "膝盖 腰 颈椎 肩膀 胃 牙 眼睛 嗓子 手腕 脚踝 后背 耳朵 头 小腿 鼻子 心脏",
    "illness": (
        "高血压 糖尿病 偏头痛 过敏性鼻炎 慢性胃炎 失眠 湿疹 哮喘 贫血 痛风 近视 散光 腰椎间盘突出"
        " 甲状腺结节 骨质疏松 荨麻疹 胆结石 脂肪肝 口腔溃疡 花粉过敏 乳糖不耐受"
    ),
    "allergen": (
        "花生 虾 螃蟹 牛奶 鸡蛋 芒果 坚果 大豆 小麦 猫毛 尘螨 青霉素 阿司匹林 头孢 蜂蜜 桃子 酒精"
        " 香菜"
    ),
    "medicine": (
        "降压药 二甲双胍 维生素D 钙片 叶酸 布洛芬 氯雷他定 益生菌 眼药水 止咳糖浆 藿香正气水"
        " 板蓝根 褪黑素 鱼油 胰岛素"
    ),
    "colour": (
        "天蓝色 墨绿色 米白色 酒红色 鹅黄色 深灰色 紫色 橙色 藏青色 粉色 咖啡色 银色 薄荷绿 珊瑚红"
    ),
    "weather": (
        "下大雨 下小雪 刮大风 起雾 出大太阳 打雷 阴天 下冰雹 闷热 降温 刮沙尘 出彩虹 回南天"
        " 雨夹雪 晚霞特别红 月亮特别圆"
    ),
    "flower": (
        "茉莉 栀子 月季 绣球 蝴蝶兰 君子兰 仙人掌 绿萝 龟背竹 薄荷 迷迭香 向日葵 郁金香 风信子"
        " 腊梅 桂花 三角梅 石榴花 睡莲"
    ),
    "festival": (
        "春节 元宵节 清明 端午 七夕 中秋 重阳 冬至 腊八 小年 元旦 儿童节 教师节 国庆 圣诞 母亲节"
        " 父亲节 结婚纪念日"
    ),
    "subject": (
        "数学 语文 英语 物理 化学 生物 历史 地理 政治 音乐 美术 体育 编程 奥数 作文 书法 围棋 舞蹈"
    ),
    "work": (
        "季度报告 项目方案 论文初稿 毕业答辩 新版本上线 客户提案 年终总结 预算表 招聘面试"
        " 代码评审 产品演示 展会布置 合同续签 仓库盘点 教学公开课 安全检查 数据迁移 账目核对"
        " 投标文件 培训课件 短片剪辑 采访提纲 开题报告 专利申请"
    ),
    "app": (
        "Python Linux Excel Photoshop GitHub Kindle Switch iPad Wi-Fi Raspberry Arduino"
        " MicroPython Docker Figma Notion Blender Final Cut ESP32 Bluetooth NAS Android macOS"
        " Obsidian LaTeX MATLAB"
    ),
    "title_word": (
        "长夜 归途 海上 星河 雪国 旧事 远山 孤岛 灯塔 迷雾 春风 南方 北境 时间 镜中 无声 第七个"
        " 最后的 看不见的 失落的 沉默的 遥远的 午夜 黎明 秋天的 消失的"
    ),
    "title_noun": (
        "列车 花园 信 房间 城市 来客 歌者 钟声 证人 旅人 地图 河流 猎人 邮差 图书馆 影子 航线"
        " 海岸 门 果实 少年 邻居 答案 麦田"
    ),
    "mood": (
        "特别开心 很激动 松了一口气 有点难过 很失落 挺感动的 特别紧张 有些担心 很自豪 哭笑不得"
        " 心里暖暖的 一夜没睡好 很满足 有点后悔 特别想家 很平静 气得不行 又累又高兴"
        " 激动得说不出话 觉得很幸运 有点孤单 充满期待 鼻子一酸 笑得肚子疼"
    ),
    "mood_en": (
        "really happy|a bit sad|quite nervous|so proud|relieved at last|kind of lonely"
        "|very touched|totally exhausted|over the moon|a little worried|calm again"
        "|excited all day"
    ),
    "topic": (
        "家庭 工作 学习 健康 旅行 朋友 宠物 美食 运动 音乐 电影 读书 天气 节日 购物 感情 搬家"
        " 考试 育儿 园艺 交通 回忆 梦想 手工 志愿活动 邻里 理财 摄影 travel work family study"
    ),
    "day_part": (
        "早上 中午 下午 傍晚 晚上 半夜 天刚亮 吃完饭 下班后 放学后 周末 午休时 出门前 睡觉前"
    ),
    "when": (
        "昨天 前天 上周 上个月 去年 前年 小时候 大学时 刚工作那年 今年春天 今年夏天 去年秋天"
        " 去年冬天 疫情那年 结婚前 搬家之后 退休以后 怀孕的时候 出国那会儿 高三那年"
    ),
    "food_en": (
        "dumplings ramen tacos pancakes mushroom soup fried rice blueberry pie grilled salmon"
        " hotpot oatmeal curry kimchi"
    ),
    "hobby_en": (
        "hiking painting climbing baking sailing chess gardening pottery karaoke cycling"
        " birdwatching knitting surfing"
    ),
    "place_en": (
        "library station harbour museum rooftop bakery clinic stadium bookshop airport campsite"
        " studio"
    ),
    "thing_en": (
        "umbrella passport headphones notebook camera backpack bicycle sunglasses charger violin"
        " keyboard wallet"
    ),
}

WORDS = {name: text.split("|" if "|" in text else None) for name, text in _TEXT.items()}
