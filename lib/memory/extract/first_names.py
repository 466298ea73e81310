"""
Common English first names.

For speech recognition that writes no capitals: "i'm tom" has a name, "i'm tired" has none. Names
that are everyday words as well (grace, mark, will) are excluded. A table in the form of `scan`.
"""

FIRST_NAMES = (
    "|adam |alex |alice |amanda |amy |andrew |angela |anna |anne |anthony |ashley |ava |ben "
    "|betty |bob |brian |charlie |chloe |chris |cindy |claire |dan |daniel |dave |david |diana "
    "|ella |emily |emma |eric |ethan |eva |gary |george |greg |hannah |harry |helen |henry "
    "|jack |jake |james |jane |jason |jeff |jennifer |jenny |jessica |jim |joe |john |josh "
    "|julia |julie |justin |karen |kate |katie |kevin |kim |kyle |laura |leo |liam |lily |linda "
    "|lisa |logan |lucas |lucy |luke |maria |mary |mason |matt |megan |melissa |mia |michael "
    "|michelle |mike |molly |nancy |nick |nicole |nina |noah |oliver |olivia |paul |peter "
    "|rachel |rebecca |richard |robert |ryan |sam |sandra |sarah |scott |sean |sharon |simon "
    "|sophia |sophie |stephanie |steve |susan |thomas |tim |tina |tom |tony |victor |vivian "
    "|wendy |william |zoe |"
)
