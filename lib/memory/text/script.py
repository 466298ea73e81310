"""
Script: what is written in traditional characters, as rules read it.

The words that rules know are written in simplified script. A text in traditional (我養了一隻貓)
is read in its simplified form, of as many characters, so that what was found in it can be cut from
what was written. Nothing is stored so. Only the characters of those words are known
(_PAIRS, which tools/script.py makes). Pure.
"""

import micropython

from memory.viper import ptr8

from . import folding

_WIDE = 3  # bytes of a character
_PAIR = 6  # and of two
# Traditional characters, each before its simplified form, in their order.
_PAIRS = (
    "丟丢並并亂乱亞亚佈布佔占併并來来侶侣侷局係系俠侠俬私倆俩倉仓個个們们倖幸倫伦側侧傑杰傘伞"
    "備备傢家傳传債债傷伤僅仅僑侨僱雇價价儀仪儘尽優优儲储兇凶兒儿內内兩两冊册凈净凍冻凱凯別别"
    "刪删則则剋克剛刚創创劃划劇剧劉刘劑剂勁劲動动務务勝胜勞劳勢势勸劝匯汇區区卻却卽即厠厕厤历"
    "厭厌厲厉參参吳吴吶呐呂吕員员唄呗唸念問问啓启啟启喪丧喫吃喬乔單单喲哟嗆呛嗎吗嘍喽嘗尝嘮唠"
    "噁恶噠哒噴喷噹当嚇吓嚐尝嚕噜嚥咽嚮向嚴严囉啰囌苏囑嘱國国圍围園园圓圆圖图團团埰采執执堅坚"
    "報报場场塊块墳坟壓压壞坏壯壮壺壶壽寿夠够夢梦夥伙夾夹奧奥奬奖奮奋妝妆妳你婁娄婦妇媽妈嬌娇"
    "嬤嬷嬸婶孃娘孫孙學学宮宫寀采實实寧宁寫写寬宽寵宠寶宝將将專专對对導导尷尴屆届屜屉層层屬属"
    "島岛崑昆崗岗嵗岁嶽岳巖岩帥帅師师帳帐帶带幣币幫帮幹干幾几庫库廁厕廈厦廚厨廠厂廢废廣广廳厅"
    "張张強强彆别彈弹彎弯彔录彙汇彿佛後后從从復复徵征徹彻悅悦惡恶愛爱態态慘惨慣惯慮虑慶庆慼戚"
    "憐怜憑凭憶忆應应懞蒙懶懒懷怀懼惧戀恋戰战戲戏戶户拋抛捨舍捲卷掃扫掙挣掛挂採采揀拣揚扬換换"
    "損损搖摇搶抢摺折撐撑撲扑撿捡擁拥擋挡擔担據据擠挤擰拧擱搁擺摆擾扰攝摄攢攒攤摊敎教敵敌數数"
    "斷断於于旂旗旣既昇升時时晉晋暈晕暫暂曆历曉晓曏向曬晒書书會会朮术東东枱台枴拐柺拐査查條条"
    "棄弃棊棋棟栋棧栈楊杨業业極极榘矩榦干榮荣樁桩樂乐樑梁樓楼標标樣样樸朴樹树橋桥機机檔档檢检"
    "檯台檳槟櫃柜權权歐欧歡欢歲岁歷历歸归殘残殺杀殻壳殼壳毀毁氣气氾泛汎泛決决沒没沖冲況况洩泄"
    "涼凉淚泪淨净淩凌淺浅減减測测渾浑湯汤準准溝沟溫温溼湿滙汇滬沪滷卤滿满漁渔漢汉漲涨漸渐漿浆"
    "潑泼潔洁潤润潰溃澆浇濃浓濕湿濛蒙濟济濰潍濱滨瀉泻瀋沈灣湾為为烏乌無无煉炼煙烟煩烦熱热燈灯"
    "燉炖燒烧燙烫營营燬毁爭争爲为爺爷爾尔牀床牠它牽牵狀状獃呆獄狱獅狮獎奖獨独獲获獸兽獻献現现"
    "瑪玛環环產产産产甦苏甯宁畝亩畢毕畫画異异畵画當当疊叠痠酸瘋疯瘍疡瘓痪瘡疮療疗癇痫癒愈癡痴"
    "癢痒癥症癬癣癮瘾癱瘫癲癫發发盃杯盡尽監监盤盘盧卢眞真眾众睏困瞞瞒矇蒙矯矫硃朱碩硕確确碼码"
    "磚砖磯矶礙碍祂他祕秘禍祸禪禅禮礼禱祷種种稱称穀谷積积穎颖穩稳穫获竇窦筆笔箇个箏筝節节範范"
    "築筑簡简簽签籃篮籌筹籠笼籤签粧妆粵粤糉粽糧粮糭粽糰团糾纠紀纪約约紅红紉纫紋纹納纳紐纽純纯"
    "紙纸級级紡纺紮扎細细紹绍終终組组結结絕绝絞绞絡络給给絨绒統统絲丝絶绝綁绑經经綜综綠绿綫线"
    "維维網网綵彩綽绰綿绵緊紧緑绿緒绪線线緣缘編编練练緻致縣县縫缝縮缩總总績绩織织繞绕繩绳繪绘"
    "繫系繳缴繼继續续纍累纔才罵骂羅罗羣群義义羶膻習习翫玩聖圣聞闻聯联聰聪聲声聶聂職职聽听聾聋"
    "肅肃脈脉脩修脫脱腎肾腦脑腫肿腳脚腸肠膚肤膩腻膽胆臉脸臘腊臟脏臥卧臨临臺台與与興兴舉举舊旧"
    "舘馆莊庄華华菸烟萊莱萬万葉叶葯药葷荤蒐搜蓋盖蓮莲蔔卜蔘参蔣蒋蔥葱蕁荨蕪芜蕭萧薑姜薦荐薩萨"
    "藍蓝藝艺藥药蘆芦蘇苏蘋苹蘭兰蘿萝處处虛虚號号虧亏蝟猬蝦虾蟄蛰蟲虫蠍蝎蠶蚕蠻蛮衆众術术衕同"
    "衚胡衛卫衝冲衞卫裏里補补裝装裡里製制複复襬摆覆覆覈核見见規规視视親亲覺觉觀观觸触訂订計计"
    "訊讯討讨訓训託托記记設设許许訴诉診诊註注証证評评詞词詢询試试詩诗話话該该詳详誇夸誌志認认"
    "誒诶誕诞語语誤误誦诵說说説说誰谁課课調调談谈請请論论諮咨諸诸諾诺謀谋謂谓謊谎謎谜講讲謝谢"
    "證证識识譚谭譭毁譯译議议護护讀读變变讓让豐丰豬猪貓猫貝贝負负財财貧贫貨货貫贯責责貴贵買买"
    "貸贷費费貼贴貿贸賀贺賅赅資资賈贾賊贼賓宾賞赏賣卖賦赋質质賬账賭赌賴赖賺赚購购賽赛贏赢趕赶"
    "趙赵跡迹蹟迹車车軌轨軍军軒轩軟软較较載载輔辅輕轻輛辆輝辉輟辍輩辈輪轮輯辑輸输轉转辦办辭辞"
    "辯辩農农迴回這这連连週周進进遊游運运過过達达違违遙遥遞递遠远適适遲迟遷迁選选遺遗遼辽邁迈"
    "還还邊边邏逻郵邮鄉乡鄒邹鄔邬鄧邓鄭郑鄰邻醃腌醜丑醣糖醫医釀酿釐厘釘钉針针釣钓釦扣鈅钥鈡钟"
    "鈴铃鉅巨鉗钳銀银銅铜銑铣銘铭銷销鋪铺鋼钢錄录錢钱錫锡錯错録录錶表鍊炼鍋锅鍛锻鍵键鍼针鍾钟"
    "鎊镑鎖锁鎭镇鎮镇鏈链鏡镜鐘钟鐵铁鑰钥長长門门閃闪閆闫閉闭開开閏闰閑闲閒闲間间閣阁閤合閨闺"
    "閩闽閱阅閲阅閻阎闆板闇暗闌阑闖闯關关阪阪陝陕陞升陣阵陰阴陳陈陸陆陽阳隊队階阶際际隨随險险"
    "隱隐隻只雖虽雙双雜杂雞鸡離离難难雲云電电霑沾霧雾靈灵靜静鞦秋韆千韋韦韌韧韓韩響响頁页頂顶"
    "項项順顺須须預预頓顿領领頭头頸颈頻频顆颗題题額额顏颜顔颜願愿類类顧顾顫颤顯显風风颱台颳刮"
    "飛飞飩饨飪饪飯饭飲饮飽饱飾饰餃饺餅饼養养餓饿餘余餛馄館馆餬糊餵喂饒饶饞馋馬马馮冯馳驰駐驻"
    "駕驾駛驶駡骂駱骆騎骑騙骗騰腾驗验驚惊驛驿驟骤髒脏體体髮发鬆松鬍胡鬚须鬥斗鬧闹鬨哄鬱郁魚鱼"
    "魯鲁魷鱿鮮鲜鯨鲸鳥鸟鳳凤鳴鸣鴨鸭鴿鸽鵝鹅鵡鹉鵬鹏鷄鸡鷯鹩鸚鹦鹵卤鹹咸鹽盐麗丽麥麦麪面麫面"
    "麯曲麴曲麵面麼么麽么黃黄點点黨党黴霉鼕冬齊齐齋斋齒齿齡龄齣出龍龙龐庞龔龚龜龟"
).encode()


# What was folded last: rules look at one text many times.
_KNOWN_MOST = 32
_LONGEST = 200  # characters of a text that is kept
_known: "dict[str, str]" = {}


def simplified(text: str) -> str:
    """The text in simplified script; the same where nothing differs."""
    raw = text.encode()
    if len(raw) == len(text):
        return text
    out = bytearray(raw)
    if not _simplify(out, len(out), _PAIRS, len(_PAIRS) // _PAIR):
        return text
    return bytes(out).decode().replace("著", "着").replace("乾", "干")  # both of both scripts


def fold(text: str) -> str:
    """As `folding.fold`, in simplified script: as rules compare texts."""
    found = _known.get(text)
    if found is None:
        found = folding.fold(simplified(text))
        if len(_known) >= _KNOWN_MOST:
            _known.clear()
        if len(text) <= _LONGEST:
            _known[text] = found
    return found


def as_written(part: str, simple: str, text: str) -> str:
    """
    A piece of the simplified form of a text, or what was put together of its characters, as the
    text has it.
    """
    if simple is text:
        return part
    at = simple.find(part)
    if at >= 0:
        return text[at : at + len(part)]
    read, written, found = simple.encode(), text.encode(), part.encode()
    for at in range(len(read)):
        if read[at] >= 0xE0 and read[at : at + _WIDE] != written[at : at + _WIDE]:
            found = found.replace(read[at : at + _WIDE], written[at : at + _WIDE])
    return found.decode()


@micropython.viper
def _simplify(text: object, size: int, pairs: object, count: int) -> int:
    """Replace, in place, what is in `pairs` by what stands behind it; returns how many."""
    raw = ptr8(text)
    table = ptr8(pairs)
    found = 0
    at = 0
    while at + 2 < size:
        first = int(raw[at])
        if first < 0xE4 or first > 0xE9:
            at += 1
            continue
        sought = first << 16 | int(raw[at + 1]) << 8 | int(raw[at + 2])
        low = 0
        high = count
        while low < high:
            middle = (low + high) >> 1
            row = middle * 6
            value = int(table[row]) << 16 | int(table[row + 1]) << 8 | int(table[row + 2])
            if value < sought:
                low = middle + 1
            elif value > sought:
                high = middle
            else:
                raw[at] = int(table[row + 3])
                raw[at + 1] = int(table[row + 4])
                raw[at + 2] = int(table[row + 5])
                found += 1
                low = high
        at += 3
    return found
