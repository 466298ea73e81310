"""
The states of a XiaoZhi session: which event leads from which state to which, by what action.

Owns TABLE, and TABLE is the whole of it: an event that has no row is ignored.
"""

IDLE = "idle"  # no session; over WebSocket no connection either
GREETING = "greeting"  # our hello is out
READY = "ready"  # the session is open, nobody speaks
LISTENING = "listening"  # the microphone goes to the server
SPEAKING = "speaking"  # the companion speaks

# state, event, action (see XiaoZhi), next state; "*" any state, "="
# the same. A row of the state itself comes before one of "*". Shown in docs/PROTOCOL.md.
TABLE = """
idle      wake        greet       greeting
idle      say         greet       greeting
greeting  hello       open        ready
greeting  refusal     fail        idle
greeting  late        fail        idle
greeting  goodbye     fail        idle
greeting  close       fail        idle
greeting  lost        fail        idle
ready     say         tell        ready
ready     listen      listen      listening
ready     tts_start   play        speaking
ready     refusal     part        idle
ready     goodbye     end         idle
ready     silent      part        idle
ready     close       part        idle
ready     lost        end         idle
listening say         tell        listening
listening stop        stop        ready
listening tts_start   play        speaking
listening goodbye     end         idle
listening silent      part        idle
listening close       part        idle
listening lost        end         idle
speaking  say         interrupt   ready
speaking  listen      barge_in    listening
speaking  abort       abort       ready
speaking  tts_stop    rest        ready
speaking  audio       decode      speaking
speaking  goodbye     end         idle
speaking  silent      part        idle
speaking  close       part        idle
speaking  lost        end         idle
*         mcp         answer      =
*         stt         hear        =
*         tts_text    follow      =
*         llm         feel        =
*         alert       warn        =
*         system      obey        =
*         audio       count       =
"""


def find(state: str, event: str) -> "tuple[str, str] | None":
    """(action, next state) of the row of TABLE that holds, None where there is none."""
    for name in (state, "*"):
        at = TABLE.find("\n%-10s%-12s" % (name, event))
        if at >= 0:
            _, _, action, following = TABLE[at + 1 : TABLE.find("\n", at + 1)].split()
            return action, following
    return None
