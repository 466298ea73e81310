"""
The first words of English predicates, each with its letter of `self_statements`.

Part of the tables of `words_en`, in the form of `scan`.
"""

OF_ONESELF = "|moved to |home for me is |turned |relocated to |"
LEADS = (
    "|am over in :l|goes by :n|name would be :n|ran :R|run :R|run half marathons :H"
    "|run marathons :H|have run :R|finished :R|have finished :R|completed :R|have completed :R"
    "|ran in :R|did :R|have done :R|have trouble with my :f|have problems with my :f"
    "|have issues with my :f|have a problem with my :f|have bad :B|have weak :B|have a bad :B"
    "|have a weak :B|have been in :r|bought a house in :l|bought a flat in :l"
    "|bought a place in :l|moved into a flat in :l|moved into a house in :l"
    "|moved into an apartment in :l|rent a flat in :l|rent a place in :l|rent an apartment in :l"
    "|ended up in :.|ended up settling in :l|settled down in :l|am settled in :l"
    "|apartment is in :l|place is in :l|flat is in :l|house is in :l|home is :.|home for me is :l"
    "|have loved :+|have adored :+|have hated :-|can not resist :+|live for :+|avoid :-"
    "|never touch :-|will not touch :-|will not eat :-|will not drink :-|was never a fan of :-"
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
    "|got a job as :f|started a business :s|own a business :s|dig :+|really dig :+"
    "|can not get enough of :+|have a thing for :+|have a passion for :+|have a weakness for :+"
    "|can not live without :+|swear by :+|could live on :+|can not abide :-|can not do :-"
    "|am over :.|do not like :-|do not enjoy :-|am done with :.|my :m|our :m|name :k|full name :k"
    "|first name :k|real name :k|english name :k|chinese name :k|name is :n|is called :n"
    "|is named :n|go by :n|am :=|turned :=|am turning :.|age is :=|live in :l|live at :l"
    "|live near :l|live just outside :l|live outside :l|live over in :l|live out in :l"
    "|live close to :l|moved to :l|have moved to :l|reside in :l|come from :o|relocated to :l"
    "|have lived in :l|have been living in :l|lived in :l|settled in :l|home is in :l|love :+"
    "|like :+|enjoy :+|adore :+|prefer :+|fell in love with :+|have a soft spot for :+"
    "|got into :+|hate :-|dislike :-|detest :-|loathe :-|despise :-|can not stand :-"
    "|can not bear :-|can not tolerate :-|never eat :-|do not eat :-|do not care for :-"
    "|can not handle :-|do not :!|never :!|do not really :!|hate eating :-|favorite :v"
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
    "|passion is :^|never drink :-|"
)
BE = (
    "|over in :l|living over in :l|settled in :l|sick and tired of :-|a massive fan of :+"
    "|quite partial to :+|quite into :+|a huge sucker for :+|hooked on :+|on blood thinners :s"
    "|on insulin :s|on dialysis :s|in a wheelchair :s|a smoker :s|a non-smoker :s"
    "|a stay at home dad :s|a stay at home mom :s|in kindergarten :s|in first grade :s"
    "|in second grade :s|in third grade :s|in fourth grade :s|in fifth grade :s|in sixth grade :s"
    "|in seventh grade :s|in eighth grade :s|in ninth grade :s|in tenth grade :s"
    "|in eleventh grade :s|in twelfth grade :s|in grad school :s|in law school :s"
    "|in med school :s|in medical school :s|in the army :s|in the navy :s|in the military :s"
    "|engaged to :f|studying for :f|preparing for :f|saving up for :f|saving for :f"
    "|working towards :f|big on :+|nuts about :+|mad about :+|partial to :+|all about :+"
    "|really into :+|super into :+|so into :+|very into :+|wild about :+|grossed out by :-"
    "|turned off by :-|not big on :-|not keen on :-|allergic :.|hard of hearing :s|deaf :s"
    "|blind in :f|celiac :s|asthmatic :s|anemic :s|autistic :s|gluten intolerant :s|sober :s"
    "|from around here :.|not from around here :.|hypertensive :s|called :n|named :n|known as :n"
    "|from :o|living in :l|based in :l|into :+|fond of :+|crazy about :+|obsessed with :+"
    "|a fan of :+|a big fan of :+|a huge fan of :+|keen on :+|addicted to :+|passionate about :+"
    "|interested in :+|a sucker for :+|a lover of :+|not into :-|not a fan of :-"
    "|not a big fan of :-|not fond of :-|not interested in :-|sick of :.|not really into :-"
    "|allergic to :f|studying :f|learning :f|majoring in :f|working as :f|working at :f"
    "|working for :f|training for :f|intolerant to :f|afraid of :f|scared of :f|terrified of :f"
    "|married :s|married to :f|single :s|divorced :s|engaged :s|retired :s|pregnant :s"
    "|vegetarian :s|vegan :s|left handed :s|left-handed :s|right handed :s|colorblind :s"
    "|color blind :s|diabetic :s|lactose intolerant :s|widowed :s|unemployed :s|self employed :s"
    "|self-employed :s|nearsighted :s|bilingual :s|dyslexic :s|an only child :s|a widow :s"
    "|jewish :s|muslim :s|buddhist :s|hindu :s|catholic :s|christian :s|american :s|british :s"
    "|chinese :s|japanese :s|korean :s|french :s|german :s|italian :s|spanish :s|canadian :s"
    "|australian :s|indian :s|russian :s|mexican :s|brazilian :s|irish :s|dutch :s|in college :f"
    "|in high school :f|recovering from :f|"
)
# -- statements whose object does not stand behind their verb (`shapes`) -------------------------
COMMENT_ADVERBS = "|really |just |simply |absolutely |always |honestly |have |could |can |"
COMMENTS = (
    "|can not stand :-|can not bear :-|hate :-|detest :-|despise :-|loathe :-|do not like :-"
    "|do not eat :n|never liked :-|never eat :-|never touch :-|never drink :-|do not drink :n"
    "|can not resist :+|can not get enough of :+|can not live without :+|love :+|adore :+"
    "|eat every day :+|eat all day :+|eat forever :+|listen to all day :+|watch all day :+"
    "|listen to forever :+|watch forever :+|play all day :+|drink all day :+|always loved :+"
    "|listen to for hours :+|watch for hours :+|not stand :-|not bear :-|not do without :+"
    "|not resist :+|not live without :+|not get enough of :+|"
)
ACTS = "|"
COMMENT_ENDS = "|at all |though |honestly |so much |with a passion |the most |"
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
    "| every morning | every day | every night | every evening | every weekend | every afternoon "
    "| a week | twice a day | once a day | before bed | after dinner | before breakfast "
    "| on weekends | after work | daily |"
)
USUALLY = "|usually |always |normally |often |generally |"
DAILY = (
    "|run |jog |swim |walk |meditate |go |drink |eat |have |read |cook |do |take |play |bike "
    "|cycle |exercise |work out |stretch |write |journal |practice |lift |wake |get |sleep |nap "
    "|pray |watch |listen |sit |ride |train |call |hike |start my |"
)
DAILY_HEADS = "|like to |try to |"
DAILY_ENDS = "|\n|"
NO_HABIT = (
    "| not | never | tired| to work| bored| sick| get lost| get confused| get angry| get nervous"
    "| get mad| get to | to go | to do | have to| have a | have no| go wrong| go crazy| do that"
    "| do this| go back| feel | get sad| get it| do it| have fun| have it| take it |"
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
