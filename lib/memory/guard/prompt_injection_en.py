"""The English rules of `prompt_injection`: for words, and for letters alone between signs."""

WORDS = (
    """
1 whenever |every time |each time |from now on|for all future|in all future|going forward|\
henceforth|at the start of every|at the end of every|in every
1 must |shall |always |never |immediately |strictly |under no circumstances|at all costs
2 you are now.|you are no longer|you will now|you must now|act as a|act as an|act as if you|\
pretend to be a|pretend you are|pretend to be the owner|pretend to be his|pretend to be her|\
roleplay as|your new task|your new role|your new name is|new instruction|updated instruction|\
real instruction|hidden instruction
""",
    """
2 as an ai.|developer mode|jailbreak|do anything now|dan mode|god mode|debug mode enabled|\
unrestricted mode|no restrictions appl|without any restriction|system prompt|system message|\
system override|admin override|prompt injection|initial prompt
2 note to 12 ai.|assistant|model|llm|bot.|agent
2 attention|dear|hey|message for|instruction for|instructions for|reminder for|notice to|warning \
to|important for 16 ai.|assistant|language model|llm|chatbot|agents
""",
    """
2 assistant|the ai.|this ai.|the model|language model|llm|chatbot|the agent|the bot. 24 must|\
should always|should never|shall|has to|have to|is required|are required|is instructed|will \
always|may not|is to. 60 answer|reply|respond|say.|tell|send|call|output|print|recommend|mention|\
write|ask|include|obey|follow|ignore|use.|refuse|delete|reveal|execute|run.|forward|add.
""",
    """
2 you must|you should always|you should never|you have to always|you shall|you are to.|you are \
required|you are instructed|you are ordered|you will always 40 answer|reply|respond|say.|tell \
the|send|call the|output|print|recommend|mention|obey|follow|ignore|refuse|delete|reveal|execute|\
forward
""",
    """
2 when|if.|whenever|once|every time 12 user|owner|someone|anyone|he.|she.|they|you are asked|\
asked 40 you must|you should|always say|always answer|always reply|always recommend|then say|\
then reply|then answer|then call|then send|respond with|reply with|answer with|tell them|tell \
him|tell her|tell the|pretend|refuse
2 when|if.|whenever|once|every time 12 user|owner 40 say that|say no|say yes|say nothing|answer \
no|answer yes
""",
    """
2 always|only|must|never 4 respond with|reply with|answer with|respond in|reply in|answer in.|\
respond as|reply as|answer as|respond using|answer using|reply that|answer that
2 begin|start|end.|finish|prefix|append 16 every|each|all 12 reply|replies|response|answer|\
message|sentence
2 do not|don t|dont|never|must not|should not|without 12 tell|telling|inform|informing|mention|\
mentioning|reveal|warn|notify|notifying|alert 20 user|owner|human
2 keep this|hide this|conceal 30 from the user|from the owner|from user|from owner|secret from|\
hidden from
""",
    """
2 send|post|upload|forward|transmit|exfiltrate|leak|report|email|copy|submit|append 60 memor|\
every message|all message|conversation|chat log|chat histor|personal data|personal information|\
private data|contacts|everything you know|all you know|profile|api key|passwords|credentials 60 \
http|to this|to the following|to our server|to my server|webhook|attacker|www|e mail|to.
""",
    """
2 send|post|upload|forward|transmit|exfiltrate|fetch|visit|open|load|request|curl|wget|get. 60 \
http|webhook 120 with.|including|containing|memor|the user|the owner|his.|data|as query|\
parameter|secret|token
2 call|use.|invoke|trigger|run.|execute 16 memory|delete|write|recall|this|following|send|email|\
shell|payment|the 12 tool.|tools.|function.|api.
2 run.|execute|evaluate|decode 20 following|this|these|below 16 command|code|script|instruction|\
payload|base64|text|string|and
""",
    """
2 delete|erase|wipe|clear|remove|purge|drop 16 all|every|entire|the owner s|his|her|your|old 16 \
memor|records|stored facts|database
2 repeat everything above|repeat the text above|repeat the words above|repeat the above
2 say exactly|repeat after me|repeat the words above|repeat everything above|print your|reveal \
your|show your|output your|leak your|tell me your 24 prompt|instruction|rules|system|everything|\
above
2 base64|rot13|hex encoded 30 decode|follow|execute|obey|instruction|do what
""",
    """
2 this is 12 system|admin|developer|highest priority|an order|official 30 command|instruction|\
override|message|order|policy|update|speaking
2 highest priority|takes precedence|supersede|overrid|outrank|replaces 30 instruction|rule|\
prompt|policy|policies|guideline|everything else|all other
2 trust|obey|follow|comply with|execute 24 instruction|command|orders 20 in this|in memory|below|\
from this|from the note|stored here|of this memory|without question|blindly|embedded
""",
    """
1 language model|llm|your response|your reply|your answer|your output|your prompt|your memory
1 instruction|prompt|directive
""",
)

LETTERS = (
    """
2 ignore|disregard|override|overrule|bypass|neglectall|payno|setaside|throwaway|stopfollowing|\
donotfollow|dontfollow|donotobey|dontobey|nolongerfollow|nolongerobey 40 instruct|prompt|\
guideline|directive|guardrail|safety|whatyouweretold|attentiontowhat|yourrules|previousrules|\
allrules|priorrules|rulesabove|everythingabove|everythingbefore|alloftheabove|theabove|abovetext|\
abovemessage|previousmessage|priormessage|priorcontext|previouscontext|yourtraining|yourprogram|\
allprevious|anyprevious|whatever|attention
""",
    """
2 forget 24 instruct|prompt|guideline|directive|yourrules|previousrules|allrules|everythingabove|\
everythingbefore|everythingyou|whatyouweretold|alloftheabove|allprevious|priorcontext|\
yourtraining|yourprogramming
2 ignorez|ignorieren|ignora|ignore 20 instructionspr|anweisung|instruccion|istruzion|lesinstruct
""",
)
