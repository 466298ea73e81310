"""
The first words of English predicates, each with its letter of `self_statements`.

Part of the tables of `words_en`, in the form of `scan`.
"""

OF_ONESELF = (
    "|moved to |home for me is |turned |relocated to |got two |got three |allergic to "
    "|can not stand |work as a |born and raised in |"
)
LEADS = (
    "|am over in :l|goes by :n|name would be :n|have settled in :l|have relocated to :l"
    "|can not get used to :-|ran :R|run :R|run half marathons :H|run marathons :H|have run :R"
    "|finished :R|have finished :R|completed :R|have completed :R|ran in :R|did :R|have done :R"
    "|have trouble with my :f|have problems with my :f|have issues with my :f"
    "|have a problem with my :f|have bad :B|have weak :B|have a bad :B|have a weak :B"
    "|have been in :r|bought a house in :l|bought a flat in :l|bought a place in :l"
    "|moved into a flat in :l|moved into a house in :l|moved into an apartment in :l"
    "|rent a flat in :l|rent a place in :l|rent an apartment in :l|ended up in :."
    "|ended up settling in :l|settled down in :l|am settled in :l|apartment is in :l"
    "|place is in :l|flat is in :l|house is in :l|home is :.|home for me is :l|have loved :+"
    "|have adored :+|have hated :-|can not resist :+|live for :+|avoid :-|never touch :-"
    "|will not touch :-|will not eat :-|will not drink :-|was never a fan of :-"
    "|was never into :-|have never been a fan of :-|have never been into :-|do not do :-"
    "|have never liked :-|have never enjoyed :-|nickname :k|collect :f|can not stomach :-"
    "|have zero tolerance for :-|use a wheelchair :s|use a walker :s|use a cane :s"
    "|wear contact lenses :s|go to :w|have a black belt in :f|got a degree in :f"
    "|have a degree in :f|served in the :f|do not drink and :.|put on :.|put up :.|put off :."
    "|put down :.|take insulin :s|take medication for :f|take medicine for :f|take pills for :f"
    "|take blood thinners :s|take insulin for :f|living in :l|based in :l|working as :f"
    "|working at :f|married to :f|originally from :o|started a new job at :f"
    "|started working at :f|started working as :f|wear a hearing aid :s|wear hearing aids :s"
    "|wear dentures :s|wear braces :s|have a pacemaker :s|got promoted :s|lost my job :s"
    "|got laid off :s|got engaged :s|got divorced :s|got a new job at :f|got a job at :f"
    "|got a new job as :f"
    "|got a job as :f|started a business :s|own a business :s|dig :+|really dig :+"
    "|can not get enough of :+|have a thing for :+|have a passion for :+|have a weakness for :+"
    "|can not live without :+|swear by :+|could live on :+|can not abide :-|can not do :-"
    "|am over :.|do not like :-|do not enjoy :-|am done with :.|my :m|our :m|name :k"
    "|full name :k|first name :k|real name :k|english name :k|chinese name :k|name is :n"
    "|is called :n|is named :n|go by :n|am :=|turned :=|am turning :.|age is :=|live in :l"
    "|live at :l|live near :l|live just outside :l|live outside :l|live over in :l"
    "|live out in :l|live close to :l|moved to :l|have moved to :l|reside in :l|come from :o"
    "|relocated to :l|have lived in :l|have been living in :l|lived in :l|settled in :l"
    "|home is in :l|love :+|like :+|enjoy :+|adore :+|prefer :+|fell in love with :+"
    "|have a soft spot for :+|got into :+|hate :-|dislike :-|detest :-|loathe :-|despise :-"
    "|can not stand :-|can not bear :-|can not tolerate :-|never eat :-|do not eat :-"
    "|do not care for :-|can not handle :-|do not :!|never :!|hate eating :-|favorite :v"
    "|all time favorite :v|least favorite :V|have :h|got :h|own :h|work :f|teach :f|study :f"
    "|graduated from :f|majored in :f|major in :f|speak :f|play the :f|play guitar :s"
    "|play piano :s|play violin :s|play drums :s|can play :f|can speak :f|wear glasses :s"
    "|wear contacts :s|drive a :f|drive an :f|weigh :f|grew up in :f|was born in :f"
    "|was raised in :f|have been playing :j|have been working :j|have been doing :j"
    "|have been teaching :j|have been living with :j|have been practicing :j|have been vegan :j"
    "|have been vegetarian :j|have played :j|have worked :j|have had :j|have been learning :f"
    "|have been studying :f|do not drink :~|do not smoke :s|do not drive :s"
    "|do not drink alcohol :s|quit smoking :s|quit drinking :s|can not eat :f|can not swim :s"
    "|can not drink :f|can not drive :s|run a :f|run my own :f|suffer from :f"
    "|was diagnosed with :f|go to school :f|go to college :f|got married :f|have been married :f"
    "|have always loved :+|have always liked :+|have always enjoyed :+|have always hated :-"
    "|put :q|left :q|parked :q|hid :q|stored :q|keep :q|kept :q|retired :s|cat is called :f"
    "|dog is called :f|cat is named :f|dog is named :f|cat's name is :f|dog's name is :f"
    "|work as :f|have been :=|was born and raised in :f|never liked :-|put in :.|left for :."
    "|keep on :.|keep in :.|keep going :.|hobby is :^|hobbies are :^|hobbies include :^"
    "|passion is :^|never drink :-|stopped eating :-|stopped drinking :-|gave up drinking :s"
    "|gave up smoking :s|have given up :f|can not sleep without :U|can not function without :+"
    "|never go to bed without :U|never leave home without :U|never go anywhere without :U"
    "|share a flat :f|share a house :f|get migraines :s|get seasick :s|get carsick :s"
    "|get travel sick :s|get panic attacks :s|get hay fever :s|tend to :U|got fired :s"
    "|was made redundant :s|got made redundant :s|was laid off :s|quit my job :s|had a baby :s"
    "|had a baby girl :s|had a baby boy :s|have gotten into :+|have got into :+"
    "|have been getting into :+|have taken up :+|have no time for :-|have no interest in :-"
    "|can not be doing with :-|live up in :l|live down in :l|live here in :l|allergic to :f"
    "|live with my :f|live with two :f|live with three :f|broke up with my :f"
    "|split up with my :f|play bass :f|play cello :s|play in a band :s|"
)
BE = (
    "|over in :l|living over in :l|settled in :l|sick and tired of :-|a massive fan of :+"
    "|quite partial to :+|quite into :+|a huge sucker for :+|hooked on :+|on blood thinners :s"
    "|on insulin :s|on dialysis :s|in a wheelchair :s|a smoker :s|a non-smoker :s"
    "|a stay at home dad :s|a stay at home mom :s|in kindergarten :s|in grad school :s"
    "|in law school :s|in med school :s|in medical school :s|in the army :s|in the navy :s"
    "|in the military :s|engaged to :f|studying for :f|preparing for :f|saving up for :f"
    "|saving for :f|working towards :f|big on :+|nuts about :+|mad about :+|partial to :+"
    "|all about :+|really into :+|super into :+|so into :+|very into :+|wild about :+"
    "|grossed out by :-|turned off by :-|not big on :-|not keen on :-|allergic :."
    "|hard of hearing :s|deaf :s|blind in :f|celiac :s|asthmatic :s|anemic :s|autistic :s"
    "|gluten intolerant :s|sober :s|from around here :.|not from around here :.|hypertensive :s"
    "|called :n|named :n|known as :n|from :o|living in :l|based in :l|into :+|fond of :+"
    "|crazy about :+|obsessed with :+|a fan of :+|a big fan of :+|a huge fan of :+|keen on :+"
    "|addicted to :+|passionate about :+|interested in :+|a sucker for :+|a lover of :+"
    "|not into :-|not a fan of :-|not a big fan of :-|not fond of :-|not interested in :-"
    "|sick of :.|allergic to :f|studying :f|learning :f|majoring in :f|working as :f"
    "|working at :f|working for :f|training for :f|intolerant to :f|afraid of :f|scared of :f"
    "|terrified of :f|engaged :s|retired :s|pregnant :s|vegetarian :s|vegan :s|left handed :s"
    "|left-handed :s|right handed :s|colorblind :s|color blind :s|diabetic :s"
    "|lactose intolerant :s|widowed :s|unemployed :s|self employed :s|self-employed :s"
    "|nearsighted :s|bilingual :s|dyslexic :s|an only child :s|a widow :s|in college :f"
    "|recovering from :f|more of a :+|not a :.|in year :f|in reception :s|in sixth form :s"
    "|in her final year :s|in his final year :s|in my final year :s|in high school :s"
    "|in middle school :s|in primary school :s|in elementary school :s|in the hospital :s"
    "|in hospital :s|in rehab :s|off to :.|jewish :S|muslim :S|buddhist :S|hindu :S|catholic :S"
    "|christian :S|american :S|british :S|chinese :S|japanese :S|korean :S|french :S|german :S"
    "|italian :S|spanish :S|canadian :S|australian :S|indian :S|russian :S|mexican :S"
    "|brazilian :S|irish :S|dutch :S|married :S|married to :F|single :S|divorced :s|in :G"
    "|on medication :s|on antidepressants :s|on the pill :s|on a diet :s|on maternity leave :s"
    "|on parental leave :s|between jobs :s|out of work :s|doing my phd :s|doing my masters :s"
    "|doing my a levels :s|doing a phd :f|doing a master's :f|doing a master :f|doing master :f"
    "|not a drinker :s|not a smoker :s|really getting into :+|expecting :s|self-taught :s"
    "|short sighted :s|short-sighted :s|seeing a therapist :s|in therapy :s|in recovery :s"
    "|claustrophobic :s|colour blind :s|"
)
# -- statements whose object does not stand behind their verb (`shapes`) -------------------------
COMMENT_ADVERBS = "|really |just |simply |absolutely |always |honestly |have |could |can |"
COMMENTS = (
    "|do not eat :n|do not drink :n|eat every day :+|eat all day :+|eat forever :+"
    "|listen to all day :+|watch all day :+|listen to forever :+|watch forever :+"
    "|play all day :+|drink all day :+|always loved :+|listen to for hours :+|watch for hours :+"
    "|not stand :-|not bear :-|not do without :+|not resist :+|not live without :+"
    "|not get enough of :+|not do :-|not eat :-|not drink :-|not handle :-|not abide :-|"
)
ACTS = "|"
COMMENT_ENDS = "|at all |though |honestly |so much |with a passion |the most |them |it |"
TOPIC_ENDS = "|"
FRAMES = (
    "|nothing beats :+|there is nothing better than :+|there is nothing i love more than :+"
    "|nothing makes me happier than :+|would rather starve than :-|would rather die than :-|"
)
HOMES = (
    "| is where i live | is my home | is home | is home for me | is home to me "
    "| is where we live |home "
    "|"
)
HOME_ADVERBS = HOME_ENDS = "|"
CALLS_HOME = "|i call |we call |"
CITIES = CITY_LIFE = PLACE_ADVERBS = "|"
SIDES = "|left |right |lower |upper |old |poor |"
BODY = (
    "|knee |knees |back |hip |hips |shoulder |shoulders |ankle |ankles |heart |eyesight |hearing "
    "|wrist |wrists |neck |spine |joints |lungs |kidneys |stomach |memory |blood pressure "
    "|blood sugar |"
)
AIL_ADVERBS = (
    "|is |are |has always been |have always been |has been |always |really |pretty |a bit |so "
    "|very |"
)
AILING = (
    "|bad |weak |messed up |shot |busted |no good |not good |not great |wrecked |high |low |poor "
    "|terrible |awful |arthritic |giving out |damaged |injured |"
)
TAKEN = "|"
UPSETS = (
    "| gives me hives | give me hives | gives me a rash | give me a rash | makes me break out "
    "| make me break out | gives me migraines | give me migraines | makes my throat swell "
    "| make my throat swell | upsets my stomach | upset my stomach | makes me sneeze "
    "| make me sneeze | gives me heartburn | give me heartburn |"
)
OFTEN = (
    "| every morning | every day | every night | every evening | every weekend "
    "| every afternoon | a week | twice a day | once a day | before bed | after dinner "
    "| before breakfast | on weekends | after work | daily | every other day | most days "
    "| most mornings | most nights | most evenings | each morning | each night | every week "
    "| on weekdays | mornings | evenings | on fridays | on mondays | on tuesdays "
    "| on wednesdays | on thursdays | on saturdays | on sundays | first thing | after lunch "
    "| after breakfast | in bed | to work | to school | to the office | twice a month "
    "| once a month | year round |"
)
FRONTS = COMMUTES = WITHOUT = "|\n|"
USUALLY = "|usually |always |normally |often |generally |"
DAILY = (
    "|run |jog |swim |walk |meditate |go |drink |eat |have |read |cook |do |take |play |bike "
    "|cycle |exercise |work out |stretch |write |journal |practice |lift |wake |get |sleep |nap "
    "|pray |watch |listen |sit |ride |train |call |hike |start my |carry |make |bring |wear "
    "|check |commute |volunteer |visit |clean |shower |bake |floss |skip |drive |knit |paint "
    "|draw |garden |fish |climb |surf |ski |feed |water |catch |grab |attend |help |babysit "
    "|foster |coach |"
)
DAILY_HEADS = "|like to |try to |"
DAILY_ENDS = "|\n|"
NO_HABIT = (
    "| not | never | tired| bored| sick| get lost| get confused| get angry| get nervous| get mad"
    "| get to | to go | to do | have to| have no| go wrong| go crazy| do that| do this| go back"
    "| feel | get sad| get it| do it| have fun| have it| take it | go to work| go to school"
    "| drive me| drive him| drive her| make mistakes| make sure| make it| make a | make the same"
    "| bring it| check on you| wear the same| forget| agree| think| believe| help every"
    "| have a hard| have a good| have a bad| have a great| have a problem| have a lot"
    "| have a feeling| have a headache|"
)
RACES = "|marathon|triathlon|ironman|10k|5k|ultra|"
NAMING = "|we named our |we called our |i named my |i called my |"
NAMED_AS = "|"
MORE_OF = ("also ",)
POINTING = "|that |this |these |those |"
NO_CAUSE = "|work |life |school |my job |my boss |thinking |"
IS_MY = (" is my ", " is our ")
TOPIC_SELF = ("i ",)
HOME = " home "
SIGN = " for "
GIVEN = "ed "
SIGNED = (
    "|i signed up for a |i signed up for the |i am signed up for a |i signed up for my "
    "|i registered for a |"
)
NAMED_ME = "|the name is |"
KNOWN_ME = "|it is |this is |"
BESIDE = NOT_BESIDE = "|"
# -- relatives and pets -------------------------------------------------------------------------
KIN = (
    "|wife |husband |mom |mum |mother |dad |father |brother |sister |son |daughter |grandma "
    "|grandmother |grandpa |grandfather |granny |uncle |aunt |auntie |cousin |nephew |niece "
    "|boyfriend |girlfriend |fiance |fiancee |partner |stepmom |stepdad |grandson "
    "|granddaughter |sister-in-law |brother-in-law |mother-in-law |father-in-law |nan |nana "
    "|gran |grandad |granddad |mam |mummy |mommy |daddy |papa |hubby |ex-husband |ex-wife |ex "
    "|stepson |stepdaughter |stepbrother |stepsister |godson |goddaughter |godmother |missus |"
)
KIN_AS = (
    "|kids:kid|children:child|sons:son|daughters:daughter|brothers:brother|sisters:sister"
    "|cousins:cousin|nephews:nephew|nieces:niece|grandkids:grandkid|grandchildren:grandchild|"
)
# Of whom "two kids" and "a cat" are, and how the one who goes on being spoken of is written.
KIDS = (
    "|kids |children |sons |daughters |brothers |sisters |cousins |nephews |nieces |grandkids "
    "|grandchildren |"
)
PETS = (
    "|dog |cat |puppy |kitten |parrot |hamster |rabbit |bunny |turtle |tortoise |horse |pony "
    "|guinea pig |bird |goldfish |poodle |corgi |beagle |labrador |retriever |terrier |"
)
PET_NAMED = "| called | named | name is |'s name's |"
MANY = "|\n|"
NAMED_ALL = "|named |called |they are called |they are |their names are |"
MINE, MINE_PET, GAP = "my %s", "my %s", " "
THEY = "|he |she |"
THEM = "| him | her |"
KIN_TAILS = "|also |currently |now |just |"
KIN_IS = "|is |"
KIN_LEADS = (
    "|pregnant :z|expecting :z|lives with :f|lives alone :z|passed away :z|died :z"
    "|is in the hospital :z|works at :f|works for :f|works in :f|works as :f|lives in :f"
    "|moved to :f|plays for :f|is :=|works :f|has :h|teaches :f|studies :f|goes to :f"
    "|just turned :=|turned :=|lives near :f|lives at :f|lives on :f|suffers from :f"
    "|was diagnosed with :f|has been diagnosed with :f|got diagnosed with :f|can not eat :f"
    "|can not drink :f|can not have :f|is in a wheelchair :z|is on insulin :z|is on dialysis :z"
    "|is hard of hearing :z|is intolerant to :f|wears glasses :z|wears hearing aids :z"
    "|is studying :f|majors in :f|retired :z|is on medication :z|is in hospital :z"
    "|is expecting :z|loves :+|likes :+|enjoys :+|adores :+|hates :-|dislikes :-"
    "|can not stand :-|does not like :-|does not eat :-|is obsessed with :+|is crazy about :+"
    "|is a fan of :+|is into :+|is afraid of :-|is scared of :-|is terrified of :-|"
)
KIN_NAMED = (
    "|named :n|called :n|whose name is :n|who is called :n|who is named :n|and his name is :n"
    "|and her name is :n|"
)
NAMED_LATER = (
    "|named :n|called :n|his name is :n|her name is :n|its name is :n|he is called :n"
    "|she is called :n|he is named :n|she is named :n|their name is :n|"
)
