"""
The states of a XiaoZhi session: TABLE has the action and the next state for a state and an event.

An event without a row is ignored.
"""

IDLE = "idle"  # no session; over WebSocket no connection either
GREETING = "greeting"  # our hello is sent
READY = "ready"  # the session is open, nobody speaks
LISTENING = "listening"  # the microphone goes to the server
SPEAKING = "speaking"  # the companion speaks

# state, event, action (see XiaoZhi), next state; "*" any state, "="
# the same. A row of the state itself comes before one of "*". Shown in docs/PROTOCOL.md.
TABLE = """
idle      wake        send_hello        greeting
idle      say         send_hello        greeting
idle      remind      send_hello        greeting
idle      listen      send_hello        greeting
greeting  hello       open              ready
greeting  refusal     fail              idle
greeting  late        fail              idle
greeting  goodbye     fail              idle
greeting  close       fail              idle
greeting  lost        fail              idle
ready     say         send_text         ready
ready     remind      send_reminder     ready
ready     listen      listen            listening
ready     abort       abort             ready
ready     tts_start   begin_audio       speaking
ready     refusal     send_goodbye      idle
ready     goodbye     end               idle
ready     silent      send_goodbye      idle
ready     close       send_goodbye      idle
ready     lost        end               idle
listening say         send_text         listening
listening remind      send_reminder     listening
listening listen      listen            listening
listening speak       send_packet       listening
listening stop        stop              ready
listening tts_start   begin_audio       speaking
listening goodbye     end               idle
listening silent      send_goodbye      idle
listening close       send_goodbye      idle
listening lost        end               idle
speaking  say         interrupt         ready
speaking  listen      barge_in          listening
speaking  abort       abort             ready
speaking  tts_stop    finish_audio      ready
speaking  audio       play_audio        speaking
speaking  goodbye     end               idle
speaking  silent      send_goodbye      idle
speaking  close       send_goodbye      idle
speaking  lost        end               idle
*         mcp         answer_mcp        =
*         stt         report_owner      =
*         tts_text    report_companion  =
*         llm         report_emotion    =
*         alert       report_alert      =
*         system      report_command    =
*         audio       drop_audio        =
"""


def find(state: str, event: str) -> "tuple[str, str] | None":
    """(action, next state) of the row for an event in a state, None where there is none."""
    for name in (state, "*"):
        at = TABLE.find("\n%-10s%-12s" % (name, event))
        if at >= 0:
            _, _, action, following = TABLE[at + 1 : TABLE.find("\n", at + 1)].split()
            return action, following
    return None


class Finder:
    """find(), which knows its last answer: packets of audio come many in a row."""

    def __init__(self) -> None:
        self._state = self._event = ""
        self._row: "tuple[str, str] | None" = None

    def find(self, state: str, event: str) -> "tuple[str, str] | None":
        """As find()."""
        if state != self._state or event != self._event:
            self._row = find(state, event)
            self._state, self._event = state, event
        return self._row
