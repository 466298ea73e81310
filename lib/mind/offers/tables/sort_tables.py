"""
Sort tables: what a question of a sort asks, and what a memory must say to be of that sort.

Tables as in `memory.text.phrase_tables`; those of English have blanks around words.
"""

ALLERGIC = (
    "|过敏| allergic | allergy | allergies | mustn't have | mustn't i have | mustn't take "
    "| mustn't i take | can't i have | can't i take | can't i eat | i can't take | i can't have "
    "| i shouldn't have | i shouldn't take |"
).encode()
REACTING = (
    "|过敏|起疹|发痒|不能吃|不能碰|忌口|不耐|allerg|hives|rash|react|intoleran|can't eat"
    "|cannot eat|can't take|cannot take|can't have|cannot have|coeliac|celiac|must avoid"
    "|itch|swell|anaphyl|epipen|hay fever|sneez|"
).encode()
UNIVERSITY = b"| university | college | uni |"
STUDIED = (
    b"|universit|college| uni |degree|studie|graduat|campus|major|alma mater|bachelor|student|"
)
NAMES_OF = b"| names of |"
DRUG_ASKED = "|药| medicine | medicines | medication | medications | drug | drugs |".encode()
FOOD_ASKED = "|吃的东西|食物|水果|海鲜| food | foods | fruit | eat |".encode()
DRUGS = (
    "|药|霉素|西林|头孢|沙星|磺胺|阿司匹林|布洛芬|抗生素|麻醉|疫苗|碘|medic|drug|cillin|mycin"
    "|aspirin|ibuprofen|sulfa|codeine|antibiotic|naproxen|vaccine|morphine|latex|"
).encode()
# Asked where a thing of the owner's is, and what stands before a place.
WHERE_MINE = (" where's my ", " where is my ", " where are my ", " where did i put ")
PLACED = b"|in|at|on|under|behind|with|inside|near|by|beside|above|over|to|between|below|"
# Asked for the end of a number alone.
LAST_DIGITS = "|尾号|后四位|后几位|末四位| last four | last 4 | last digits | ends in |".encode()
# What says of a word in front that it is somebody.
ACTS = (
    b"| is | was | has | had | went | got | left | took | quit | lost | found | bought | sold "
    b"| made | came | became | began | won | told | works | lives |"
)
NO_NAMES = (
    b"| the | user | owner | a | an | it | he | she | they | there | this | my | i | we | our "
    b"| i've | i'm | i'd | i'll | we've | we're | we'd | it's | that's | there's | that | these "
    b"| those | both | all | no | just | finally | now |"
)
# Asked where somebody or something has gone, and what tells of it.
GONE_WHERE = (
    "去哪了",
    "去哪里了",
    "跑哪了",
    "跑哪里了",
    "跑哪去了",
    "跑哪里去了",
    "上哪了",
    "上哪去了",
)
GONE = (
    "|去|走|飞|跑|丢|没了|没有了|不见|送|在|搬|回|到|死|世|卖|给|放|收|借|偷|扔|拿|寄|存|出差"
    "|住|修|藏|挂|换|退|拆|出国| gone | went | is in | is at | moved |"
).encode()
DISLIKING = "|不喜欢|不吃|讨厌|不爱|hate|dislike|".encode()
LIKING = "|喜欢|爱| like | love |prefer|favorite|favourite|enjoy|".encode()
WORKPLACES = (
    "job", "work", "company", "firm", "position", "post", "agency", "office", "hospital", "school",
    "restaurant", "warehouse", "store", "shop", "bank", "factory", "bakery", "salon", "force",
    "army", "navy", "practice", "clinic", "hotel", "cafe", "lab", "startup", "paper", "council",
)  # fmt: skip
