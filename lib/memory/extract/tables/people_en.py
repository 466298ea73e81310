"""
English words of names, homes, relatives, pets and the body.

Part of the tables of `words_en`, in the form of `scan`.
"""

# -- names ---------------------------------------------------------------------------------------
NO_LATIN = (
    "|batman |superman |spiderman |spider-man |iron man |santa |elsa |a |an |the |back |later |if "
    "|when |at |tomorrow |tonight |today |maybe |in |on |not |crazy |anytime |again |before "
    "|after |up |out |so |very |really |going |here |there |sorry |fine |good |ok |okay |sure "
    "|hungry |happy |sad |your |my |to |it |i |mr |mrs |taxi |now |names |whatever |anything "
    "|something |stupid |lazy |nan |nana |gran |grandma |grandad |grandpa |mum |mom |dad |mummy "
    "|daddy |auntie |uncle |spelled |spelt |pronounced |hard |easy |short |difficult |quite |"
)
NAME_ENDS = (
    "|and |but |i |from |so |nice |please |what |or |who |he |she |now |is |by |for |in |on |at "
    "|to |it |okay |ok |thanks |my |not |with |because |instead |the |today |here |you |do "
    "|actually |like |if |was |a |we |just |has |works |lives |loves |likes |that |too |btw |"
)
CALLERS = (
    "|around here |at work |most people |folks |everyone at work |at school |at home "
    "|in the office |mostly |buddies |mates |kids |my friends |my family |my coworkers "
    "|all my friends |you |can |may |could |people |everyone |everybody |friends |just |please "
    "|should |they |usually |all |my |family |coworkers |always |some |folk |most folk |workmates "
    "|pals |my pals |my mates |my workmates |my husband |my wife |my mum |my dad |my gran "
    "|the grandkids |the kids |the lads |the family |the neighbours |locals |most folks |lads "
    "|guys |the guys |the girls |"
)
CALL_ME = "|call me |calls me |"
CALL_ENDS = (
    "|please |if you want |if you like |for short |instead |from now on |by the way |at work |now "
    "|mostly |though |actually |here |speaking |"
)
PLACE_HEADS = "|like |um |"
PLACE_ENDS = (
    "| with | and | but | for | because | since | now | right | near | close | these | where | by "
    "| which | about | around | i | so | at | as | until | when | while | actually | currently "
    "| alone | together | though | although | is | not | too | before | after | just | my | all "
    "| from | on | this | last | over | two | three | four | five | six | ten | twenty | a | an "
    "| years | to | if | in | born | bred |"
)
PLACE_TAILS = (
    "|originally |anyway |to be honest |you know |of course |in fact |then |these days |for now "
    "|now |again |"
)
NO_PLACE_HEADS = (
    "|the kitchen |the couch |the sofa |the table |the corner |the garden |the back |the front "
    "|the left |the right |the office |the car |it |them |the living room |the bedroom |the floor "
    "|the next room |the window |the future |the past |mars |the moon |hell |heaven |around here "
    "|outer space |the other side |a |an |my |this |that |your |his |her |town |bed |here |there "
    "|fear |peace |work |school |home |one |two |the same |the next |the middle |the moment "
    "|the present |the other |the house |the building |the city |the country |the first "
    "|the second |what |where |new place |dread |a caravan |the sea |the beach |the river "
    "|the park |the coast |the station |the airport |the woods |the countryside |"
)
NO_PLACE = (
    "|the |january |february |march |april |may |june |july |august |september |october "
    "|november |december |"
)
NO_ORIGIN = "|"
# Where a transcript has no capitals.
PLACES = (
    "|london |manchester |birmingham |leeds |liverpool |bristol |sheffield |glasgow |edinburgh "
    "|dublin |england |scotland |wales |ireland |new york |boston |chicago |seattle |houston "
    "|los angeles |san francisco |texas |california |florida |canada |toronto |sydney |singapore "
    "|hong kong |taipei |beijing |shanghai |dundee |aberdeen |cardiff |belfast |newcastle "
    "|nottingham |leicester |brighton |swansea |plymouth |oxford |cambridge |norwich |exeter "
    "|galway |philadelphia |denver |atlanta |detroit |melbourne |vancouver |montreal |"
)
NEAR = "|near |outside |not far from |close to |"
DWELLINGS = (
    "| care home | nursing home | retirement | sheltered | halls |boat | farm |van | trailer "
    "| mobile home | bungalow | hostel | dorm| flat above | studio | floor |"
)
# For speech recognition that writes no capitals. Names that are everyday words as well (grace,
# mark, will) are excluded.
# What is no name of a person or a place where a transcript has no capitals, besides the words of
# other tables: what stands behind "I live in" or before the verb of "my dog food is".
COMMON = (
    "|accommodation |housing |lodgings |digs |flats |halls |dorms |poverty |sin |harmony |luxury "
    "|squalor |chaos |style |comfort |silence |pain |misery |paradise |denial |hiding |jail "
    "|prison |care |campus |base |land |water |downtown |uptown |suburbia |suburbs |countryside "
    "|abroad |overseas |nowhere |somewhere |elsewhere |anywhere |money |nothing |space |north "
    "|south |east |west |central |rural |urban |rented |shared |council |social |public |cheap "
    "|different |various |places |place |houses |hotels |tents |sales |marketing |management "
    "|accounts |accounting |finance |nights |earlies |lates |part |full |support |retail |head "
    "|hr |decaf |farming |bad |same |company |tongue |board |figure |ship |shower |jokes |food "
    "|bed |walker |sitter |groomer |collar |lead |leash |litter |tray |house |room |party "
    "|wedding |group |club |class |seat |tree |story |news |stuff |thing |things |law |god "
    "|bless |treats |bowl |hair |show |licence |license |tag |coat |door |kennel |box |feeder "
    "|cage |table |wheel |phone |number |wise |team |hospital |church |village |island "
    "|street |road |estate |centre |center |job |debt |trouble |city |country |world |area "
    "|county |district |neighbourhood |neighborhood |condo |tower |caravan |strangers |friends "
    "|nearby |close |far |alone |drunk |himself |herself |probably |nobody |home |upstairs "
    "|downstairs |outside |inside |indoors |outdoors |down |whose |made |went |came |says "
    "|thinks |thought |wants |wanted |needs |makes |gets |goes |looks |seems |used |must |been |"
)
# A part of a longer name of a place; what follows one and is a place of its own.
PLACE_PARTS = (
    "|north |south |east |west |new |st |saint |san |santa |los |las |el |la |fort |port |mount "
    "|lake |long |salt |great |little |kings |city |town |park |island |beach |hill |bay |"
)
REGIONS = (
    "|oregon |ohio |arizona |colorado |michigan |illinois |indiana |minnesota |wisconsin "
    "|georgia |virginia |tennessee |massachusetts |pennsylvania |maryland |new jersey "
    "|new mexico |north carolina |south carolina |washington |ontario |quebec |alberta "
    "|nova scotia |british columbia |australia |new zealand |india |kent |essex |devon |cornwall "
    "|france |germany |spain |italy |"
)
INTRODUCED = (
    "|nice to meet you |pleased to meet you |lovely to meet you |good to meet you |short for "
    "|but everyone calls me |but everybody calls me |but you can call me |but people call me "
    "|but my friends call me |but they call me |"
)
FIRST_NAMES = (
    "|aaron |abby |adam |aisha |alan |alex |alice |alison |amanda |amy |andrew |andy |angela "
    "|anita |anna |anne |anthony |arjun |arthur |ashley |ava |barbara |ben |beth |betty |bob "
    "|brenda |brian |bruce |callum |carl |carol |caroline |catherine |charlie |chloe |chris "
    "|christine |cindy |claire |colin |craig |dan |daniel |darren |dave |david |debbie |deborah "
    "|denise |dennis |derek |diana |diane |donna |doris |dorothy |edward |eileen |elaine |elena "
    "|elizabeth |ella |ellen |emily |emma |eric |ethan |eva |fatima |fiona |fred |gareth |gary "
    "|gavin |geoff |george |gillian |gordon |graham |greg |gwen |hannah |harry |helen |henry "
    "|howard |hugh |ian |isaac |isabel |isabella |isla |ivan |jack |jackie |jake |jamal |james "
    "|jamie |jane |janet |janice |jason |jay |jean |jeff |jennifer |jenny |jeremy |jess |jessica "
    "|jill |jim |joan |joanna |joanne |jodie |joe |john |jonathan |joseph |josh |judith |judy "
    "|julia |julie |justin |karen |karl |kate |kathleen |katie |keith |kelly |ken |kenneth "
    "|kerry |kevin |kim |kirsty |kyle |laura |lauren |leo |leon |leonard |lewis |liam |lily "
    "|linda |lisa |logan |lorna |louis |louise |lucas |lucy |luke |lynn |malcolm |marcus "
    "|margaret |maria |marie |marion |martha |martin |mary |mason |matt |maureen |maya |megan "
    "|melissa |mia |michael |michelle |miguel |mike |miriam |mohammed |moira |molly |nadia "
    "|nancy |natalie |nathan |neil |nick |nicole |nigel |nina |noah |norman |oliver |olivia "
    "|omar |oscar |owen |pamela |patricia |patrick |paul |pauline |peter |phil |philip |priya "
    "|rachel |raj |ralph |raymond |rebecca |rhys |richard |rob |robert |roger |ron |ronald |rory "
    "|ross |roy |russell |ruth |ryan |sally |sam |samantha |samuel |sandra |sarah |scott |sean "
    "|shane |sharon |sheila |shirley |simon |sofia |sophia |sophie |stanley |stella |stephanie "
    "|stephen |steve |steven |stuart |susan |susie |sylvia |terry |theo |theresa |thomas |tim "
    "|tina |toby |todd |tom |tony |trevor |tyler |vera |veronica |victor |victoria |vincent "
    "|vivian |walter |wayne |wendy |william |yusuf |yvonne |zara |zoe |"
)
PET_NAMES = "|is called |is named |name is |'s name is |are called |are named |names are |"
# -- relatives and pets -------------------------------------------------------------------------
KIN = (
    "|baby |twins |kids |children |grandkids |grandchildren |eldest |youngest |oldest |wife "
    "|husband |mom |mum |mother |dad |father |brother |sister |son |daughter |grandma "
    "|grandmother |grandpa |grandfather |granny |uncle |aunt |auntie |cousin |nephew |niece "
    "|boyfriend |girlfriend |fiance |fiancee |fiancé |fiancée |partner |stepmom |stepdad "
    "|grandson |granddaughter |sister-in-law |brother-in-law |mother-in-law |father-in-law |nan "
    "|nana |gran |grandad |granddad |mam |mummy |mommy |daddy |papa |hubby |ex-husband |ex-wife "
    "|ex |stepson |stepdaughter |stepbrother |stepsister |godson |goddaughter |godmother |missus "
    "|great-grandson |great-granddaughter |son-in-law |daughter-in-law |little boy |little girl "
    "|other half |better half |parents |grandparents |in-laws |twin |mother in law |father in law "
    "|brother in law |sister in law |son in law |daughter in law |step mum |step dad |step mom "
    "|great grandson |great granddaughter |great aunt |great uncle |grandbaby "
    "|pop |pops |grampa |nanna |grammy |bro |sis |amma |appa |"
)
KIN_AT_HOME = PAST_SPANS = "|\n|"
KIN_PREFIXES = ("step-", "step", "half-", "great-", "god", "ex-", "foster ")
KIN_AS = (
    "|girls:daughter|boys:son|kids:kid|children:child|sons:son|daughters:daughter|brothers:brother"
    "|sisters:sister|cousins:cousin|nephews:nephew|nieces:niece|grandkids:grandkid"
    "|grandchildren:grandchild|grandsons:grandson|granddaughters:granddaughter|"
)
# Of whom "two kids" and "a cat" are, and how the one who goes on being spoken of is written.
KIDS = (  # those that end with another stand before it
    "|grandkids |grandchildren |grandsons |granddaughters |girls |boys |kids |children |sons "
    "|daughters |brothers |sisters |cousins |nephews |nieces |"
)
PETS = (
    "|dog |cat |puppy |kitten |parrot |hamster |rabbit |bunny |turtle |tortoise |horse |pony "
    "|guinea pig |bird |goldfish |poodle |corgi |beagle |labrador |retriever |terrier "
    "|greyhound |whippet |spaniel |collie |cockapoo |labradoodle |staffie |dachshund |pug "
    "|bulldog |husky |chihuahua |lurcher |budgie |gerbil |donkey |lab "
    "|cats |dogs |puppies |kittens |rabbits |guinea pigs |hens |chickens |budgies "
    "|greyhounds |whippets |spaniels |terriers |labradors |collies |poodles |pugs |huskies "
    "|parrots |hamsters |gerbils |tortoises |ponies |horses |donkeys |ferrets |goats "
    "|cockatiel |canary |gecko |snake |ferret |border collie |german shepherd "
    "|golden retriever |tabby |tomcat |mutt |rescue dog |old dog |tabby cat |ginger tom |"
)
PET_NAMED = "| called | named | name is |'s name's |"
MANY = (
    "|cats |dogs |puppies |kittens |rabbits |pigs |hens |chickens |budgies |greyhounds |whippets "
    "|spaniels |terriers |labradors |collies |poodles |pugs |huskies |parrots |hamsters |gerbils "
    "|tortoises |ponies |horses |donkeys |ferrets |goats |"
)
NAMED_ALL = "|named |called |they are called |they are |their names are |"
MINE, MINE_PET, GAP = "my %s", "my %s", " "
THEY = "|he |she |"
THEM = "| him | her |"
KIN_TAILS = "|also |currently |now |just |"
KIN_IS = "|is |"
KIN_LEADS = (
    "|pregnant :z|expecting :z|passed away :z|died :z|moved to :f|plays for :f|is :=|has :h"
    "|studies :f|goes to :R|turned :=|has been diagnosed with :f|got diagnosed with :f"
    "|can not have :f|is afraid of :-|is scared of :-|is terrified of :-|has a bad :B|has bad :B"
    "|has a dodgy :B|has a weak :B|had a :h|has had a :h|runs his own :f|runs her own :f"
    "|started :R|passed :R|finished :R|got into :R|got a place at :f|got married :z|had a baby :z"
    "|started at :f|started as a :f|started working :f|became a :f|become a :f|was promoted :z"
    "|broke his :B|broke her :B|tore his :B|tore her :B|fractured his :B|fractured her :B"
    "|opened a :f|opened his own :f|opened her own :f|quit his job :z|quit her job :z"
    "|lost his job :z|lost her job :z|moved in with :f|plays in a :R|plays in the :R"
    "|sings in a :R|sings in the :R|plays for the :R|is doing a degree :f|is at school in :f"
    "|has parkinson's :z|is stationed in :f|is a freshman :z|is a junior :z|is a senior :z"
    "|is away at :f|is off at college :z|served :f|are from :f|are divorced :z|are retired :z"
    "|are both retired :z|are both teachers :z|are separated :z|immigrated from :f|are :=|run :f"
    "|own :f|is having a baby :z|is based in :f|is living in :f|got diagnosed :z|has moved to :f"
    "|does not drink :z|can not walk :z|are at :w|are allergic to :f|is expecting :z|lives :f"
    "|live :f|lives over :f|is over in :l|is out in :l|is up in :l|is down in :l|is back in :l|"
)
KIN_NAMED = (
    "|named :n|called :n|whose name is :n|who is called :n|who is named :n|and his name is :n"
    "|and her name is :n|"
)
NAMED_LATER = (
    "|named :n|called :n|his name is :n|her name is :n|its name is :n|he is called :n"
    "|she is called :n|he is named :n|she is named :n|their name is :n|"
)
# -- the body (`shapes`) --------------------------------------------------------------------------
SIDES = "|left |right |lower |upper |old |poor |"
BODY = (
    "|knee |knees |back |hip |hips |shoulder |shoulders |ankle |ankles |heart |eyesight |hearing "
    "|wrist |wrists |neck |spine |joints |lungs |kidneys |stomach |memory |blood pressure "
    "|blood sugar |leg |legs |foot |feet |hand |hands |sight |lower back |elbow |left knee "
    "|right knee |left hip |right hip |arm |arms |toe |finger |collarbone |nose |jaw |ribs "
    "|pelvis |kneecap |eyes |chest |acl |mcl |meniscus |achilles |achilles tendon |hamstring "
    "|rotator cuff |calf |groin |thumb |tailbone |heel |ligaments |tendon |tendons |quad |biceps "
    "|big toe |ankle ligaments |knee ligaments |rib |index finger |little finger |"
)
AIL_ADVERBS = (
    "|is |are |has always been |have always been |has been |always |really |pretty |a bit |so "
    "|very |a bit of a |getting |a little |has |"
)
AILING = (
    "|bad |weak |messed up |shot |busted |no good |not good |not great |wrecked |high |low |poor "
    "|terrible |awful |arthritic |giving out |damaged |injured |dodgy |going |gone |knackered "
    "|playing up |failing |worn out |not what it was |not what they were |not as good as it was "
    "|not so good |not too good |not the best |"
)
UPSETS = (
    "| gives me hives | give me hives | gives me a rash | give me a rash | makes me break out "
    "| make me break out | gives me migraines | give me migraines | makes my throat swell "
    "| make my throat swell | upsets my stomach | upset my stomach | makes me sneeze "
    "| make me sneeze | gives me heartburn | give me heartburn | brings me out in "
    "| bring me out in | makes me wheeze| make me wheeze| makes me itch| make me itch"
    "| makes me bloated| make me bloated| makes me ill| make me ill| does not agree with me"
    "| do not agree with me| sets off my | set off my | plays havoc with my | make my eyes "
    "| makes my eyes | brings on my | bring on my |"
)
# What somebody will do by when that is a goal, as in `plan_words_zh`.
AIMING = (
    "|want to |would like to |hope to |am hoping to |am trying to |am aiming to |plan to |aim to "
    "|am planning to |am determined to |have decided to |am going to try to "
    "|am going to try and |"
)
BY_THEN = "|finally |one day |this year |next year |get around to |be able to |"
AIMS = (
    "|lose weight :s|lose :n|learn to :e|learn :L|run a :R|run the :R|run :R|give up smoking :s"
    "|give up drinking :s|give up sugar :s|give up meat :s|quit smoking :s|quit drinking :s"
    "|quit vaping :s|stop smoking :s|stop drinking :s|stop biting my nails :s|cut down on :e"
    "|save up for :e|save for :e|save :n|get fit :s|get fitter :s|get in shape :s"
    "|go back to college :s|go back to uni :s|go back to university :s|go back to school :s"
    "|go back to work :s|start my own :e|start a business :s|open my own :e|open a :o"
    "|buy a house :s|buy a flat :s|buy my own place :s|write a book :s|write a novel :s|pass my :e"
    "|retire :s|retrain as :e|get my driving licence :s"
    "|get my driver's license :s|learn the :e|start a family :s|have a baby :s|pay off my :e|"
)
SO_AS_TO = (
    "|this |next |by |in |before |when |at |on |and |so |from |for |with |again |soon |early |"
)
SAVED = "|stone|pounds|kilos|weight|money|"
OPENED_UP = "|shop|cafe|bakery|restaurant|business|bar|salon|studio|gym|"
NO_AIM = (
    "| you | him | them | that | this one | this song | it | me | a joke | a song | about | more "
    "| what |"
)
