"""
Sort tables: what a question of a sort asks, and what a memory must say to be of that sort.

Tables as in `memory.text.phrase_tables`; those of English have blanks around words.
"""

ALLERGIC = "|过敏| allergic | allergy | allergies |".encode()
REACTING = (
    "|过敏|起疹|发痒|不能吃|不能碰|忌口|不耐|allerg|hives|rash|react|intoleran|can't eat"
    "|cannot eat|itch|swell|anaphyl|epipen|hay fever|sneez|"
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
