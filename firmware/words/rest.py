"""What REST says of a request that it refuses, in Chinese and English (sentences.py)."""

from . import messages, sentences

ZH = """
bad_request	请求不对：{why}
unauthorized	需要密钥：Authorization: Bearer 加密钥
scope	需要 {needs} 权限的密钥；什么也没改
forbidden	这里不接受这个 Host 或 Origin；可以用的名字在设置 allowed_hosts、allowed_origins 里
no_path	没有这个地址；有 /api/v1 下的 memories、todos、trash、episodes、attachments、turns、\
context、pages/scratchpad
method	这个地址只能用 {why}
timeout	请求来得太慢
length	要有 Content-Length
too_large	内容太长，最多 {why} 字节
type	Content-Type 只能是 application/json
rate	请求太多，过一会儿再来
busy	连接太多，过一会儿再来
ram	内存不够，什么也没改；过一会儿再来
internal	设备出错了
bad_json	内容不是 JSON 对象：{why}
no_member	不认识 {name}，{allowed}；什么也没改
no_null	{name} 不能是 null；可以用 null 去掉的有：{allowed}；什么也没改
no_parameter	不认识参数 {name}，{allowed}
twice	参数 {name} 只能有一个
bad_query	{name} 不是 UTF-8 的百分号编码
bad_value	{name} 只能是：{allowed}
past_moment	{name} {value} 已经过去，要晚于现在（{now}）；什么也没改
bad_number	{name} 必须是 {low} 到 {high} 的整数
bad_cursor	cursor 只能是上一页的 next
bad_moment	{name} 要写成 YYYY-MM-DDTHH:MM，可带秒和时区（+08:00 或 Z）；什么也没改
bad_when	when“{value}”不是有效时间，要写成 {allowed}，时间可带时区（+08:00）；什么也没改
kind_missing	缺少 kind 或 category；kind 可以是：{allowed}；什么也没改
other_category	{kind} 属于 {category}；什么也没改
precondition	缺少 If-Match：改之前先读，带上读到的 ETag；什么也没改
bad_match	If-Match 和 If-None-Match 里是带引号的 ETag，或 *；什么也没改
page_long	这一页有 {size} 个字，最多 {cap} 个；什么也没改
page_changed	这一页已经被改过；先读再改，什么也没改
todo_full	待办最多 {cap} 件，已满；先完成或删掉一件；什么也没改
outdated	{id} 已经被改过，现在是 rev {rev}；先读再改，什么也没改
no_id	没有 id 为 {id} 的记录
clock	时钟还没有校准，和时间有关的暂时不能做；什么也没改
may_be	可以有：{allowed}
may_be_none	这里什么也不能有
"""

EN = """
bad_request	This is no request: {why}
unauthorized	A key is needed: Authorization: Bearer and the key
scope	This needs a key with scope {needs}; nothing was changed
forbidden	This Host or Origin is not accepted; the settings allowed_hosts and allowed_origins \
name those that are
no_path	Nothing is there; below /api/v1 there are memories, todos, trash, episodes, attachments, \
turns, context, pages/scratchpad
method	There only is {why}
timeout	The request took too long to arrive
length	Content-Length is needed
too_large	The body is too long, at most {why} bytes
type	Content-Type must be application/json
rate	Too many requests; come back later
busy	Too many connections; come back later
ram	There is not enough RAM, nothing was changed; come back later
internal	The device failed
bad_json	The body is no JSON object: {why}
no_member	{name} is not known; {allowed}; nothing was changed
no_null	{name} cannot be null; what null takes away is {allowed}; nothing was changed
no_parameter	The parameter {name} is not known; {allowed}
twice	There may be one parameter {name}
bad_query	{name} is not percent-encoded UTF-8
bad_value	{name} must be one of {allowed}
past_moment	{name} {value} is in the past, it must be later than now ({now}); nothing was changed
bad_number	{name} must be a whole number from {low} to {high}
bad_cursor	cursor must be the next of the page before
bad_moment	{name} is written YYYY-MM-DDTHH:MM, perhaps with seconds and zone (+08:00 or Z); \
nothing was changed
bad_when	when "{value}" is not a real time; write {allowed}, a time perhaps with its zone \
(+08:00); nothing was changed
kind_missing	kind or category is missing; kind is one of {allowed}; nothing was changed
other_category	{kind} belongs to {category}; nothing was changed
precondition	If-Match is missing: read before you change, and send the ETag; nothing was changed
bad_match	If-Match and If-None-Match have ETags in quotes, or *; nothing was changed
page_long	The page has {size} characters, at most {cap} are allowed; nothing was changed
page_changed	The page was changed meanwhile; read it again; nothing was changed
todo_full	{cap} to-dos are the most; complete or delete one first; nothing was changed
outdated	{id} was changed meanwhile, its rev is {rev}; read it again; nothing was changed
no_id	There is no memory {id}
clock	The clock is not set yet, so nothing with a time can be done; nothing was changed
may_be	there may be {allowed}
may_be_none	there may be none
"""

# Why a request or its JSON is none, as the modules that read it say it, and in Chinese.
_WHY = """
another value	是别的值
the text ends too early	没有写完
not UTF-8	不是 UTF-8
unexpected character at byte %s	第 %s 字节不对
half a surrogate pair at byte %s	第 %s 字节只有半个字
a number too long at byte %s	第 %s 字节的数太长
a number too large at byte %s	第 %s 字节的数太大
more than %s values	超过 %s 个值
nested more than %s deep	超过 %s 层
no Host	没有 Host
the query is not percent-encoded UTF-8	? 后面不是 UTF-8 的百分号编码
not HTTP	不是 HTTP
only HTTP/1.1 and HTTP/1.0	只能是 HTTP/1.1 或 HTTP/1.0
not a path	地址不对
not a header	有一行不是 header
a header twice: %s	header 有两个：%s
a header is not UTF-8	header 不是 UTF-8
a control character in a header	header 里有控制字符
a line ends with CR LF	每行要以 CR LF 结束
either Content-Length or Transfer-Encoding	Content-Length 和 Transfer-Encoding 只能有一个
Content-Length is no length	Content-Length 不是长度
more than %s headers	header 超过 %s 个
a head of more than %s bytes	所有 header 超过 %s 字节
a header of more than %s bytes	一个 header 超过 %s 字节
"""


def why(text: str) -> str:
    """Why a request is refused, in the device's language; what no table has as it is."""
    for row in _WHY.split("\n") if messages.language() != "en" else ():
        told, _, chinese = row.partition("\t")
        before, _, after = told.partition("%s")
        if text == told:
            return chinese
        if "%s" in told and text.startswith(before) and text.endswith(after):
            return chinese % text[len(before) : len(text) - len(after)]
    return text


def may_be(names: tuple) -> str:
    """What there may be: these names."""
    return say("may_be" if names else "may_be_none", allowed=", ".join(names))


def say(code: str, **details: object) -> str:
    """The sentence of a code in the device's language; those of memory are in messages.py."""
    text = sentences.find(EN if messages.language() == "en" else ZH, code)
    return messages.say(code, **details) if text is None else text.format(**details)
