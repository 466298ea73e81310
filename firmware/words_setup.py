"""
What the page of the set-up says: each by its code, in Chinese and in English. Loaded with the page
alone, and seen by the owner only.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

WORDS = {
    "title": ("设置我的小伙伴", "Set up your companion"),
    "intro": ("选好家里的网络，告诉它你是谁。", "Choose your network and say who you are."),
    "other_language": ("English", "中文"),
    "network": ("Wi-Fi 网络", "Wi-Fi network"),
    "none_found": ("没有搜到网络", "No network was found"),
    "again": ("重新搜索", "Search again"),
    "another": ("其他（隐藏的）网络…", "Another (hidden) network…"),
    "other": ("网络名称", "Name of the network"),
    "open": ("无密码", "open"),
    "key": ("Wi-Fi 密码", "Wi-Fi password"),
    "key_kept": ("留空则用原来的密码", "Leave empty to keep the one it has"),
    "show": ("显示密码", "Show the password"),
    "owner": ("怎么称呼你", "What are you called?"),
    "language": ("它说什么语言", "It speaks"),
    "zone": ("时区", "Time zone"),
    "channel": ("和谁连接", "Whom it talks with"),
    "xiaozhi": ("小智服务器（OTA 地址）", "A XiaoZhi server (OTA address)"),
    "endpoint": ("MCP 接入点（wss 地址）", "An MCP endpoint (wss address)"),
    "lan": ("只在家里的网络（MCP）", "Only the network at home (MCP)"),
    "url_kept": ("留空则用原来的地址", "Leave empty to keep the one it has"),
    "url": ("地址", "Address"),
    "anyway": ("现在连不上也保存", "Save it even if it cannot be reached now"),
    "save": ("保存并连接", "Save and connect"),
    "trying": ("正在连接 %s …", "Connecting to %s …"),
    "patience": (
        "最多等半分钟。手机如果断开了，请重新连上 %s。",
        "Half a minute at most. If your phone has lost it, join %s again.",
    ),
    "done": ("好了，已连上 %s", "Done: connected to %s"),
    "kept": ("已保存 %s，以后再连", "Saved %s, to be reached later"),
    "address": ("它的地址是 %s", "Its address is %s"),
    "restart": (
        "它正在重新启动，这个网络会消失。",
        "It is starting again, and this network goes away.",
    ),
    "failed": ("没连上 %s：%s", "%s could not be joined: %s"),
    "unchanged": ("什么都没有改变。", "Nothing was changed."),
    "wrong_password": ("密码不对", "the password is wrong"),
    "no_network": ("找不到这个网络", "no such network is in reach"),
    "refused": ("路由器拒绝了", "the router refuses"),
    "no_address": (
        "路由器没有应答，或没有给地址",
        "the router does not answer, or gives no address",
    ),
    "radio": ("无线电出错", "the radio fails"),
    "not_kept": ("存不下来", "the settings cannot be kept"),
    "stale": ("页面过期了，请重新打开。", "This page is too old; open it again."),
    "bad": ("有几处要改：", "Please look at this again:"),
    # Over the cable (tools/setup.py) only.
    "cable": (
        "设置我的小伙伴。Ctrl-C 停止，什么都不改变。",
        "Set up your companion. Ctrl-C stops it, and nothing is changed.",
    ),
    "number_or_name": ("输入序号或名称", "its number, or its name"),
    "yes": ("保存吗？(y/n)", "Save it all the same? (y/n)"),
    "not_saved": ("什么都没有改变。再来一次。", "Nothing was changed. Once more."),
    "saved": (
        "已保存。它正在重新启动。按 Ctrl-] 离开。",
        "Saved. It is starting again. Ctrl-] leaves.",
    ),
    # What is wrong with a field; the values are those of firmware/rules.py.
    "need_network": ("请选一个网络", "choose a network"),
    "need_key": ("这个网络需要密码", "this network has a password"),
    "need_url": ("请填地址", "give the address"),
    "ota_url": ("要以 http:// 或 https:// 开头", "begins with http:// or https://"),
    "ws_url": ("要以 ws:// 或 wss:// 开头", "begins with ws:// or wss://"),
    "number": ("要在 %s 到 %s 之间", "is a number from %s to %s"),
    "choice": ("只能是：%s", "is one of: %s"),
    "long": ("太长，最多 %s 字节", "is too long: %s bytes at most"),
    "control": ("有看不见的字符", "has a character that cannot be seen"),
    "not_key": ("要 8 到 63 个字符", "has 8 to 63 characters"),
    "not_url": ("不是地址", "is no address"),
    "text": ("不是文字", "is no text"),
}


def say(language: str, code: str, *values: "Any") -> str:
    """The words of a code with its values, in one of the two languages."""
    return WORDS[code][0 if language == "zh" else 1] % values
