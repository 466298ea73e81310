"""
The English words of the grammar, for `clause` and the readers of statements.

Tables in the form of `scan`; the readers say what each is for. Words end with their space, and
contractions are opened (TIDY) before anything is looked up.
"""

from .tables.breaks_en import *  # noqa: F403
from .tables.leads_en import *  # noqa: F403  the readers get one module for each language
from .tables.people_en import *  # noqa: F403
from .tables.plan_words_en import *  # noqa: F403

# What is said in reply, and is no thing to like: good idea, I love it.
REPLIES = (
    "|no worries |no problem |do not worry |never mind |sure thing |good idea |great idea "
    "|nice idea |good call |good point |good job |good one |well done |nice one |nice try "
    "|fair enough |come on |all good |believe me |trust me |same here |me too |happy |merry "
    "|congratulations |congrats |let's |sounds |looks like |long story |great song |great movie |"
)
# -- gates -------------------------------------------------------------------------------------
TIDY = (
    b"|There is nothing better than =nothing beats |there is nothing better than =nothing beats "
    b"| is where I live= is my home| is where i live= is my home| is where we live= is my home"
    b"|There is nothing I love more than =I love |there is nothing i love more than =i love "
    b"| is what I live for= is my passion| is what i live for= is my passion"
    b"| is what I love= is my passion| are what I live for= are my passion"
    b"|nothing i hate more than =i hate |nothing I hate more than =I hate "
    b"|nothing i love more than =i love |nothing I love more than =I love "
    b"|nothing i like more than =i like |nothing I like more than =I like | im = i am | Im = I am "
    b"| ive = i have | id like = i would like | uh = | um = | er = |twenty-=twenty "
    b"|thirty-=thirty |0ish=0|1ish=1|2ish=2|3ish=3|4ish=4|5ish=5|6ish=6|7ish=7|8ish=8|9ish=9"
    b"|forty-=forty |fifty-=fifty |sixty-=sixty |seventy-=seventy |eighty-=eighty |ninety-=ninety "
    b"|cannot =can not |a.m. =am |p.m. =pm |a.m =am |p.m =pm |dont =do not |cant =can not "
    b"|gonna =going to |wanna =want to |gotta =have to |bday =birthday |b-day =birthday "
    b"|hey there =hey |hi there =hi |favourite =favorite |colour =color |-year-old= year old"
    b"|-years-old= years old| not really = not | not even = not | not actually = not "
    b"|  not particularly = not | not exactly = not "
    b"|never really =never | have got = have | have never been able to = can not "
    b"|you can not beat =nothing beats |You can not beat =nothing beats "
    b"| love nothing more than = love | like nothing better than = like "
    b"| like nothing more than = like | enjoy nothing more than = enjoy | we are all = we are "
    b"| what they used to be= what they were| what it used to be= what it was"
    b"|i have had a =i had a |I have had a =I had a |i have had my =i had my "
    b"|I have had my =I had my |There is I =I |there is I =I |there is i =i "
    b"|nothing i enjoy more than =i love |nothing I enjoy more than =I love "
    b"|nothing i like better than =i like |nothing I like better than =I like "
    b"|nothing i love better than =i love |nothing I love better than =I love "
    b"|nothing i adore more than =i love |nothing I adore more than =I love "
    b"|nothing makes me happier than =nothing beats |Nothing makes me happier than =nothing beats "
    b"|nothing i would rather do than =i love |nothing I would rather do than =I love "
    b"| has got to be = has to be |there is I love =I love |There is I love =I love "
    b"|there is i love =i love |"
)
OPENED = (
    b"|he's got =he has |she's got =she has |it's got =it has |'s been = has been |'s a = is a "
    b"|'s an = is an |can't =can not |Can't =Can not "
    b"|won't =will not |n't = not |'m = am |'ve = have |'re = are |'ll = will |'d = would "
    b"|It's =It is |it's =it is |that's =that is |That's =That is |what's =what is "
    b"|What's =What is |there's =there is |There's =There is |he's =he is |she's =she is "
    b"|who's =who is |where's =where is |when's =when is |how's =how is |name's =name is "
    b"|birthday's =birthday is |Here's =Here is |here's =here is |'s called = is called "
    b"|'s named = is named |'s got = has |"
)
# What is and has stand for as 's, by the word that follows.
SHORT = (
    "|not :is|about :is|at :is|in :is|on :is|under :is|behind :is|parked :is|bad :is|dodgy :is"
    "|going :is|doing :is|training :is|studying :is|having :is|coming :is|due :is|getting :is"
    "|over in :is|over at :is|out in :is|out at :is|away at :is|away in :is|away on :is|up in :is"
    "|up at :is|down in :is|down at :is|back in :is|back at :is|back from :is|off at :is"
    "|working :is|learning :is|living :is|moving :is|retiring :is|starting :is|turning :is"
    "|expecting :is|always :is|still :is|really :is|allergic :is|pregnant :is|retired :is"
    "|called :is|from :is|gone :has|just started :has|just turned :has|just passed :has"
    "|just got :has|just had :has|just finished :has|just moved :has|just retired :has"
    "|just become :has|just bought :has|just gone :has|started :has|passed :has|had :has"
    "|moved :has|never :has|finished :has|the :is|my :is|our :is|two :is|three :is|four :is"
    "|five :is|six :is|seven :is|eight :is|nine :is|ten :is|eleven :is|twelve :is|"
)
GATES = (
    "|date of birth :b|dob :b|in the game :i|in game :i|in this game :i|my character :i"
    "|in the play :i|in the story :i|the movie is :i|the film is :i|the song is :i|the book is :i"
    "|the show is :i|the band is :i|the album is :i|the game is :i|if :i|unless :i|suppose :i"
    "|supposing :i|imagine :i|pretend :i|lyrics :i|translate :i|dreamed :i|dreamt :i"
    "|dream that :i|had a dream :i|the song :i|in the movie :i|in a movie :i|in the book :i"
    "|riddle :i|joke :i|no joke :.|yeah right :i|spell :i|pronounce :i|how do you say :i"
    "|in chinese :i|in english :i|repeat after :i|as though :i|what :q|who :q|where :q|which :qR"
    "|whose :q|whom :q|how :q|why :q|when is :q|when do :q|when did :q|when will :q|when are :q"
    "|do you know :q|guess how :q|guess what :q|can you guess :q|what's :q|maybe :m|perhaps :m"
    "|might :m|probably :m|possibly :m|guess :m|wish :m|hope :m|hopefully :m|whether :m"
    "|not sure :m|doubt :m|supposedly :m|hardly :m|almost :m|nearly :m|as if :m|seems :m"
    "|unsure :m|i may :m|considering :m|thinking of :m|thinking about :m|could be :m|used to :p"
    "|when i was :p|back then :p|as a kid :p|as a child :p|in the past :p|back when :p"
    "|in my twenties :p|when we were :p|before i :p|no longer :p|anymore :p|remind me :r"
    "|wake me :r|let me forget :r|an alarm :r|a reminder :r|do not forget to :r|remember to :r"
    "|cancel :Rx|reschedule :x|postpone :x|move the :x|move my :x|anything :x|delete :R"
    "|did you :R|turn off the alarm :R|turn off my alarm :R|turn off all :R"
    "|turn off the reminder :R|how many :R|remove :R|do i have :R|any reminder :R|birthday :b"
    "|was born :b|born on :b|hurts :x|hurt :x|aches :x|sore :x|anniversary :b|lunar :l|weather :x"
    "|rain :x|snow :x|sunny :x|forecast :x|raining :x|timer :x|canceled :x|cancelled :x|news :x"
    "|not :x|no :x|never :x|was :x|were :x|had :x|went :x|did :x|cold :x|hot :x|tired :x|busy :x"
    "|free :x|bored :x|am off :x|be off :x|day off :x|days off :x|have off :x|off work :x"
    "|get off :x|took off :x|are off :x|good night :x|see you :x|stayed :x|got up :x|woke :x"
    "|feel like :x|said :s|says :s|told :s|thinks :s|asked :s|asks :s|wrote :s|claims :s"
    "|claimed :s|believes :s|say :s|swears :s|heard :s|goes :s|goes to :.|nudge me :r|buzz me :r"
    "|ping me :r|shout me :r|give me a shout :r|give me a nudge :r|now i :a|nowadays :a"
    "|these days i :a|am off to :.|are off to :.|what do you :q|kidding :i|am joking :i"
    "|just joking :i"
    "|say no to :.|gave :x|came :x|rang :x|what it was :.|what they were :.|reckons :s|reckon :s"
    "|killing me :x|people who :.|those who :.|kids who :.|drivers who :.|men who :.|women who :."
    "|folk who :.|folks who :.|parents who :.|anyone who :.|what keeps me :.|tell me to :r"
    "|what i like best :.|what i love :.|what i hate :.|what i can not stand :.|"
)
HEADS = (
    "|um |uh |uhm |er |erm |hmm |hm |well |so |actually |basically |honestly |ok |okay |oh |and "
    "|but |because |also |hi |hello |hey |yes |yeah |yep |no |nope |like |xiaozhi |listen "
    "|anyway |btw |then |now |please |sure |right |sorry |frankly |alright |guess what "
    "|by the way |you know |i mean |to be honest |good morning |good evening |good afternoon "
    "|good night |i think |i told you |i told you that |i said |just so you know |fyi "
    "|let me tell you |i want you to know |i want you to know that |to tell you the truth "
    "|in fact |as you know |i must say |i have to say |personally |ah |wow |nice to meet you "
    "|for the record |did i tell you |did i mention |that |thanks |thank you |although |though "
    "|hi there |hello there |hey there |for me |as for me |for my part |i never told you "
    "|i forgot to tell you |i have not told you |i should tell you |i should have said "
    "|i never introduced myself |i forgot to say |i forgot to mention |i should mention "
    "|oh right |ugh |aw |phew |would you believe |believe it or not |if you must know |"
)
NO_HEADS = "|"
NOTE_HEADS = (
    "|please |can you |could you |you should |you must |make sure you |do not forget to |for me |"
)
NOTE = (
    "|remember that |remember |note that |make a note that |make a note |keep in mind "
    "|keep in mind that |do not forget that |do not forget |take note that |write down that "
    "|write down |note to self |"
)
TAGS = (
    "|ok |okay |all right |would you |will you |so yeah |but yeah |and yeah |and all that "
    "|and stuff |and whatnot |or whatever |but whatever |and everything |if that matters "
    "|in case that matters |if it matters |if that helps |if that makes sense |if you must know "
    "|if you are wondering |if you were wondering |in case you wondered |if anyone asks "
    "|in case you forget |do not let me forget |do not let me forget it |again |this time "
    "|do not let me forget that |do not let me miss it |do not forget |so remind me "
    "|and remind me |so please remind me |so can you remind me |"
)
DENIES = (
    "|not |said nobody ever |said no one ever |right |is not it |correct |am i |are not i |is it "
    "|do i |do not i |am i right |"
)
NO_SAYING = ""
SPEAKERS = (
    "| he | she | they | my | the | mom | dad | people | everyone | somebody | someone | who "
    "| his | her | your | it | i |"
)
AUXILIARIES = (
    "|do |does |did |is |are |am |was |were |can |could |would |will |should |shall |have |has "
    "|may |might |had |must |do not |does not |is not |are not |can not |will not |"
)
PRONOUNS = (
    "|i |you |he |she |it |we |they |this |that |there |my |your |his |her |our |their |the |a "
    "|anyone |somebody |someone |any |"
)
PERSONS = (
    "|i |we |but |because |although |though |while |what |how |where |do you |can you |could you "
    "|please |whereas |except |and i |and my |and we |and then |and he |and she |and they "
    "|and you |and please |and remind |so i |so my |so we |"
)
TAKES = (
    "|that |if |when |think |say |said |know |hope |wish |do |does |did |am |is |are |was |were "
    "|can |could |would |should |will |shall |may |might |to |for |with |of |in |on |at |about "
    "|like |love |hate |tell |told |than |as |before |after |until |till |while |what |how "
    "|where |who |why |which |whether |guess |maybe |perhaps |have |has |had |because |since "
    "|though |although |not |by |from |and |or |but |so |even |just |the |a |an |this |bet "
    "|mean |feel |believe |everywhere |everything |something |anything |all |only |sure |sorry |"
)
JOINERS = "|"
NO_WILL = "|"
COMMANDS = (
    "|for example |for instance |hypothetically |let us say |let's say |say |play |sing |put on "
    "|queue |queue up |"
)
# -- who ---------------------------------------------------------------------------------------
ADVERBS = (
    "|really |just |also |absolutely |totally |always |still |currently |now |actually |quite "
    "|very |so |kind of |sort of |definitely |truly |honestly |especially |particularly |mostly "
    "|usually |generally |even |only |recently |personally |simply |both |basically |already "
    "|originally |finally |literally |nowadays |these days |and |too |oh |obviously |sincerely "
    "|genuinely |secretly |normally |deeply |seriously |completely |proudly |happily |often "
    "|right |too much |um |uh |super |pretty |rather |dead |well |proper |massively |insanely "
    "|pure |pretty much |terribly |mainly |constantly |forever |only ever |"
)
SELF = "|i |we |"
POSSESSIVES = "|my |our |"
BEFORE_SELF = "|and |so |but |now |actually |"
BOTH = "|and i |"
JOINED = ()
WHILE = "|"
OF = (
    "|my |our |late |older |elder |younger |little |big |eldest |youngest |oldest |twin |baby "
    "|dear |lovely |only |"
)
GAINED = ()
NOT_ONE = "|"
ONE = "|got |a |an |one |older |elder |younger |little |big |twin |baby |"
OTHERS = (
    "|you |he |she |it |they |that |this |these |those |his |her |your |their |everyone "
    "|someone |somebody |nobody |no one |people say |who |everybody |one is |one of |the other |"
)
IS = " is "
CALLED = "|is |"
SURNAMES = NEVER_NAMED = ""
LONG_SURNAMES = NO_NAME = "|"
ENDS = (
    "|and |but |now |today |this year |last |yesterday |from |in |with |so |actually |by |who "
    "|at |on |because |for |not |too |as well |since |by the way |my |i |years |already |here "
    "|to |though |right |just |these days |btw |woman |man |girl |boy |guy |male |female |lady "
    "|wondering |you know |turned |until |or |if |all |every |most |after |before |without |"
)
AGE_HEADS = "|just |turning |"
THIS_YEAR = ""
YEARS_OLD = "|years old |year old |years of age |yrs old |years young |-year-old |"
SOON = ("almost ",)
AGE_SAID = "|=|"
AGE_OF_BEING = "="
MOVED = NOT_SAID = "|\n|"
GENDERS = (
    "|boy :m|man :m|guy :m|male :m|dude :m|gentleman :m|girl :f|woman :f|lady :f|female :f"
    "|bloke :m|lad :m|chap :m|fella :m|feller :m|geezer :m|lass :f|lassie :f|gal :f|"
)
MALE, FEMALE = "male", "female"
ARTICLES = "|a |an |the |a bit of a |"
ADJECTIVES = (
    "|huge |massive |die-hard |diehard |avid |total |real |true |complete |lifelong |big |grown "
    "|young |little |old |nice |single |married |middle-aged |elderly |proper |older |bit of a "
    "|simple |typical |northern |wee |"
)
NEEDS_ARTICLE = True
NOUN_ENDS = (
    "| up in | over in | out in | down in "
    "| at | in | for | with | who | of | from | on | that | to | and | now | by | working "
    "| here | but | because | so |"
)
TRADES = (
    "|teacher |doctor |nurse |engineer |programmer |developer |designer |lawyer |student "
    "|accountant |driver |chef |cook |waiter |waitress |writer |author |artist |musician |singer "
    "|actor |actress |dentist |vet |farmer |manager |scientist |professor |pilot |journalist "
    "|editor |photographer |salesman |salesperson |analyst |consultant |architect |plumber "
    "|electrician |carpenter |mechanic |policeman |firefighter |soldier |veteran |nanny "
    "|librarian |barista |bartender |cashier |freelancer |entrepreneur |therapist |psychologist "
    "|pharmacist |surgeon |paramedic |translator |interpreter |tutor |researcher |intern "
    "|director |secretary |receptionist |hairdresser |painter |dancer |producer |coach |trainer "
    "|officer |graduate |sophomore |freshman |junior |senior |undergrad |vegetarian |vegan "
    "|diabetic |lefty |twin |widow |widower |grandmother |grandfather |mother |father |mom |dad "
    "|homemaker |housewife |parent |introvert |extrovert |libra |aries |taurus |gemini |cancer "
    "|leo |virgo |scorpio |sagittarius |capricorn |aquarius |pisces |child |citizen |muslim "
    "|christian |buddhist |worker |specialist |technician |operator |clerk |guard |assistant "
    "|owner |founder |ceo |pescatarian |retiree |contractor |realtor |cop |night owl |early bird "
    "|homebody |workaholic |perfectionist |insomniac |bookworm |foodie |gardener |builder |carer "
    "|chemist |estate agent |joiner |postman |nursery worker |childminder |dog walker |banker "
    "|physio |midwife |solicitor |barrister |civil servant |trucker |data scientist |welder "
    "|butcher |baker |mum |nan |gran |grandad |granddad |granny |grandma |grandpa |dinner lady "
    "|lollipop lady |cleaning lady |tea lady |cleaner |plasterer |bricklayer |roofer |decorator "
    "|tailor |seamstress |florist |barber |beautician |fireman |postie |postwoman |policewoman "
    "|handyman |caretaker |janitor |labourer |apprentice |trainee |headteacher |head teacher "
    "|teaching assistant |lecturer |adviser |advisor |agent |surveyor |scaffolder |fisherman "
    "|sailor |captain |cabbie |publican |landlord |landlady |teetotaller |councillor |vicar "
    "|priest |optician |radiographer |novelist |poet |youtuber |blogger |coder |tester |miner "
    "|blacksmith |jeweller |magistrate |beekeeper |glazier |locksmith |fitter |rep |bookkeeper "
    "|administrator |gp |dietician |podiatrist |osteopath |counsellor |social worker "
    "|ward sister |theatre nurse "
    "|nurse practitioner |choreographer |composer |conductor |stylist |machinist |picker |packer "
    "|stonemason |paralegal |volunteer |pensioner |churchwarden |leftie |homeowner |catholic "
    "|quaker |governor |lifeguard |warden |marshal |leader |instructor |supervisor |attendant "
    "|referee |umpire |drummer |porter |courier |steward |stewardess |undertaker |brewer |potter "
    "|weaver |ranger |nun |pastor |minister |mayor |auditor |broker |trader |inspector "
    "|detective |shepherd |fishmonger |greengrocer |bin man |binman |lollipop man |sculptor "
    "|illustrator |survivor |londoner |new yorker |texan |geordie |scouser |brummie |cockney "
    "|kiwi |aussie |"
)
DOING = ""
NO_TRADE = "|good |bad |terrible |great |big |real |huge |very |"
FANS = "|fan |fanatic |lover |addict |buff |enthusiast |nerd |junkie |geek |"
STATES = (
    "|pregnant |retired |diabetic |vegetarian |vegan |deaf |blind |asthmatic |celiac |autistic "
    "|epileptic |anemic |lactose intolerant |gluten intolerant |colorblind |hypertensive "
    "|dyslexic |dead |"
)
# -- tastes ------------------------------------------------------------------------------------
ONLY_STRONG = STRONG = SOFT = "|\n|"
THING_ENDS = (
    "| but | because | so | since | although | though | if | except | unless | when | whenever "
    "| lately | anymore | either | you know | i | over | instead | more than | even | rather than "
    "| not | especially | what | ever since | as long | thanks | please |and hate |and love "
    "|and like |and i |and my |and really |and also |and enjoy |and dislike |and can not "
    "|and do not | these days | for me | any day | at the moment | at the minute | at present |"
)
OF_A_PERSON = "|person |guy |girl |gal |"
TOWARDS = "|\n:f|"
AND = "| and |, |"
WITH = " and "
LIST_REACH, ITEM_REACH = 20, 14
PEOPLE = "|roll |chips |cheese |blues |jerry |white |my |i |that |then |"
TOGETHER = "| together | with | between |"
PARTICLES = (
    "|tbh |lol |haha |hahaha |ngl |imo |btw |you see |you know |to be honest |mate |man |tho "
    "|though |too |very much |so much |a lot |the most |most |best |the best |better |as well "
    "|at all |anymore |either |right now |lately |these days |in general |all the time "
    "|every day |really |thanks |please |so far |and |to |lots |a bit |very |more "
    "|than anything |actually |now |however |or |so |but |because |in the world |ever "
    "|by the way |right |anyway |honestly |i guess |of course |in fact |i think |by far "
    "|personally |mind you |to be fair |i must say |much |some of |of |any more |any longer "
    "|only |"
)
THING_HEADS = (
    "|to |eating |eat |drinking |drink |all |the taste of |any |kinds of |all kinds of |some "
    "|any kind of |all sorts of |really |both "
    "|a bit of |a spot of |a wee bit of |a drop of |a good bit of |just |"
)
TO_EAT = NO_FOOD = "\n"
A_THING = "|"
NO_THING = (
    "|it |you |him |her |them |this |that |those |these |me |us |how |what |when |where |why "
    "|who |being told |your |his |the way |the idea |the fact |the look |something "
    "|anything |everything |nothing |someone |be |think |know |my life |i |if |here |there "
    "|everyone |nobody |say |most |more than |best |see you |hear |thank |help |one of "
    "|neither |myself |each |their |our |its |and |or |one |ones |trouble |bed |shape "
    "|my twenties |my thirties |my forties |my fifties |my sixties |my seventies |my boss "
    "|my neighbour |my neighbours |my manager |my mother-in-law |my colleagues |"
)
VAGUE = (
    "|the stuff |the |a |an |to |my |and |living |being |things |stuff |people |way |today "
    "|tomorrow |yesterday |tonight |now |"
)
NOT_IN_THING = (
    "| you | him | he | she | your | his | it | we | they | this | that | these | those | them "
    "| us |"
)
DISLIKED_MOST = (
    "| are not for me| is just not for me| are just not for me| creep me out| creeps me out"
    "| freak me out| freaks me out| make me sick| makes me sick| gross me out| grosses me out"
    "| drive me crazy| drives me crazy| drive me nuts| drives me nuts| is not my thing"
    "| drive me up the wall| drives me up the wall| drive me mad| drives me mad| drive me insane"
    "| drives me insane| drive me bananas| drives me bananas| drive me round the bend"
    "| drives me round the bend| are not my thing| is not my cup of tea| are not my cup of tea"
    "| is not for me| is not my favorite| gets on my nerves| get on my nerves| does my head in"
    "| do my head in| gives me the creeps| give me the creeps| makes my skin crawl"
    "| make my skin crawl| bores me| bore me| bores me to tears| bore me to tears| makes me cringe"
    "| puts me off| put me off| is the worst| are the worst| makes me gag| make me gag"
    "| makes me heave| make me heave| makes me retch| make me retch"
    "| turns my stomach| turn my stomach| is my idea of hell| are my idea of hell| leaves me cold"
    "| leave me cold| is not my bag| are not my bag| is just not my thing| are just not my thing"
    "| is really not my thing| are really not my thing| is really not for me| do nothing for me"
    "| does nothing for me| bring me out in goosebumps| gives me the ick| give me the ick"
    "| is not really my thing|"
)
LIKED_MOST = (
    "| is what keeps me going| is what keeps me sane"  # before what they hold
    "| makes me happy| make me happy| makes me so happy| make me so happy| is what i live for"
    "| are what i live for| is my absolute favorite| are my absolute favorite| is my jam"
    "| is my passion| is my hobby| is my thing| is my comfort food| is my guilty pleasure"
    "| are my jam| are my thing| is what i love| is my favorite| are my favorite"
    "| is my all time favorite| is what i really love| are what i really love| cheers me up"
    "| cheer me up| makes my day| make my day| calms me down| calm me down| is my happy place"
    "| is my go to| is my favorite thing| is my go-to| are my go-to| is my weakness"
    "| are my weakness| is my idea of heaven| is really my thing| are really my thing"
    "| is right up my street| are right up my street| hits the spot| does it for me| keeps me sane"
    "| keeps me going| relaxes me| is my therapy|"
)
MORE = "|and |or |also |"
SELDOM_ALONE = "|like |love |loves |liked |"
RESUME = "|\n|"
JOINTS = "|and |also |plus |"
