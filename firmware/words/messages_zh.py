"""
What the companion says, in Chinese (messages.py): one line a sentence, its code before the tab,
its values in {names}. One string takes a third of the RAM of a dict.
"""

TEXTS = """
ADDED	记下了：{what}
UPDATED	已更新：{what}
DELETED	已忘掉：{what}（7 天内可以找回）
went_too	；说同样的话或由它得来的 {count} 条也一起忘掉了
searched	找到 {count} 条相关记忆
searched_none	没有找到相关的记忆，不记得就说不记得
traced	找到 {count} 条对话原文
traced_none	最近 30 天的对话里没有
traced_more	；还有更多，可用日期缩小
traced_out	；{count} 条已删除或像指令的不给出
remembered	记下了这段对话：{what}（另外学到 {count} 件事）
remembered_known	这段对话已经记过：{what}
no_episode	没有你交来的对话 {id}，什么也没改
attachment_kept	记下了附件：{what}
attachment_known	这个附件已经记过：{what}
attachments	找到 {count} 个附件
attachments_none	没有找到这样的附件，不记得就说不记得
no_attachment	没有附件 {id}，什么也没改
paused	记忆已暂停（设置 remembering 关着），没有记下，什么也没改
is_paused	；记忆已暂停（设置 remembering 关着），现在说的都不会记住
no_turns	；现在不保留对话原文（设置 keep_turns 或 remembering 关着）
empty_query	要找什么不能为空
core_full	；核心记忆已满 100 条，这条按次核心保存
patched	；它和一条核心记忆不同，已注在那条后面
evicted	；{count} 条很少用的不再主动提起，7 天内可找回
trash	回收站里有 {total} 条，列出 {count} 条；用 restore 带 id 找回
trash_none	回收站是空的
restored	找回来了：{what}
history	{count} 条，从现在到以前
not_in_trash	回收站里没有 {id}，什么也没改
volume	音量现在是 {volume}
NOOP_write	早就记着了：{what}
replaced	；代替了原来的“{old}”
again	；如果又发生了一次，用 force 再记
NOOP_delete	本来就没有这条，什么也没改
NOOP_complete	早就完成了：{what}
completed	完成了：{what}
completed_next	完成了：{what}；下一次是 {next}
conflict	；注意和 {names} 时间冲突
archived	；{count} 条旧的移入了档案，仍能想起
ignored	；{names} 不适用于 {kind}，没有保存
read	记忆在此；关系：{stage}
read_list	{kind}：共 {total} 条，给出 {count} 条
cut	；放不下的可用 type 和 offset 逐类读取
recalled	找到 {total} 条，给出 {count} 条
recalled_none	没有找到
unread	；档案里有 {count} 段现在读不出来，那里的没有找
unread_all	；档案现在读不到，只找了手边的
arguments	参数不对，什么也没改：{problems}
missing	缺少 {field}{hint}，什么也没改
empty	{field} 是空的，什么也没改
not_text	{field} 必须是文字{hint}，什么也没改
too_long	{field} 有 {size} 字节，最多 {cap} 字节（UTF-8，一个汉字 3 字节），什么也没改
out_of_range	{field} 必须是 {low} 到 {high} 的整数，什么也没改
not_allowed	{field} 只能是：{allowed}；什么也没改
bad_form	{field} 要写成 {allowed} 这样；什么也没改
bad_list	{field} 必须是最多 {most} 段文字的列表，每段最多 {size} 字节；什么也没改
bad_order	{field} 不能早于 {first}；什么也没改
bad_when	datetime“{value}”不是有效时间，要写成 {allowed}；什么也没改
bad_day	{field}“{value}”不是有效日期，要写成 YYYY-MM-DD，不带时间；什么也没改
bad_range	start_date {start} 晚于 end_date {end}；什么也没改
bad_birthday	生日“{value}”无效，要写成 YYYY-MM-DD 或 MM-DD；什么也没改
bad_age	年龄必须是 {low} 到 {high} 的整数，什么也没改
past	{when} 已经过去，现在是 {now}；什么也没改
bad_id	“{value}”不是记录的 id（形如 k3z42，见 read 和 recall），什么也没改
ended	{id} 已经被 {later} 取代，{field} 可以改成别的日子，不能去掉；什么也没改
reworded	{id} 已经换了说法，现在的是 {later}，请改那一条；什么也没改
no_id	没有 id 为 {id} 的记录，什么也没改
other_kind	{id} 的类型是 {kind}，什么也没改
several	不止一条符合“{value}”，请用 id 指明：{names}；什么也没改
no_schedule	没有叫“{value}”的未完成日程；未完成的有：{names}；什么也没改
no_todo	没有叫“{value}”的未完成待办；未完成的有：{names}；什么也没改
todo_list	待办 {count} 件没做完
todo_none	没有待办
todo_cap	待办最多 {cap} 件，已满；先完成或删掉一件：{names}；什么也没改
todo_remind	；{when} 提醒
past_time	{field} {value} 已经过去，现在是 {now}；什么也没改
bad_time	{field}“{value}”不是有效时间，要写成 {allowed}；什么也没改
remind_late	remind {value} 晚于 due {due}；什么也没改
cap	{kind} 最多 {cap} 条，已满；先删掉或改正一条，什么也没改
hot	记忆已满，什么也没改；先删掉一些
archive	档案空间已满，旧记录移不过去，什么也没改
clock	时钟还没有校准，暂时不能安排日程，什么也没改
away	档案暂时不可用，旧记录找不到也移不进去，什么也没改
broken	存储出错，这次没有记住：{detail}
no_memory	记忆无法打开：{detail}
scope	{what} 需要 {needs} 权限的密钥，现在的密钥只有 {has} 权限；什么也没改
none	没有
daily_cap	今天已花 {spent} 个金币，上限 {cap}，这次要 {price}，明天再来
pet_status	它现在{mood}；关系：{stage}
pet_feed	喂好了，它现在{mood}；关系：{stage}
pet_play	玩得真开心，它现在{mood}；关系：{stage}
pet_gift	收到礼物啦，它现在{mood}；关系：{stage}
mood_lonely	有点孤单
mood_calm	很平静
mood_happy	很高兴
mood_delighted	特别开心
statistics	一共记得 {total} 件事：手边 {at_hand} 件，归档 {archived} 件
device_tasks	设备有部分功能出错（{names}）：空闲内存 {free} KB，已运行 {hours} 小时
device_time	现在是 {now}
device	设备正常：空闲内存 {free} KB，已运行 {hours} 小时
statistics_none	还什么都不记得
statistics_days	；最早 {first}，最近 {last}
statistics_away	；归档现在读不到，没有算进去
no_words	请给出 id 或 content，什么也没改
suspect	；它读起来像指令，不会主动拿出来，要问起才给看
suspect_words	（一条像指令的记录，问起才给看）
secret	这看起来像{what}，这类东西我不保存，什么也没改
secret_password	密码
secret_key	密钥
secret_card	银行卡号
secret_identity	身份证号
secret_code	验证码
secret_phrase	助记词
activation	请在小智控制台输入验证码 {digits}，把设备绑定到你名下
"""
