"""
The English words of what is said of somebody, for `claim_reader`.

Tables in the form of `memory.extract.scan`, words with the blank behind them. What a letter means
is in `claim_reader`.
"""

CHINESE = False
OWNER = "|the user |user |i |the owner |owner |the pet's owner |master |the owner's |my owner |"
OWNERS = "|my |the user's |user's |the owner's |owner's |our |master's |their own |"
OF = "|older |younger |elder |little |big |eldest |youngest |oldest |twin |late |"
PEOPLE = (
    "|friend |best friend |colleague |coworker |boss |neighbor |neighbour |roommate |classmate "
    "|teacher |manager |ex-wife |ex-husband |ex-girlfriend |ex-boyfriend |ex |client |"
)
THIRD = "|he |she |they |it |"
ENDS = ",.;!\n("
JOINTS = "| but | and now | now | although | though |"
QUESTIONS = "|?|"
BEFORE = (
    "|used to :p|formerly :p|previously :p|once :p|in the past :p|before :p|originally :p"
    "|at one time :p|back then :p|as a child :p|years ago :p|had :p|last year :t|last month :t"
    "|last week :t|yesterday :t|currently :n|now :n|recently :n|just :n|already :n|still :n"
    "|also :n|finally :n|today :n|at present :n|nowadays :n|these days :n|presently :n|lately :n"
    "|since then :n|does not :N|do not :N|not :N|did not :x|never :x|has never :x|have never :x"
    "|has not :x|have not :x|no longer :E|does not really :N|do not really :N|stopped :E|quit :E"
    "|has stopped :E|might :x|may :x|will :x|would :x|plans to :x|plan to :x|wants to :x"
    "|want to :x|hopes to :x|hope to :x|is going to :x|am going to :x|going to :x"
    "|is planning to :x|am planning to :x|planning to :x|is considering :x|considering :x"
    "|is thinking about :x|is thinking of :x|thinking of :x|dreams of :x|would like to :x"
    "|should :x|could :x|can :x|if :x|wishes to :x|wish :x|maybe :x|perhaps :x|probably :x"
    "|is about to :x|about to :x|intends to :x|thought about :x|needs to :x|has to :x|said :x"
    "|says :x|thinks :x|dreamed :x|dreamt :x|next year :x|next month :x|soon :x|tomorrow :x"
    "|is :I|am :I|are :I|was :Ip|were :Ip|new :.|current :.|and :.|in :D|has :h|have :h"
    "|has been :h|have been :h|really :.|mostly :.|mainly :.|usually :.|very much :.|always :."
    "|especially :.|absolutely :.|so :.|particularly :.|actually :n|in fact :n|no wait :n"
    "|turns out :n|not long ago :n|started :n|gone and :.|"
)
LEADS = (
    "|lives :y=|live :y=|living :y=|rents :y=|rent :y=|renting :y="
    "|lives in :l=|live in :l=|living in :l=|resides in :l=|reside in :l=|residing in :l="
    "|lived in :lp|resided in :lp|based in :l=|located in :l=|settled in :l>|moved to :l>"
    "|relocated to :l>|moved back to :l>|moved from :f>|relocated from :f>|moved into :.>"
    "|emigrated to :l>|immigrated to :l>|works at :w=|work at :w=|working at :w=|works for :w="
    "|work for :w=|working for :w=|worked at :wp|worked for :wp|employed at :w=|employed by :w="
    "|joined :w>|left :w<|quit :w<|resigned from :w<|retired from :w<|got a job at :w>"
    "|got a new job at :w>|got a new job as :j>|started a new job at :w>"
    "|started working at :w>|started working for :w>|started at :w>|got hired by :w>"
    "|started a job at :w>|got hired at :w>|works as :j=|work as :j=|working as :j="
    "|worked as :jp|became :j>|started working as :j>|retired :R>|studies at :s=|study at :s="
    "|studying at :s=|studied at :sp|attends :s=|attend :s=|attending :s=|attended :sp"
    "|enrolled at :s>|enrolled in :s>|goes to :s=|go to :s=|graduated from :sp|got into :s>"
    "|transferred to :s>|turned :a>|just turned :a>|weighs :k=|weigh :k=|stands :h=|likes :+="
    "|like :+=|loves :+=|love :+=|enjoys :+=|enjoy :+=|prefers :+=|prefer :+=|liked :+p"
    "|adores :+=|loved :+p|enjoyed :+p|dislikes :-=|dislike :-=|hates :-=|hate :-="
    "|can not stand :-=|detests :-=|disliked :-p|hated :-p|owns :g=|own :g=|has :g=|have :g="
    "|got :g>|bought :g>|adopted :g>|keeps :g=|keep :g=|drives :g=|drive :g=|had :gp|owned :gp"
    "|uses :p=|use :p=|using :p=|switched to :p>|upgraded to :p>|used :pp|speaks :e=|speak :e="
    "|suffers from :d=|suffer from :d=|goes by :i=|go by :i=|comes from :o=|come from :o="
    "|changed name to :n>|changed my name to :n>|changed his name to :n>|changed her name to :n>"
    "|people call me :i=|everyone calls me :i=|everybody calls me :i=|back home in :l>"
    "|married :r>|was born on :b=|back in :l>|moved back in :."
    "|moved into a flat in :l>"
    "|moved house to :l>|rents in :l=|rent in :l=|rents a flat in :l=|rents an apartment in :l="
    "|rents a place in :l=|rent a flat in :l=|rent an apartment in :l=|bought a house in :l>"
    "|bought a flat in :l>|has a flat in :l=|settled down in :l>|stays in :l=|resettled in :l>"
    "|took an apartment in :l>|took a flat in :l>"
    "|found a job at :w>|found a job with :w>|got a job with :w>|took a job at :w>"
    "|took a job with :w>|landed a job at :w>|hired by :w>|was hired by :w>|found work at :w>"
    "|moved on to :w>|laid off from :w<|laid off by :w<|was laid off by :w<|got laid off by :w<"
    "|got laid off from :w<|was laid off from :w<|fired from :w<|was fired from :w<"
    "|got fired from :w<|let go from :w<|was let go from :w<|left her job at :w<"
    "|left his job at :w<|left my job at :w<|left a job at :w<|quit her job at :w<"
    "|quit his job at :w<|quit my job at :w<|quit the job at :w<|promoted to :j>"
    "|was promoted to :j>|got promoted to :j>|been promoted to :j>|retrained as :j>"
    "|got a job as :j>|found a job as :j>|took a job as :j>|started as :j>"
    "|switched to working as :j>|down to :k>|up to :k>|dropped to :k>|slimmed down to :k>"
    "|went up to :k>|grown to :h>|grew to :h>|replaced it with :p>|got herself :p>"
    "|got himself :p>|call me :i>|prefers to be called :i=|prefer to be called :i="
    "|likes to be called :i=|like to be called :i=|wants to be called :i=|switched majors to :m>"
    "|changed majors to :m>|changed major to :m>|majors in :m=|major in :m=|majoring in :m="
    "|went back to :c>|returned to :c>|came back to :c>|went back to live in :l>"
    "|returned to live in :l>|made redundant by :w<|was made redundant by :w<"
    "|made redundant from :w<|self-employed as :j>|freelancing as :j=|freelances as :j="
    "|working freelance as :j=|hired as :j>|was hired as :j>|now drives for :w>|sold :B<"
    "|gave :B<|gave away :B<|got rid of :B<|traded in :B<|traded :B<"
    "|scrapped :B<|rehomed :B<|donated :B<"
    "|back at :k>|back to :k>|back up to :k>|back down to :k>|recovered from :d<|got over my :d<"
    "|switched my major to :m>|changed my major to :m>|just celebrated my :a>|just had my :a>"
    "|study :m=|studies :m=|studying :m="
    "|liking :+=|enjoying :+=|loving :+=|gone off :->|lost interest in :->|rejoined :w>"
    "|back working at :w>|back working for :w>"
    "|please call me :i>|just call me :i>|you can call me :i>"
    "|you can just call me :i>|you may call me :i>|"
)
# What ends a work or a school without naming it.
GONE = (
    "|quit my job :w|quit her job :w|quit his job :w|quit the job :w|left my job :w"
    "|left her job :w"
    "|left his job :w|lost my job :w|lost her job :w|lost his job :w|lost the job :w"
    "|got laid off :w"
    "|was laid off :w|got fired :w|was fired :w|was let go :w|resigned :w|unemployed :w"
    "|is unemployed :w|am unemployed :w|between jobs :w|out of work :w|graduated :s"
    "|dropped out of school :s|dropped out of college :s|dropped out of university :s"
    "|dropped out :s"
    "|was made redundant :w|made redundant :w|got sacked :w|was sacked :w|stopped working :w"
    "|handed in my notice :w|finished school :s|finished college :s|finished university :s|"
)
STATUS = (
    "|single :单身|unmarried :单身|married :已婚|happily married :已婚|newly married :已婚"
    "|got married :已婚|divorced :离异|got divorced :离异|separated :离异|engaged :订婚"
    "|got engaged :订婚|widowed :丧偶|a widow :丧偶|a widower :丧偶|in a relationship :恋爱中"
    "|in a relationship with :恋爱中|seeing someone called :恋爱中|seeing someone named :恋爱中"
    "|started seeing :恋爱中|started going out with :恋爱中"
    "|going out with :恋爱中"
    "|dating :恋爱中|seeing someone :恋爱中|has a girlfriend :恋爱中|has a boyfriend :恋爱中"
    "|have a girlfriend :恋爱中|have a boyfriend :恋爱中|has a partner :恋爱中"
    "|have a partner :恋爱中|a girlfriend :恋爱中|a boyfriend :恋爱中|a partner :恋爱中"
    "|broke up with :单身|broke up :单身|a wife :已婚|a husband :已婚|remarried :已婚"
    "|has a wife :已婚|has a husband :已婚|have a wife :已婚|have a husband :已婚"
    "|girlfriend :恋爱中|boyfriend :恋爱中|has a new girlfriend :恋爱中"
    "|has a new boyfriend :恋爱中|have a new girlfriend :恋爱中|broken up with :单身"
    "|back together with :恋爱中|back together :恋爱中|got back together :恋爱中|split up :单身"
    "|split up with :单身|split from :单身|newly single :单身|getting divorced :离异"
    "|divorced from :离异|got divorced from :离异|filed for divorce :离异|separated from :离异"
    "|got married to :已婚|married to :已婚|engaged to :订婚|got engaged to :订婚"
    "|parted ways :单身|parted ways with :单身|no longer together :单身|getting a divorce :离异"
    "|going through a divorce :离异|tied the knot :已婚|started dating :恋爱中"
    "|got together :恋爱中|called off the engagement :单身|called off our engagement :单身"
    "|broke off the engagement :单身|broke off our engagement :单身|"
)
ATTRIBUTES = (
    "|car :g"
    "|age :a|weight :k|height :h|phone :p|phone model :p|mobile :p|cell phone :p|smartphone :p"
    "|phone number :P|number :P|job :j|occupation :j|profession :j|job title :j|employer :w"
    "|company :w|workplace :w|school :s|university :s|college :s|major :m|name :n|full name :n"
    "|real name :n|first name :n|nickname :i|birthday :b|date of birth :b|blood type :B"
    "|blood group :B|address :l|home :l|city :l|home address :l|location :l|residence :l"
    "|hometown :o|relationship status :r|marital status :r|email :M|email address :M|gender :G|"
)
# What has a subject of its own behind an age: 40 and a doctor sees her.
DOES = (
    "| is | was | are | has | sees | said | says | told | thinks | takes | gave | helps | will "
    "| can | works | lives | comes | came | looks | asked | who | wants | calls |"
)
COPULAS = (
    "|is :|is now :|is currently :|was :p|used to be :p|is in :|is at :|is not :N|: :|are :"
    "|has been :|has changed to :|is called :|is an :|is a :|is the :|changed to :|is also :"
    "|was previously :p|is no longer :N|"
)
PLACED = NOT_PLACED = LEFT = NOT_NAMING = "|"
TAILS = (
    "|now |these days |anymore |any more |any longer |currently |as well |too |instead "
    "|at the moment |right now |please |nowadays |again |alone |today |recently |permanently "
    "|full-time |part-time |a lot "
    "|very much |so much |yesterday |last week |last month |last year |last night |this year "
    "|this week |already |for good |at last |in january |in february |in march |in april "
    "|in may |in june |in july |in august |in september |in october |in november |in december "
    "|on monday |on tuesday |on wednesday |on thursday |on friday |on saturday |on sunday "
    "|last weekend |this weekend |over the weekend |at the weekend |this morning |this month |"
)
DURATIONS = ()
CUTS = (
    "| since | for | with | based in | based at | based out | because | and | but | in 2| in 1"
    "| when | while | as | last "
    "| where | which | who | so | after | before | until | at the | on | years | in her "
    "| in his | during | near | yesterday | this | to | over | due | two | from | by | next |"
)
NO_PLACE = (
    "|town |here |there |bed |peace |fear |the city |the suburbs |the countryside |the country "
    "|abroad |downtown |the dorm |the dorms |campus |home |the city center |the same |poverty |"
)
NO_PLACE_ENDS = (
    "|apartment |house |flat |dorm |building |place |room |home |studio |village |town "
    "|neighborhood |area |dormitory |city |shift |shifts |nights |days |"
)
NO_PLACE_HEADS = (
    "|a |an |my |his |her |their |our |this |that |your |one |two |the same |another |what "
    "|where |tears |action |pity |january |february |march |april |june |july |august |september "
    "|october |november |december |monday |tuesday |wednesday |thursday |friday |saturday |sunday "
    "|gate |room |fear |dread |hope of |hope that |hotels |hostels |airbnbs |"
)
NO_POST = "|volunteer |student |customer |guest |visitor |regular |"
NO_PLACE_IN = "| i | we | you | they | need | want | do not | always | never |"
# What one joins and does not work for.
CLUBS = (
    "| club | choir | band | team | society | class | group | gym | church | orchestra | league "
    "| army | navy | library | union | chat | call | meeting | book club |"
)
AGE_ENDS = "|years old |year old |yrs old |years of age |y/o |yo |"
ABOUT = "|almost |nearly |about |around |over |under |"
JOB_HEADS = "|a |an |the |"
NO_JOB = (
    "|friends |parent |father |mother |fan |problem |real |big |huge |great |good |member |dad "
    "|mom |grandfather |grandmother |vegetarian |vegan |interested |tired |a father |"
)
# What somebody is besides their trade, by its end: a twin, a night owl, a light sleeper.
NO_TRADES = (
    "|grader |first grader |"
    "|vegetarian |vegan |pescatarian |diabetic |lefty |twin |widow |widower |grandmother "
    "|grandfather |mother |father |mom |dad |mum |nan |gran |grandad |granddad |granny |grandma "
    "|grandpa |parent |introvert |extrovert |libra |aries |taurus |gemini |cancer |leo |virgo "
    "|scorpio |sagittarius |capricorn |aquarius |pisces |child |citizen |muslim |christian "
    "|buddhist |owl |early bird |homebody |workaholic |perfectionist |insomniac |bookworm "
    "|foodie |teetotaller |dog owner |cat owner |pet owner |car owner |home owner |homeowner "
    "|landlord |landlady |smoker |sleeper |riser |lover |learner |listener |eater |drinker "
    "|talker |thinker |believer |beginner |survivor |member |sister |brother |daughter |runner "
    "|swimmer |gamer |hiker |climber |cyclist |camper |pessimist |optimist |feminist |atheist "
    "|minimalist |foreigner |newcomer |outsider |northerner |southerner |londoner |new yorker "
    "|commuter |supporter |"
)
RANKS = (
    "|head nurse |team lead |lead |supervisor |president |captain |partner |principal |apprentice "
    "|representative |"
)
# Trades of `words_en` that are no work.
NO_WORK = (
    "|vegetarian |vegan |diabetic |lefty |leftie |twin |widow |widower |grandmother |grandfather "
    "|mother |father |mom |dad |mum |parent |child |citizen |introvert |extrovert |libra |aries "
    "|taurus |gemini |cancer |leo |virgo |scorpio |sagittarius |capricorn |aquarius |pisces "
    "|muslim |christian |buddhist |catholic |quaker |survivor |homeowner |londoner |texan "
    "|perfectionist |insomniac |bookworm |foodie |homebody |workaholic |night owl |early bird |"
)
RANK_HEADS = (
    "|head |deputy |assistant |senior |junior |lead |chief |sous |executive |line |pastry |shift "
    "|staff |ward |duty |night |"
)
JOB_ENDS = "|retired |unemployed |freelance |self-employed |"
SCHOOLS = (
    "|university|college|school|institute|academy|mit|oxford|cambridge|harvard|yale|stanford"
    "|princeton|ucla|berkeley|eth| primary| elementary| high |"
)
ORIGIN_ENDS = FIRMS = PROVINCES = MEMBERS = "|"
PUPILS = "|student|freshman|sophomore|junior|senior|undergrad|pupil|"
TAKEN = (
    "|a |an |the |one |two |three |four |five |several |some |2 |3 |4 |5 |new |old |small |big "
    "|little |used |brand new |his own |her own |his first |her first |my first |my own |also |"
)
OWNED = (
    "|skoda|nissan|hyundai|kia|mazda|subaru|peugeot|renault|fiat|jeep|lexus|vw|volkswagen"
    "|dog|cat|puppy|kitten|rabbit|parrot|hamster|turtle|fish|bird|pet|car|tesla|bmw|toyota|honda"
    "|audi|mercedes|ford|truck|motorcycle|bike|house|apartment|boat|piano|guitar|camera|kid"
    "|child|son|daughter|brother|sister|shop|company|business|restaurant|horse|laptop|tablet"
    "|watch|van|suv|volvo|snake|retriever|poodle|bulldog|labrador|corgi|husky|"
)
ILLS = (
    "|diabetes|asthma|high blood pressure|arthritis|migraine|allerg|epilepsy|depression|anxiety"
    "|adhd|gout|cancer|hypertension|anemia|eczema|insomnia|heart disease|celiac|"
)
LANGUAGES = ""
NOT_LIKED = "|it |him |her |them |you |that |this |to |"
NO_NAME = "|the |a |an |on |not |not on |"
# Behind call me: when, not how.
NO_CALL = "|monday |tuesday |wednesday |thursday |friday |saturday |sunday |"
PHONES = (
    "|iphone|huawei|xiaomi|redmi|honor|oppo|vivo|oneplus|samsung|galaxy|pixel|motorola|nokia"
    "|realme|android phone|"
)
NO_PHONES = "|ipad|macbook|watch|laptop|buds|airpods|tv|case|charger|book|tab|"
PAST_TAIL = (
    "| as a child| in the past| previously| before that| when he was| when she was| when i was"
    "| years ago| until | as a kid| growing up| back then| in college| during college| formerly|"
)
SINCE = "|since |"
ASKED_NOW = (
    "| now | currently | at the moment | these days | right now | nowadays | today | still "
    "| at present |"
)
ASKED_PAST = (
    "| used to | previously | formerly | in the past | once | previous | former | ex- "
    "| back then | earlier | originally | did i live | did i work | did i study "
    "| did i play | did i drive | did i run | did i teach | did i own | did i rent "
    "| did i smoke | old job "
    "| last job | old address | old phone | was my old | were my old | was my last |"
)
ASKED_BEFORE = " before "
# What a major is like.
NO_MAJOR = (
    "|hard |difficult |tough |easy |boring |fun |interesting |great |good |bad |cool |awesome "
    "|useless |stressful |challenging |amazing |okay |ok |so |very |really |too |pretty |quite "
    "|not |undecided |killing |way |super |kind of |kinda |demanding |exhausting |my |"
)
NO_ORIGIN = "|around here |the future |here |there |out of town |"
