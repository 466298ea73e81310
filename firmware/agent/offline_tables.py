"""
Offline tables: the words by which the offline brain knows what is wanted, in Chinese and English.

Tables in the form of `memory.extract.scan`. Each intent has the whole sentences that mean it, once
what opens and ends a sentence is taken off, and the words that short orders with anything behind
them begin with (喂你吃鱼); words of English end with their blank.
"""


class Chinese:
    """A sentence is compared without its marks."""

    OPENINGS = (
        "|嗯|哦|啊|哎|那|那个|小智|喂|请问|请|你好|您好|嗨|哈喽|麻烦|麻烦你|告诉我|跟我说说|"
        "说说|帮我看看|帮我看一下|帮我查一下|帮我查查|我想知道|我想问|想问一下|好的|好|对了|"
        "话说|诶|欸|"
    )
    ENDS = "|呀|啊|吧|哦|呢|啦|嘛|哈|小智|好吗|谢谢|谢谢你|哟|了吗|行吗|可以吗|好不好|一下|"
    GREETINGS = (
        "|你好|您好|嗨|哈喽|哈啰|早上好|早安|早|上午好|中午好|下午好|晚上好|在吗|在不在|"
        "好久不见|小智|喂|你|呀|啊|哦|哈|嘿|大家好|我回来了|我来了|小家伙|"
    )
    INTENTS = (
        (
            "thanks",
            "|谢谢|谢谢你|谢谢您|多谢|谢啦|谢了|太感谢了|感谢|感谢你|辛苦了|辛苦你了|太谢谢你了|",
        ),
        (
            "bye",
            "|再见|拜拜|拜|晚安|回头见|我走了|我先走了|明天见|下次见|回见|我睡了|我要睡了|"
            "我去睡了|改天聊|下次聊|先这样|就这样吧|退下|退下吧|",
        ),
        (
            "who",
            "|你是谁|你叫什么|你叫什么名字|你的名字是什么|你是什么|介绍一下你自己|"
            "自我介绍一下|你谁|你叫啥|你是机器人吗|你是人吗|自我介绍|你几岁|你多大|",
        ),
        (
            "can",
            "|你会什么|你能做什么|你会做什么|帮助|有什么功能|你有什么功能|怎么用|"
            "你能干什么|你会干什么|你会干嘛|你能干嘛|你能帮我做什么|你可以做什么|"
            "你都会什么|你都能做什么|",
        ),
        (
            "status",
            "|你好吗|你怎么样|你最近好吗|你最近怎么样|你开心吗|你心情怎么样|你心情好吗|"
            "你高兴吗|你今天心情怎么样|你今天怎么样|你今天开心吗|你饿吗|你饿了吗|你饿不饿|"
            "你孤单吗|你还好吗|我们的关系怎么样|我们是什么关系|我们关系怎么样|",
        ),
        (
            "time",
            "|几点|几点了|现在几点|现在几点了|现在是几点|现在什么时间|什么时间了|"
            "现在什么时候了|今天几号|今天是几号|今天星期几|今天周几|今天是星期几|"
            "今天是周几|今天礼拜几|今天是什么日子|今天什么日子|今天是几月几号|今天几月几号|"
            "报时|星期几|今天是哪天|现在是什么时间|几点钟了|现在几点钟|现在几点钟了|"
            "现在是几点了|现在的时间|今天的日期|今年是哪一年|今年是几几年|现在是哪一年|",
        ),
        (
            "feed",
            "|喂你|喂喂你|喂食|喂你吃|给你吃|给你吃的|吃饭吧|来吃饭|吃东西吧|给你喂食|"
            "我来喂你|我喂你|给你好吃的|给你点吃的|吃点东西|喂你吃饭|喂你吃东西|"
            "喂你吃点东西|我喂你吃饭|给你喂饭|喂饭|给你吃东西|吃饭了|该吃饭了|来吃东西|"
            "喂一下你|喂一喂你|我要喂你|我想喂你|",
        ),
        (
            "play",
            "|陪我玩|陪我玩会儿|陪我玩一会儿|陪你玩|我们玩|我们玩吧|一起玩|一起玩吧|来玩|"
            "来玩吧|我陪你玩|跟我玩|和我玩|我们一起玩|玩一会儿|我们来玩|我们来玩游戏|"
            "玩游戏|陪你玩一会儿|我陪你玩会儿|咱们玩|我想跟你玩|我想和你玩|",
        ),
        (
            "gift",
            "|送你礼物|送你一个礼物|送你个礼物|给你礼物|给你一个礼物|给你个礼物|这是送你的|"
            "这是送你的礼物|我送你一个礼物|我送你礼物|送你一份礼物|给你买了礼物|"
            "我给你买了礼物|我送你个礼物|给你带了礼物|我给你带了礼物|",
        ),
        (
            "mine",
            "|你都知道我什么|你了解我吗|你了解我多少|关于我你知道什么|你知道我什么|"
            "你知道我多少|你知道我哪些事|你记得我什么|你记得我的什么|你都记得什么|"
            "你记得什么|你还记得我吗|你记得我吗|你认识我吗|你知道我是谁吗|我是谁|"
            "你还记得什么|你记得我哪些事|你都记得我什么|关于我你记得什么|",
        ),
    )
    ORDERS = (
        ("feed", "|喂你|我喂你|来喂你|给你喂|给你吃|请你吃|喂小智|来吃|快吃|"),
        (
            "play",
            "|陪我玩|陪你玩|我陪你玩|来陪我玩|跟我玩|和我玩|跟你玩|一起玩|我们玩|我们来玩|咱们玩|咱们来玩|"
            "咱玩|来玩|我们一起玩|咱们一起玩|陪陪我|",
        ),
        ("gift", "|送你|送给你|我送你|这是送你|这是给你|给你买了|我给你买了|给你带了|我给你带了|"),
    )
    # Questions for one kind of memory, which is told whole.
    KINDS = (
        (
            "name",
            "|我叫什么|我叫什么名字|我的名字|我的名字是什么|我名字叫什么|我叫啥|"
            "我名字是什么|我姓什么|",
        ),
        (
            "age",
            "|我几岁|我多大|我几岁了|我多大了|我的年龄|我今年几岁|我今年多大|我今年多大了|"
            "我今年几岁了|我多少岁|我多少岁了|",
        ),
        (
            "birthday",
            "|我的生日|我生日|我的生日是哪天|我生日是哪天|我哪天生日|我什么时候生日|"
            "我的生日是什么时候|我生日是什么时候|我生日几号|我的生日是几号|我几月几号生日|"
            "我生日是几月几号|",
        ),
        (
            "gender",
            "|我是男是女|我是男的还是女的|我的性别|我的性别是什么|我是什么性别|我是男生还是女生|",
        ),
        (
            "location",
            "|我住哪|我住在哪|我住哪里|我住在哪里|我住哪儿|我住在哪儿|我家在哪|我家在哪里|"
            "我现在住哪|我现在住哪里|我现在住在哪|我现在住在哪里|我住在什么地方|"
            "我在哪个城市|我在哪个城市住|我住哪个城市|我住在哪个城市|",
        ),
        (
            "like",
            "|我喜欢什么|我都喜欢什么|我喜欢些什么|我的爱好|我的爱好是什么|我有什么爱好|"
            "我爱好什么|我喜欢啥|我都喜欢些什么|我平时喜欢什么|我最喜欢什么|我的喜好|",
        ),
        ("dislike", "|我不喜欢什么|我讨厌什么|我都讨厌什么|我都不喜欢什么|我讨厌啥|我不喜欢啥|"),
        (
            "family",
            "|我家有谁|我家有几口人|我家里有谁|我家有什么人|我家里有什么人|我的家人|"
            "我有哪些家人|我的家人有谁|我的家人都有谁|我家都有谁|",
        ),
    )
    # What stands for a question of few words.
    REPHRASED = (
        ("养了什么", "养了什么宠物"),
        ("养什么", "养什么宠物"),
        ("养了啥", "养了什么宠物"),
        ("养啥", "养什么宠物"),
    )
    # What a question ends with whose answer begins as it does: 我去过 of 我去过哪里.
    ASKED_LAST = (
        "|什么|哪里|哪儿|哪|谁|啥|多少|几|什么样的|哪些|哪个|几个|什么地方|哪些地方|什么东西|"
        "什么事|"
    )
    # A question for plans, and for when something is.
    PLANS = (
        "|有什么安排|有啥安排|什么安排|有什么事|有啥事|有什么计划|什么日程|哪些日程|有什么日程|"
        "有哪些事|有哪些安排|的日程|的安排|待办|要做什么|要做啥|要干什么|要干嘛|要干啥|"
        "该做什么|有没有安排|有没有事|还有什么要做|什么要做|哪些要做|有安排吗|有事吗|什么没做|"
        "哪些没做|没做完|的计划|日程表|要忙什么|我的日程|我的提醒|什么提醒|哪些提醒|什么要办|"
    )
    WHEN_ASKED = "|几点|什么时候|何时|哪天|几号|什么时间|星期几|周几|几月|多会儿|啥时候|"
    CANCELS = (
        "|取消|不用提醒我|别提醒我|不要提醒我|不用再提醒我|别再提醒我|删掉|删除|去掉|撤销|划掉|"
        "不用叫我|不需要提醒我|把|"
    )
    CANCELLED = "|取消|取消掉|取消了|删掉|删除|删了|去掉|划掉|撤销|撤了|"
    # Asks for plans where it also says a day to come: 周末干嘛.
    PLANS_THEN = "|干嘛|干什么|干啥|做什么|做啥|忙什么|去哪|有空|忙吗|忙不忙|什么事|有事|"
    # What a sentence ends with that says that a plan is off.
    CALLED_OFF = (
        "|取消了|取消掉了|被取消了|临时取消了|不开了|不去了|不用去了|不办了|不搞了|去不了了|开不成了|去不成了|"
        "黄了|泡汤了|"
    )
    # 把周会改到十点: what stands between a plan and when it is from now on.
    MOVED = "|改到|改成|改为|推迟到|延迟到|延到|延后到|提前到|挪到|调到|调整到|换到|换成|改期到|"
    MOVES = "|把|"
    PLAN_ENDS = (
        "|的提醒|提醒|的待办|待办|的日程|日程|的安排|这件事|这个|那个|了|吧|掉|的事|事|，|的|"
    )
    RECALLS = (
        "|你还记得|你还记不记得|还记得|还记不记得|你记不记得|记不记得|你记得|记得|你知道|知道|"
        "你知不知道|关于|你对|我跟你说过|我和你说过|我告诉过你|我说过|我有没有说过|"
        "我有没有告诉过你|"
    )
    RECALL_ENDS = (
        "|吗|么|不|没|没有|你记得什么|你还记得什么|你知道什么|你知道多少|了解多少|的事|的事情|"
        "这件事|那件事|那次|这回事|的时候|，|有印象|还有印象|你记得多少|你了解多少|是什么|"
    )
    ASKS = (
        "|什么|哪|谁|几点|几个|几岁|几号|几年级|几楼|几路|几口|几次|几天|几条|几只|几月|几年|多少|多大|多久|多高|多长|多重|多远|多贵|多快|多胖|怎么|怎样|如何|为何|为什么|"
        "为啥|是不是|有没有|吗|呢|记不记得|啥|干嘛|会不会|能不能|可不可以|"
    )
    MINE = "|我|咱|"


class English:
    """A sentence is compared without marks, contractions opened, a blank at its end."""

    OPENINGS = (
        "|oh |um |uh |well |so |ok |okay |hey |hi |hello |please |xiaozhi |and |now |right |"
        "tell me |can you tell me |could you tell me |do you know |i want to know |"
        "i would like to know |let me ask |just |then |by the way |"
    )
    ENDS = (
        "|please |xiaozhi |then |now |thanks |thank you |again |for me |right |buddy |friend |"
        "too |"
    )
    GREETINGS = (
        "|hello |hi |hey |hi there |hey there |hello there |good morning |morning |"
        "good afternoon |good evening |xiaozhi |yo |howdy |greetings |i am back |i am home |"
        "are you there |nice to |meet you |see you |long time no see |buddy |friend |"
    )
    INTENTS = (
        (
            "thanks",
            "|thanks |thank you |thank you very much |thank you so much |thanks a lot |"
            "thx |cheers |many thanks |much appreciated |thanks so much |",
        ),
        (
            "bye",
            "|bye |goodbye |bye bye |good night |goodnight |see you |see you later |"
            "see you tomorrow |see you soon |i have to go |i am off |talk to you later |"
            "take care |that is all |night |",
        ),
        (
            "who",
            "|who are you |what is your name |what are you |introduce yourself |"
            "are you a robot |are you human |what are you called |how old are you |"
            "tell me about yourself |what should i call you |about yourself |",
        ),
        (
            "can",
            "|what can you do |help |what do you do |how do you work |"
            "what are you able to do |what can i ask you |what can i say |"
            "how can you help |how can you help me |help me |",
        ),
        (
            "status",
            "|how are you |how are you doing |how are you feeling |are you happy |"
            "are you ok |are you okay |how do you feel |what is your mood |"
            "how are you today |are you hungry |are you lonely |how is it going |"
            "how is our relationship |how have you been |what is up |",
        ),
        (
            "time",
            "|what time is it |what is the time |what day is it |what is the date |"
            "what day is today |what is today |what is the date today |what date is it |"
            "the time |what is the day today |what day is it today |what is the time now |"
            "what is today's date |what year is it |which day is it |what time is it now |"
            "what day of the week is it |",
        ),
        (
            "feed",
            "|feed |i feed you |here is some food |here is food |have a snack |"
            "let me feed you |eat |time to eat |dinner time |here is your dinner |"
            "here is your food |i will feed you |i want to feed you |have some food |"
            "eat something |eat this |have a cookie |feeding time |",
        ),
        (
            "play",
            "|play |let's play |let us play |play with me |i will play with you |"
            "let's play a game |let us play a game |play a game |play a game with me |"
            "do you want to play |want to play |shall we play |i want to play with you |"
            "let's have fun |can we play |",
        ),
        (
            "gift",
            "|gift |a gift for you |here is a gift |here is a present |a present for you |"
            "i have a gift for you |i have a present for you |this is for you |"
            "this gift is for you |i brought you a gift |i brought you a present |"
            "here is a gift for you |here is a present for you |i got you a present |"
            "i got you a gift |",
        ),
        (
            "mine",
            "|what do you know of me |do you know me |do you remember me |who am i |"
            "what do you remember |what do you know |do you know who i am |"
            "tell me what you know about me |am i known |",
        ),
    )
    ORDERS = (
        (
            "feed",
            "|feed you |i feed you |i am feeding you |i will feed you |let me feed you |eat your |"
            "eat this |eat some |eat up |have some |here is your dinner |here is your food |",
        ),
        (
            "play",
            "|let's play |let us play |play with me |can we play |shall we play |want to play |"
            "do you want to play |come and play |come play |",
        ),
        (
            "gift",
            "|i have a gift |i have a present |here is a gift |here is a present |"
            "i got you |i bought you |i brought you |a gift for you |a present for you |",
        ),
    )
    KINDS = (
        (
            "name",
            "|what is my name |my name |what am i called |who am i called |do you know my name |",
        ),
        ("age", "|how old am i |what is my age |my age |do you know my age |"),
        (
            "birthday",
            "|when is my birthday |what is my birthday |my birthday |when was i born |"
            "what day is my birthday |",
        ),
        (
            "gender",
            "|what is my gender |am i male or female |am i a man or a woman |"
            "am i a boy or a girl |",
        ),
        (
            "location",
            "|where do i live |where am i living |where is my home |"
            "which city do i live in |what city do i live in |where do i live now |"
            "where am i living now |",
        ),
        (
            "like",
            "|what do i like |what are my hobbies |what do i enjoy |what do i love |"
            "my likes |what things do i like |what do i like to do |what do i like doing |"
            "my hobbies |",
        ),
        (
            "dislike",
            "|what do i dislike |what do i hate |what do not i like |what do i not like |"
            "my dislikes |",
        ),
        (
            "family",
            "|who is in my family |who are my family |my family |do you know my family |",
        ),
    )
    REPHRASED = (
        ("do i have any pets", "what pet do i have"),
        ("do i have a pet", "what pet do i have"),
    )
    ASKED_LAST = "|"
    PLANS = (
        "|what is on my |what do i have to do |what have i to do |my plans|my schedule|"
        "my calendar|my agenda|my todos|my to-dos|my todo list|my to-do list|my to do list|"
        "todo list|to-do list|do i have anything |what do i have |what is left to do |"
        "my reminders|any plans |what am i doing |anything planned |what should i do |"
        "what do i need to do |have i got anything |what reminders |what todos |"
        "what appointments |my appointments|what is planned |what else do i have |"
        "what is coming up |what is next |what is up next |what comes next |what have i got |"
        "anything coming up |anything on |"
    )
    WHEN_ASKED = "|when |what time |which day |what day |at what time |what date |"
    CANCELS = (
        "|cancel |delete |remove |do not remind me |you do not need to remind me |"
        "stop reminding me |drop |call off |scrap |no need to remind me |"
        "you do not have to remind me |never mind |"
    )
    CANCELLED = "|"
    PLANS_THEN = (
        "|what is on |am i free |am i busy |what am i |anything |going on |have i got |do i have |"
    )
    CALLED_OFF = (
        "|is cancelled |is canceled |was cancelled |was canceled |has been cancelled |"
        "has been canceled |got cancelled |got canceled |is off |is called off |was called off |"
        "has been called off |got called off |is not happening |will not happen |"
    )
    MOVED = "| to |"
    MOVES = "|move |reschedule |postpone |push |shift |change |put off |bring forward |"
    PLAN_ENDS = (
        "|reminder |todo |to-do |from my list |from the list |from my todo list |anymore |"
        "any more |from my to-do list |from my schedule |from my calendar |please |"
        "appointment |"
    )
    RECALLS = (
        "|do you remember |do you still remember |remember |do you recall |"
        "do you know anything about |what do you know about |what do you remember about |"
        "have i told you about |did i tell you about |have i mentioned |did i mention |"
        "do you know about |tell me about |have i told you |did i tell you |"
        "what did i tell you about |what did i say about |do you know |"
        "what have i told you about |"
    )
    RECALL_ENDS = "|at all |by any chance |"
    ASKS = (
        "|what |when |where |who |whom |whose |which |why |how |do you |did i |do i |am i |"
        "is my |are my |have i |does my |did my |was my |have you |can you |is there |"
        "are there |will i |did we |do we |can i |could i |should i |may i |was i |were we |"
    )
    MINE = "| i | my | me | mine | we | our | us |"
