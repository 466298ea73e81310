"""
English words of time, of the days of every year, of plans, facts, relatives and repairs.

Part of the tables of `words_en`, in the form of `scan`; `WHEN` has the letters of `time_phrases`.
"""

WHEN = (
    "|easter :V14|easter sunday :V14|good friday :V15|easter monday :V16"
    "|over easter :V14|over christmas :V1225"
    "|christmas :V1225|christmas day :V1225|xmas :V1225|christmas eve :V1224|new year's :V101"
    "|new year's day :V101|new year's eve :V1231|halloween :V1031|valentine's day :V214"
    "|valentines day :V214|independence day :V704|thanksgiving :V10|mother's day :V8"
    "|father's day :V9|mothers day :V8|fathers day :V9|chinese new year :V1|lunar new year :V1"
    "|spring festival :V1|mid-autumn festival :V6|dragon boat festival :V4|and :&|percent :#"
    "|degrees :#|dollars :#|bucks :#|miles :#|people :#|points :#|today :D0|tonight :D5"
    "|this morning :D2|this afternoon :D4|this evening :D5|tomorrow :D10|tmr :D10"
    "|the day after tomorrow :D20|day after tomorrow :D20|yesterday :X|ago :X|last :X"
    "|the other day :X|someday :X|some day :X|soon :X|later :X|in the morning :P2"
    "|in the afternoon :P4|in the evening :P5|at night :P5|morning :q2|afternoon :q4|evening :q5"
    "|night :q5|at noon :C720|noon :C720|by noon :C720|at midnight :C1440|midnight :C1440"
    "|monday :W0|tuesday :W1|wednesday :W2|thursday :W3|friday :W4|saturday :W5|sunday :W6"
    "|weekend :W7|mondays :w0|tuesdays :w1|wednesdays :w2|thursdays :w3|fridays :w4|saturdays :w5"
    "|sundays :w6|weekends :w7|this :n0|next :n1|this coming :n0|every :E|each :E|daily :e0"
    "|every day :e0|everyday :e0|each day :e0|monthly :i0|yearly :i1|weekly :i604800|other :X"
    "|weekdays :X|second :R2|seconds :U1|minute :U60|minutes :U60|min :U60|mins :U60|hour :U3600"
    "|hours :U3600|day :U86400|days :U86400|week :U604800|weeks :U604800|month :U0|months :U0"
    "|fortnight :U1209600|fortnights :U1209600"
    "|year :U1|years :U1|january :o1|february :o2|march :o3|april :o4|may :o5|june :o6|july :o7"
    "|august :o8|september :o9|october :o10|november :o11|december :o12|jan :o1|feb :o2|apr :o4"
    "|aug :o8|sept :o9|sep :o9|oct :o10|nov :o11|dec :o12|one :N1|an :g1|two :N2|a couple of :N2"
    "|three :N3|four :N4|five :N5|six :N6|seven :N7|eight :N8|nine :N9|ten :N10|eleven :N11"
    "|twelve :N12|thirteen :N13|fourteen :N14|fifteen :N15|sixteen :N16|seventeen :N17"
    "|eighteen :N18|nineteen :N19|twenty :Z20|thirty :Z30|forty :Z40|fifty :Z50|sixty :Z60"
    "|seventy :Z70|eighty :Z80|ninety :Z90|first :R1|third :R3|fourth :R4|fifth :R5|sixth :R6"
    "|seventh :R7|eighth :R8|ninth :R9|tenth :R10|eleventh :R11|twelfth :R12|thirteenth :R13"
    "|fourteenth :R14|fifteenth :R15|sixteenth :R16|seventeenth :R17|eighteenth :R18"
    "|nineteenth :R19|twentieth :R20|thirtieth :R30|am :a6|pm :a4|o'clock :H|oclock :H|sharp :K"
    "|half :F|and a half :F|quarter :Q15|a quarter :Q15|past :p|to :T|till :T|until :T1|of :f"
    "|in :B|within :B|from now :A|between :@2|at :@1|by :@1|around :@1|about :@1|before :@3"
    "|after :@1|from :@2|on :@|the :@|for :@|this is :.|on the :t|by the :t|due the :t"
    "|before the :t3|until the :t|starting :@|a :g1|tomorrow's :D10|today's :D0"
    "|the end of the month :V12"
    "|end of the month :V12|end of month :V12|end of this month :V12|end of next month :V13"
    "|end of the year :V1231|hr :U3600|hrs :U3600"
    "|the end of this month :V12|the end of next month :V13|the end of the year :V1231"
    "|by the end of the month :V12|by the end of the year :V1231|at the end of the month :V12"
    "|by the end of this month :V12|bank holiday monday :W0|"
)
# -- days of every year ------------------------------------------------------------------------
BIRTH_WORDS = (
    "|is |it is |on |in |falls |and |so |oh |the |of |that |coming up |soon |coming |actually "
    "|by the way |"
)
MY_BIRTHDAY = "my birthday "
BORN = ()
MY_BIRTH = (
    "|born |i am born |my date of birth |my date of birth is |my dob |my dob is |my birthday "
    "|i was born |birthday |it is my birthday |my birthday it is |my birthday is |"
)
YEARLY = "|birthday |anniversary |wedding anniversary |"
YEARLY_REACH = 6
BORN_ON = WAS_ON_DAY = INTENDED = "|\n|"
BIRTHDAY = "birthday"
ANNIVERSARY = "|anniversary|"
# -- plans -------------------------------------------------------------------------------------
ALARM = "|nudge me|alarm|wake me up|wake me|reminder|remind me|"
NO_WORDS = "|on |at |so |the |and |then |well |um |"
PLEASE = "|please |can you |could you |would you |will you |just |"
ORDERS = (
    "|heat |warm |boil |lower |raise |lock |unlock |record |mute |run the |shut |preheat "
    "|merry |add |play |turn |switch |open |close |set |tell |show |search |find |look |check "
    "|order |translate |read |stop |start |sing |pause |dim |give |call me |book me |what |how "
    "|see |talk to you |good |bye |goodbye |catch |thank |happy |let us see |let me know |wait "
    "|text me |email me |message me |"
)
OF_MINE = "|my |our |"
ACQUAINTANCES = (
    "|friend |boss |neighbor |neighbour |roommate |flatmate |colleague |coworker |mate "
    "|neighbours |neighbors |next door |colleagues |coworkers |flatmates |bosses |manager "
    "|supervisor |teacher |coach |landlord |landlady |team lead |classmate |classmates |teammate "
    "|teammates |client |clients |tutor |professor |housemate |housemates |"
)
NOT_MINE = (
    "|let us |let's |he |she |they |it |you |his |her |their |your |everyone |people |someone "
    "|that |this |there is no |who |do not |not |no |here is |clocks |bins |bin men |"
)
PLAN_LEADS = (
    "|nudge me to |buzz me to |ping me to |shout me to |give me a shout to |give me a nudge to "
    "|tell me to |remind me to |remind me that |remind me about |remind me of |remind me |please "
    "|can you |could you |would you |will you |do not let me forget to "
    "|do not let me forget about |do not let me forget |do not forget to |do not forget "
    "|remember to |remember |set an alarm to |set an alarm for |set an alarm |set a reminder to "
    "|set a reminder for |set a reminder |i have to |i have got to |i have |i need to |i must "
    "|i should |i will be having |i will be |i will have |i will |i am going to be |i am going to "
    "|i am planning to |i plan to |i am supposed to |i want to |i am hosting |i would like to "
    "|we have to |we need to |we have |we will be |we will have |we will |we are going to "
    "|we plan to |we are planning to |there is |there will be |it is |have to |have |need to |a "
    "|an |the |my |our |that |to |for |about |at |on |by |is |going to |planning to |having |and "
    "|make sure to |make sure i |up |so |you to |of |scheduled |another |due |i am having "
    "|we are having |i am booked in for |i am booked in at |i am booked in with |i am booked in "
    "|i am booked on |i am booked for |i am due at |i am due to |i am down for |"
)
MODALS = NO_MODALS = ""
KEPT = ""
PAST_OF = ()
WHOLE = "|"
AS_A_RULE = "|"
BEING = "|i am |we are |i will be |we will be |i are |"
GOING = (
    "|off to |away |on nights |on lates |out of town |on holiday |on vacation |on call "
    "|back in |back on |back at |back to |"
)
PLAN_ENDS = (
    "|booked |scheduled |lined up |planned |coming up |penciled in |happening |at |on |by |for "
    "|in |until |till |the |a |and |to |from |around |about |is |this |please |starting |before "
    "|of |next |each |every |are |so |thanks |with |okay |ok |"
)
SEE_YOU = (
    "|make it |change it |move it |do it |do that |go there |be there |think about it |be back "
    "|be fine |coming |work |school |see you |it |same |big day |back |right back |home |there "
    "|busy |free |off |ok |works for me |"
)
NO_PLAN_HEADS = (
    "|sounds |works |see |seems |looks |feels |would |could |can |nights |mornings |evenings "
    "|afternoons |fine |ready |better |turning |i am |we are |i |we |it |he |she |they |you |ok "
    "|am |are |looking forward |nothing |be |been |"
)
WISHES = "|want to |would like |"
OVER = "|is over |was over |"
WILL = "|\n|"
# Where one is at somebody's: lunch at my nan's.
AT_SOMEBODY = "| i | we | at | to | from | round | with | in | by | near | the |"
DONE = "|\n|"
MOODS = "| so | very | really | too |"
DEEDS = ""
NEED_EVENT = "|the |"
EVENTS = (
    "| exam | test | meeting | deadline | party | wedding | appointment | interview | flight "
    "| train | game | match | concert | class | due | rent | funeral | conference | ceremony "
    "| presentation | dinner | lunch | recital | lease | bill | plumber | delivery |start "
    "|see the |see my |leave |fly |finish |graduate |return |move |arrive "
    "| electrician | engineer | boiler man | gas man | visitors | guests | in-laws |"
)
# With a date in front of them they tell what the day is like.
OF_A_DAY = (
    "|is |was |will be |are |has been |big |long |bit |what a |lovely |gorgeous |beautiful "
    "|stunning |nice |great |amazing |wonderful |perfect |awful |horrible |miserable |rough |"
)
PRAISES = "|lovely |gorgeous |beautiful |stunning |nice |great |amazing |wonderful |"
SUPPER = (
    "|dinner|supper|drinks|party|concert|movie night|game night|prom|choir|rehearsal|pub|quiz|gig"
    "|cinema|theatre|theater|date night|band practice|book club|bingo|"
)
NICKNAMES = ""
SUBORDINATE = "|when |back when |as a kid |as a child |as a teenager |back in |"
WAKES = "|wake me|get up|getting up|"
# -- facts -------------------------------------------------------------------------------------
FACT_ENDS = (
    "| but | because | although | though | so i | so no | so we | so it | and i | what "
    "| which is why | so she | so he | so they |"
)
NEEDS_LE = "|"
NO_SLOT = (
    "|here |there |the truth |up |for everyone |for myself |volumes |my mind |killing "
    "|a nightmare |exhausting |tough |over |done |gone |fun |good |awful |easy |hell |not |so "
    "|too |very |really |it |that |this |on it |hard |out |late |today |tonight |tomorrow "
    "|from home today |broken |dead |you |a joke |for it |for free |for food |for that |for fun "
    "|for you |the house |home |early |work |him |her |boring |stressful |great |fine |better "
    "|well |real |so hard |"
)
SPOKEN = (
    "|'s been > has been |'s a > is a |I've got>I have|i've got>i have|I'm>I am|I've>I have"
    "|i'm>i am|i've>i have|don't>do not|can't>can not|doesn't>does not|isn't>is not"
    "|name's>name is|it's>it is|we're>we are|We're>We are|'s got > has |'s called > is called "
    "|'s named > is named |They've>They have|they've>they have|We've got>We have"
    "|we've got>we have|we've>we have| what they used to be> what they were"
    "| what it used to be> what it was|I've had>I had|i've had>i had|aren't>are not|colour>color"
    "|I'd>I would|favourite>favorite|twenty->twenty |thirty->thirty |forty->forty |fifty->fifty "
    "|sixty->sixty |seventy->seventy |eighty->eighty |ninety->ninety |wanna >want to |"
)
ILLS = (
    "|alzheimer|parkinson|dementia|cancer|lupus|copd|hepatitis|thyroid|glaucoma|cataracts|gout"
    "|tinnitus|vertigo|heart disease|kidney disease|osteoporosis|sleep apnea|autism|bipolar|ptsd"
    "|crohn|multiple sclerosis|scoliosis|psoriasis|endometriosis|leukemia|diabetes|asthma|adhd"
    "|insomnia|migraine|celiac|high blood pressure|high cholesterol|epilepsy|arthritis|depression"
    "|anxiety|allergy|allergies|eczema|hypertension|heart condition|bad knee|bad back"
    "|low blood sugar|anemia|bad hip|hay fever|panic attacks|chronic pain|fibromyalgia|ibs|pcos"
    "|long covid|pacemaker|heart murmur|slipped disc|dyslexia|weak stomach|phobia|bad shoulder"
    "|bad eyesight|stroke|heart attack|hip replacement|knee replacement|bypass|macular|angina"
    "|sciatica|emphysema|coeliac|rheumatoid|underactive|overactive|hernia|ulcer|frozen shoulder"
    "|carpal tunnel|sweet tooth|ocd|tourette|narcolepsy|cerebral palsy|muscular|sickle|lyme"
    "|eating disorder|autoimmune|stent|metformin|statin|warfarin|thyroxine|insulin|epipen|inhaler"
    "|blood thinner|antidepressant|rosacea|vitiligo|hemophilia|acid reflux|neuropathy"
    "|kidney stones|schizo|stoma |ramipril|amlodipine|sertraline|steroid|beta blocker"
    "|blood pressure tablets|ozempic|melatonin|omeprazole|lisinopril|levothyroxine|atorvastatin"
    "|fluoxetine|citalopram|prozac|zoloft|lexapro|ritalin|adderall|gabapentin|prednisone"
    "|antihistamine|birth control|methotrexate|iron tablets|iron supplement|vitamin d|lithium"
    "|beta-blocker|sleeping pill|painkiller|herniated|tendonitis|tendinitis|plantar|shingles"
    "|operations|type one|type two|type 1|type 2|"
)
# Who puts somebody on a medicine, and how it is said.
DOCTORS = (
    "|the doctor |the doctors |my doctor |the gp |my gp |they |the hospital |the consultant "
    "|my consultant |the surgery |the specialist |"
)
GIVING = (
    "|has me on |have me on |put me on |has put me on |have put me on |has just put me on "
    "|have just put me on |has started me on |have started me on |started me on |"
)
MAKES = (
    "| toyota | honda | ford | volvo | nissan | mazda | bmw | audi | mercedes | volkswagen | vw "
    "| tesla | kia | hyundai | subaru | vauxhall | corsa | fiesta | corolla | civic | prius "
    "| skoda | fiat | jeep | chevy | renault | peugeot | citroen | land rover | harley | vespa |"
)
OWNED = (
    "| boys | girls | dog | dogs | cat | cats | puppy | puppies | kitten | kittens | parrot "
    "| hamster | rabbit | bunny | goldfish | turtle | tortoise | bird | horse | snake | lizard "
    "| pet | hedgehog | labrador | retriever | poodle | corgi | beagle | terrier | kids "
    "| children | sons | daughters | brothers | sisters | siblings | grandchildren | grandkids "
    "| bike | motorcycle | car | truck | boat | piano | guitar | violin | house | degree | twins "
    "| tattoo | bakery | shop | store | guinea pig | guinea pigs | chickens | ferret | parrots "
    "| van | allotment | stepkids | stepson | stepdaughter | grandson | granddaughter | greyhound "
    "| whippet | spaniel | collie | cockapoo | labradoodle | staffie | dachshund | jack russell "
    "| pug | bulldog | husky | chihuahua | lurcher | budgie | budgies | gerbil | donkey | pony "
    "| goats | hens | ducks | lambs | horses | rabbits | ponies | caravan | campervan | motorhome "
    "| motorbike | scooter | ukulele | cello | drum kit | keyboard | telescope | greenhouse "
    "| season ticket | sewing machine | stepdaughters | stepsons | great-grandchildren "
    "| grandsons | granddaughters | triplets | kid | child | son | daughter | budgerigar "
    "| cockatiel | greyhounds | whippets | terriers | labradors | collies | poodles | pugs "
    "| huskies | hamsters | gerbils | ferrets | spaniels "
    "| labs | lab | tabby | moggy | rescue | backyard chickens | roosters "
    "| ginger tom | llamas | alpacas | sheep | cows | bees | fish "
    "| foster kids | tattoos | cars | bikes "
    "| bicycles | bicycle | vans | guitars | houses | boats | hive | beehives | hives | snakes "
    "| tortoises | fish tank | aquarium | pigs | goat | hen | gecko | banjo | drums | saxophone "
    "| trumpet | tractor |"
)
WORK = "|school |university |college |academy |uni |"
WORSE = REACHING = FIELDS = LEFT = SPANS = WORK_AS = NO_WORK = NO_WORK_AS = NO_PLACE_IN = "|\n|"
LIVING = "|\n|"
INSIDE = "| in | on | at | under | behind | inside | near | beside | with | level |"
ZODIAC = ""
AFRAID = "|"
MY_ENDS = "| number | password | code | size | pin | username | id | plate | type | score |"
TOPICS = "|"
KEPT_AT = (
    "| is parked | are parked | is hidden | are hidden | is stored | are stored | is kept "
    "| are kept | is in the | are in the | is under the | are under the "
    "| is in my | are in my | is at the back of the | is next to the | are next to the |"
)
MY_THINGS = "|car |bike |truck |van |motorcycle |dog |cat |"
MY = (
    "|phone number|blood type|blood group|zodiac sign|star sign|job|goal|aim|ambition|major"
    "|license plate|email|email address"
    "|address|shoe size|waist|chest|inside leg|dream|dream job|profession|occupation|nationality"
    "|native language"
    "|first language|mother tongue|height|weight|school|company|passport number|flight number"
    "|room number|hometown|employer|last name|idol|hero|role model|locker number|"
)
NO_NOTE = (
    "|you |he |she |they |to |me |the milk |when |how |what |this |it |that |not |do |buy |call "
    "|take |bring |get |go |"
)
COMMA = ", "
# What is reached or got that is worth it, where relatives begin to learn, and what is bought.
FEATS = (
    "| driving test| theory test| citizenship test| exam| licen| citizenship | degree | master"
    "| phd | diploma | gcse| a level| a-level| black belt | certificate | qualification"
    "| apprenticeship | probation | viva | green card | medal | trophy | first prize| champion"
    "| award | dissertation | thesis | course | training | my finals | freshman year"
    "| sophomore year| junior year| senior year| first year| second year| third year| final year"
    "| high school| middle school| grad school| law school| med school| medical school"
    "| nursing school| residency| basic training| boot camp| ged | thesis| book club| permit "
    "| spelling bee| competition| tournament| contest| raffle| bursary| scholarship| grant "
    "| gold | silver | bronze | promotion | black belt| marathon| grade "
    "| band | choir | orchestra | team |"
)
SCHOOLS = (
    "| school | nursery | reception | uni | university | college | playgroup | preschool "
    "| sixth form | year | new job | work at | secondary | primary | big school "
    "| harvard | yale | oxford | cambridge | stanford | state | tech | mit |"
)
BOUGHT = (
    "|car |van |bike |caravan |motorhome |campervan |boat |house |flat |piano |guitar |scooter "
    "|motorbike |bungalow |cottage |keyboard |telescope |camper |allotment |cello |violin |viola "
    "|drum kit |drums |ukulele |trumpet |saxophone |accordion |kayak |canoe |tractor |horse |pony "
    "|sewing machine |loom |kiln |3d printer |e-bike |ebike |moped |truck |suv |apartment |condo "
    "|greenhouse |trailer |tandem |"
)
PAST_DAYS = ALL_OF_US = OF_ONE_DAY = "|"
ALONE = "|\n|"
SOMEBODY = "|"
NEARBY = "| next door | upstairs | downstairs | across the road | over the road | down the road |"
TO_US = (
    "|coming|arriving|visiting|delivering|picking|dropping|taking|bringing|staying|meeting"
    "|starting|landing|fitting|installing|fixing|calling|joining|"
)
NOT_KEPT = (
    "|the oven|the microwave|the wash |the garden|the bath |the way|the post |the sink|in bed "
    "|with me |with you |with him |with her |the mood|the middle|the area|the shop |the clouds"
    "|the door |the road |"
)
KEPT_THINGS = (
    "|the spare |the keys |the house keys |the car keys |the passports |the insurance |spare keys "
    "|the first aid kit |the fuse box |the stopcock |the documents |the torch |the paperwork "
    "|the christmas decorations |the wifi password |the password |the tools |the toolbox "
    "|the ladder |the batteries |the first aid box |the pills |the scissors |the will "
    "|the charger |the fuses |the key |spare key |"
)
TO_COME = "|married|booked|scheduled|planned|organised|arranged|"
# Of a plan that begins so: broke her leg in March, my sister met him in May.
WAS_DONE = (
    "|broke|bought|sold|took|made|met|lost|flew|drove|wrote|began|became|saw|won|fell|built"
    "|caught|chose|sang|spoke|taught|threw|wore|woke|grew|slept|stood|tore|drank|ate|forgot|rode"
    "|shook|brought|fought|learnt|passed|died|beat|swam|sent|stole|understood|thought|gave|"
)
SWITCHES, SWITCHED = "|put |pop |switch |turn |", "| on | off | up | down |"
OPENING = "| opens | closes | shuts | reopens | is open | is closed | are open | are closed |"
OPENERS = "| my | our | i | we |"
RULE_DAYS = "|\n|"
# Lengths, how far it is to where one goes every day, and a number of what makes a measure.
MEASURES = (
    "|foot |feet |cm |centimetres |metre |metres |kilos |stone |pounds |months pregnant "
    "|weeks pregnant |"
)
DISTANCES = "|minutes |hour |hours |mile |miles |minutes' |"
WAYS = (
    "|it takes me |my commute |my journey |my drive |my walk |i live |we live |work is "
    "|my school is |"
)
FROM_TO = "| to work | commute | from | to school | to the office | each way |"
# What takes back (`repairs`), what may stand before it, and before a value.
REPAIRS = (
    "|well actually :f"
    "|no :a|nope :a|or rather :f|scratch that :f|make that :f|correction :f|i tell a lie :f"
    "|my mistake :f|sorry :f|hang on :l|hold on :l|wait :l|i mean :l|i meant :l|"
)
REPAIR_HEADS = "|oh |uh |um |er |erm |ah |well |actually |"
# Those that are said without a pause before them: what ends with a space has one behind it, too.
TAKING_BACK = (
    "|well actually "
    "|no wait |wait no |no sorry |sorry no |no hang on |no hold on |no i mean |no i tell a lie "
    "|i tell a lie |scratch that |or rather |no actually |uh no |um no |er no |actually no |no i'm"
    "|no it's|no i don't|no i didn't|no make|"
)
VALUE_HEADS = "|it is |that is |is |on |at |yes |the |make it |make that |"
# -- who somebody is by name, what something is called, how much it is --------------------------
# Of whom one has one: my boss, our vet; a friend or a colleague is one of many.
ROLES = (
    "|boss |manager |supervisor |landlord |landlady |dentist |doctor |gp |vet |physio |therapist "
    "|counsellor |counselor |psychiatrist |psychologist |teacher |tutor |coach |trainer |mentor "
    "|instructor |professor |neighbour |neighbor |nanny |cleaner |childminder |babysitter "
    "|hairdresser |barber |optician |accountant |lawyer |solicitor |surgeon |midwife |nurse "
    "|carer |best friend |best mate |oldest friend "
    "|closest friend |headteacher |head teacher |headmaster |headmistress |team lead |team leader "
    "|dog walker |social worker |pastor |assistant |apprentice |"
)
ROLE_IS = "| is called | is named |'s name is | name is | is |"
IS_MINE = "| is my | is our | are my | are our |"
NEW = "|new |current |own |dear |old |lovely |two |little |"
TITLES = "|mr |mrs |ms |miss |dr |doctor |professor |prof |coach |sister |father |reverend |"
NO_PERSON = (
    "|google |coffee |tea |music |time |work |life |food |sleep |nature |wine |chocolate "
    "|experience |history |money |god |jesus |youtube |books |silence |nobody |everyone |mine "
    "|today |tomorrow |fear |failure |gin |alexa |siri |chatgpt |"
)
THINGS_CALLED = (
    "|wifi |wi-fi |wifi network |network |hotspot |band |blog |channel |boat |podcast |"
)
NO_CALLED = "|in |on |off |out |away |back |up |to |for |down |"
GOALS = "|goal |goals |aim |ambition |resolution |new year's resolution |target |"
AMOUNTS = (
    "|rent |monthly rent |mortgage |salary |pension |pocket money |allowance |phone bill "
    "|electricity bill |gas bill |"
)
ABOUT = "|about |around |roughly |currently |now |only |just |almost |exactly |over |under |"
UNITS = NO_PERSON_ENDS = "|\n|"
SIZED = "| number | size |"
SIZES = "|small|medium|large|xl|xs|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twel|"
SECRET = "|pin |card number|bank account|cvv|"
