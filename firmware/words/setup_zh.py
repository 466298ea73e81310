"""What the page of the set-up says, in Chinese (sentences.py), with %s for values."""

TEXTS = """
title	设置我的小伙伴
intro	选好家里的网络，告诉它你是谁。
other_language	English
network	Wi-Fi 网络
none_found	没有搜到网络
again	重新搜索
another	其他（隐藏的）网络…
other	网络名称
open	无密码
key	Wi-Fi 密码
key_kept	留空则用原来的密码
show	显示密码
owner	怎么称呼你
language	它说什么语言
zone	时区
elsewhere	别的地方…
place	时区，如 Europe/Berlin
channel	和谁连接
xiaozhi	小智服务器（OTA 地址）
endpoint	MCP 接入点（wss 地址）
lan	只在家里的网络（MCP）
url_kept	留空则用原来的地址
url_like	https://api.tenclass.net/xiaozhi/ota/
url	地址
anyway	现在连不上也保存
save	保存并连接
trying	正在连接 %s …
patience	最多等半分钟。手机如果断开了，请重新连上 %s。
done	好了，已连上 %s
kept	已保存 %s，以后再连
address	它的地址是 %s
restart	它正在重新启动，这个网络会消失。
failed	没连上 %s：%s
unchanged	什么都没有改变。
wrong_password	密码不对
no_network	找不到这个网络
refused	路由器拒绝了
no_address	路由器没有应答，或没有给地址
radio	Wi-Fi 出错了
not_kept	存不下来
stale	页面过期了，请重新打开。
bad	有几处要改：
cable	设置我的小伙伴。Ctrl-C 停止，什么都不改变。
number_or_name	输入序号或名称
yes	保存吗？(y/n)
not_saved	什么都没有改变。再来一次。
saved	已保存。它正在重新启动。按 Ctrl-] 离开。
need_network	请选一个网络
need_key	这个网络需要密码
need_url	请填地址
ota_url	要以 http:// 或 https:// 开头
ws_url	要以 ws:// 或 wss:// 开头
number	要在 %s 到 %s 之间
choice	只能是：%s
long	太长，最多 %s 字节
control	有看不见的字符
not_key	要 8 到 63 个字符
odd_key	只能有英文字母、数字、符号和空格
not_url	不是地址
not_zone	要填名称（如 Asia/Shanghai）、时差（如 +08:00）或 POSIX 的 TZ 字符串
text	不是文字
"""

# Of the time zones of the page, by their names.
CITIES = """
Pacific/Honolulu	檀香山
America/Anchorage	安克雷奇
America/Los_Angeles	洛杉矶
America/Phoenix	凤凰城
America/Denver	丹佛
America/Mexico_City	墨西哥城
America/Chicago	芝加哥
America/Bogota	波哥大 / 利马
America/New_York	纽约 / 多伦多
America/Caracas	加拉加斯
America/Santiago	圣地亚哥
America/Halifax	哈利法克斯
America/St_Johns	圣约翰斯
America/Sao_Paulo	圣保罗 / 布宜诺斯艾利斯
Atlantic/Azores	亚速尔群岛
Africa/Abidjan	阿克拉 / 达喀尔
Europe/London	伦敦
Europe/Lisbon	里斯本
Africa/Lagos	拉各斯
Europe/Berlin	柏林 / 马德里 / 巴黎
Africa/Johannesburg	约翰内斯堡
Africa/Cairo	开罗
Europe/Athens	雅典 / 基辅
Asia/Jerusalem	耶路撒冷
Africa/Nairobi	内罗毕
Europe/Moscow	莫斯科
Europe/Istanbul	伊斯坦布尔
Asia/Tehran	德黑兰
Asia/Dubai	迪拜
Asia/Kabul	喀布尔
Asia/Karachi	卡拉奇
Asia/Kolkata	新德里
Asia/Kathmandu	加德满都
Asia/Dhaka	达卡
Asia/Yangon	仰光
Asia/Bangkok	曼谷 / 河内
Asia/Jakarta	雅加达
Asia/Shanghai	北京 / 上海
Asia/Hong_Kong	香港
Asia/Taipei	台北
Asia/Singapore	新加坡
Australia/Perth	珀斯
Asia/Tokyo	东京
Asia/Seoul	首尔
Australia/Darwin	达尔文
Australia/Adelaide	阿德莱德
Australia/Brisbane	布里斯班
Australia/Sydney	墨尔本 / 悉尼
Pacific/Noumea	努美阿
Pacific/Auckland	奥克兰
"""
