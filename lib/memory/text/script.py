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
    "備备傢家傳传傷伤僅仅僑侨僱雇價价儀仪儘尽優优儲储兇凶兒儿內内兩两冊册凈净凍冻凱凯別别刪删"
    "則则剋克剛刚創创劃划劇剧劉刘劑剂勁劲動动務务勝胜勞劳勢势勸劝匯汇區区卻却卽即厠厕厤历厭厌"
    "厲厉參参吳吴吶呐呂吕員员唄呗唸念問问啓启啟启喪丧喫吃喬乔單单喲哟嗆呛嗎吗嘍喽嘗尝嘮唠噁恶"
    "噠哒噴喷噹当嚇吓嚐尝嚕噜嚥咽嚮向嚴严囉啰囌苏囑嘱國国圍围園园圓圆圖图團团埰采執执堅坚報报"
    "場场塊块壓压壞坏壯壮壺壶壽寿夠够夢梦夥伙夾夹奧奥奬奖奮奋妳你婁娄婦妇媽妈嬌娇嬤嬷嬸婶孃娘"
    "孫孙學学宮宫寀采實实寧宁寫写寬宽寵宠寶宝將将專专對对導导尷尴屆届屜屉層层屬属島岛崑昆崗岗"
    "嵗岁嶽岳巖岩帥帅師师帳帐帶带幣币幫帮幹干幾几庫库廁厕廈厦廚厨廠厂廢废廣广廳厅張张強强彆别"
    "彈弹彎弯彔录彙汇彿佛後后從从復复徵征徹彻悅悦惡恶愛爱態态慘惨慣惯慮虑慶庆慼戚憐怜憑凭憶忆"
    "應应懞蒙懶懒懷怀懼惧戀恋戰战戲戏戶户拋抛捨舍捲卷掃扫掙挣掛挂採采揀拣揚扬換换損损搖摇搶抢"
    "摺折撐撑撲扑撿捡擁拥擋挡擔担據据擠挤擰拧擱搁擺摆擾扰攝摄攢攒攤摊敎教敵敌數数斷断於于旂旗"
    "旣既昇升時时晉晋暈晕暫暂曆历曉晓曏向曬晒書书會会朮术東东枱台枴拐柺拐査查條条棄弃棊棋棟栋"
    "棧栈楊杨業业極极榘矩榦干榮荣樁桩樂乐樑梁樓楼標标樣样樸朴樹树橋桥機机檔档檢检檯台檳槟櫃柜"
    "權权歐欧歡欢歲岁歷历歸归殘残殺杀殻壳殼壳毀毁氣气決决沒没沖冲況况洩泄涼凉淚泪淨净淩凌淺浅"
    "減减測测渾浑湯汤準准溝沟溫温溼湿滙汇滬沪滿满漁渔漢汉漲涨漸渐漿浆潑泼潔洁潤润潰溃澆浇濃浓"
    "濕湿濛蒙濟济濰潍濱滨瀉泻瀋沈灣湾為为烏乌無无煉炼煙烟煩烦熱热燈灯燉炖燒烧燙烫營营燬毁爲为"
    "爺爷爾尔牀床牠它牽牵狀状獃呆獄狱獅狮獎奖獨独獲获獸兽現现瑪玛環环產产産产甦苏甯宁畝亩畢毕"
    "畫画異异畵画當当疊叠痠酸瘋疯瘍疡瘓痪瘡疮療疗癇痫癒愈癡痴癢痒癥症癬癣癮瘾癱瘫癲癫發发盃杯"
    "盡尽監监盤盘盧卢眞真眾众睏困瞞瞒矇蒙矯矫硃朱碩硕確确碼码磚砖磯矶礙碍祂他祕秘禍祸禪禅禮礼"
    "禱祷種种稱称穀谷積积穎颖穩稳穫获竇窦筆笔箇个箏筝節节範范築筑簡简簽签籃篮籌筹籠笼籤签粵粤"
    "糉粽糧粮糭粽糰团糾纠紀纪約约紅红紉纫紋纹納纳紐纽純纯紙纸級级紡纺紮扎細细紹绍終终組组結结"
    "絕绝絞绞絡络給给絨绒統统絲丝絶绝綁绑經经綜综綠绿綫线維维網网綵彩綽绰綿绵緊紧緑绿緒绪線线"
    "緣缘編编練练緻致縣县縫缝縮缩總总績绩織织繞绕繩绳繪绘繫系繳缴繼继續续纍累纔才罵骂羅罗羣群"
    "義义羶膻習习翫玩聖圣聞闻聯联聰聪聲声聶聂職职聽听聾聋肅肃脈脉脩修脫脱腎肾腦脑腫肿腳脚腸肠"
    "膚肤膩腻膽胆臉脸臘腊臟脏臥卧臨临臺台與与興兴舉举舊旧舘馆莊庄華华菸烟萊莱萬万葉叶葯药葷荤"
    "蒐搜蓋盖蓮莲蔔卜蔘参蔣蒋蔥葱蕁荨蕪芜蕭萧薑姜薦荐薩萨藍蓝藝艺藥药蘆芦蘇苏蘋苹蘭兰蘿萝處处"
    "虛虚號号虧亏蝟猬蝦虾蟄蛰蟲虫蠍蝎蠶蚕蠻蛮衆众術术衕同衚胡衛卫衝冲衞卫裏里補补裝装裡里製制"
    "複复襬摆覆覆覈核見见規规視视親亲覺觉觀观觸触訂订計计訊讯討讨訓训託托記记設设許许訴诉診诊"
    "註注証证評评詞词詢询試试詩诗話话該该詳详誇夸誌志認认誒诶誕诞語语誤误誦诵說说説说誰谁課课"
    "調调談谈請请論论諮咨諸诸諾诺謀谋謂谓謊谎謎谜講讲謝谢證证識识譚谭譭毁譯译議议護护讀读變变"
    "讓让豐丰豬猪貓猫貝贝負负財财貧贫貨货貫贯責责貴贵買买貸贷費费貼贴貿贸賀贺賅赅資资賈贾賊贼"
    "賓宾賞赏賣卖賦赋質质賬账賴赖賺赚購购賽赛贏赢趕赶趙赵跡迹蹟迹車车軌轨軍军軒轩軟软較较載载"
    "輔辅輕轻輛辆輝辉輟辍輩辈輪轮輯辑輸输轉转辦办辭辞辯辩農农迴回這这連连週周進进遊游運运過过"
    "達达違违遙遥遞递遠远適适遲迟遷迁選选遺遗遼辽邁迈還还邊边邏逻郵邮鄉乡鄒邹鄔邬鄧邓鄭郑鄰邻"
    "醜丑醣糖醫医釐厘釘钉針针釣钓釦扣鈅钥鈡钟鈴铃鉅巨鉗钳銀银銅铜銑铣銘铭銷销鋪铺鋼钢錄录錢钱"
    "錫锡錯错録录錶表鍊炼鍋锅鍛锻鍵键鍼针鍾钟鎊镑鎖锁鎭镇鎮镇鏈链鏡镜鐘钟鐵铁鑰钥長长門门閃闪"
    "閆闫閉闭開开閏闰閑闲閒闲間间閣阁閤合閨闺閩闽閱阅閲阅閻阎闆板闇暗闌阑關关阪阪陝陕陞升陣阵"
    "陰阴陳陈陸陆陽阳隊队階阶際际隨随險险隱隐隻只雖虽雙双雜杂雞鸡離离難难雲云電电霑沾霧雾靈灵"
    "靜静鞦秋韆千韋韦韌韧韓韩響响頁页頂顶項项順顺須须預预頓顿領领頭头頸颈頻频顆颗題题額额顏颜"
    "顔颜願愿類类顧顾顫颤顯显風风颱台颳刮飛飞飩饨飪饪飯饭飲饮飽饱餃饺餅饼養养餓饿餘余餛馄館馆"
    "餬糊餵喂饒饶饞馋馬马馮冯馳驰駐驻駕驾駛驶駡骂駱骆騎骑騙骗騰腾驗验驚惊驛驿驟骤髒脏體体髮发"
    "鬆松鬍胡鬚须鬥斗鬧闹鬨哄鬱郁魚鱼魯鲁魷鱿鮮鲜鯨鲸鳥鸟鳳凤鳴鸣鴨鸭鴿鸽鵝鹅鵡鹉鵬鹏鷄鸡鷯鹩"
    "鸚鹦鹹咸鹽盐麗丽麥麦麪面麫面麯曲麴曲麵面麼么麽么黃黄點点黨党黴霉鼕冬齊齐齋斋齒齿齡龄齣出"
    "龍龙龐庞龔龚龜龟"
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
