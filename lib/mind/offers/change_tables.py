"""
Changes: the words beside which any slot (`slot_tables`) is otherwise, or is not yet.

Tables as in `memory.text.phrase_tables`; those of English have blanks around words.
"""

# Beside a class: another is here, or the one there was is not.
TURNS = (
    "|换|新|改|买了|买的|提了|提的|入了|入手|到手|升级|卖了|卖掉|过户|报废|转让|送人|丢了|被偷"
    "|走了|走人|离开|离职|调走|辞|退休|接手|接任|替|归|不再|不做了|回老家|回乡|如今|现在"
    "|开始|停了|停掉|涨|降|提到|刚|今年|这学期| new | got | bought | leased | sold | traded "
    "| totaled | died | arrived | upgraded | switched | replaced | took over | takes over | left "
    "| leaving | retired | moved | quit | fired | now | these days | this year | instead "
    "| no longer | started | stolen | lost | picked up | hired | raised | wants "
    "| changed | so |"
).encode()
# After this nothing of somebody is so any more.
DEATHS = (
    "|去世|过世|病逝|离世|走了|不在了|葬礼|下葬|遗产|头七| passed away | died | funeral | buried "
    "| passed on | passed last | late grand |"
).encode()
# What is not so yet.
NOT_YET = (
    "|打算|计划|想要|想去|想换|想买|想搬|明年|下个月|下周|准备|可能|也许|考虑|如果|要是| plan "
    "| plans | planning | want to | wants to | hope | hopes | might | maybe | thinking | next "
    "| if | should | would | almost |"
).encode()
# What a memory is about before all else, where it names it.
THINGS = (
    "|手机|车|房东|室友|房租|月租|邮箱|密码|工资|月薪| phone | car | landlord | rent | email "
    "| password | salary |"
).encode()
# Where a thing has been put is asked of the thing.
PUT = "|放哪|放在|放到|收在| did i put | did i leave | do i keep | do we keep |".encode()
# What is on its way to something else, so that whatever is told of it later takes its place.
PENDING = (
    "|在等|等着|正在|在办|在找|在装修|在谈|申请了|等通知|在盖|在追|在修| waiting for "
    "| waiting to | waiting on | applying | applied | looking for | in the middle of "
    "| working on | building | trying to | about to | saving for | saving up |"
).encode()
