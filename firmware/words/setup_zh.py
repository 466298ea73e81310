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
not_url	不是地址
not_zone	要填名称（如 Asia/Shanghai）、时差（如 +08:00）或 POSIX 的 TZ 字符串
text	不是文字
"""
