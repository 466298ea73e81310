"""
For device-side tests: the companion's own agent over a bench with a mind, with the offline brain
alone (`Owner`) or with a model that does what a test wants (`Modelled`).
"""

import gc
import json

from _bench import run
from _minded import Minded
from llm.errors import Unreachable
from mcp.core.tool_result import ToolResult
from mcp.features.tools import Registry

from firmware.agent.agent import Agent
from firmware.agent.device import Device
from firmware.agent.history import History
from firmware.agent.offline import OfflineBrain
from firmware.agent.own_tools import OwnTools
from firmware.agent.prompt import Prompt
from firmware.agent.talk import Talk
from firmware.companion import conversation
from firmware.companion.pet import Pet
from firmware.system import events
from firmware.tools import registration
from firmware.tools.owner_code import OwnerCode
from firmware.tools.tool_context import ToolContext
from firmware.words import messages


class Owner:
    """Somebody who talks with the offline brain on one chip; what memory was told stays."""

    def __init__(self, bench=None):
        events._subscribers = []  # those of an earlier owner hold its chip
        gc.collect()
        self.bench = bench or Minded()
        self.bench.clock.to("2026-02-05 14:00")
        self.start()

    def start(self):
        self.memory = self.bench.start()
        self.pet = Pet(self.memory, self.bench.clock)
        self.talk = conversation.Conversation(
            self.memory, self.bench.clock, lambda: 0, "hear", self.pet
        )
        run(self.talk.start())
        self.device = Device(self.bench.mind, self.bench.clock, self.pet, self.talk)
        self.brain = OfflineBrain(self.device)

    def say(self, text):
        """What is answered."""
        done = run(self.brain.listen(text))
        return run(self.brain.answer(text, done))


class Call:
    """As lib/llm's ToolCall."""

    def __init__(self, tool, **arguments):
        self.id = "call_" + tool
        self.name = tool
        self.arguments = json.dumps(arguments)


class Reply:
    """As lib/llm's."""

    def __init__(self, text="", calls=(), tokens=0, answer_tokens=0):
        self.text = text
        self.tool_calls = list(calls)
        self.finish = "tool_calls" if calls else "stop"
        self.prompt_tokens = tokens
        self.completion_tokens = answer_tokens
        self.server = "stand-in"
        self.prompt_chars = 0


class Model:
    """
    Stands for llm.client.Client. `replies` are what it answers, one after the other: a text, a
    list of Calls, a Reply, or an exception; without one it says "OK". `requests` are what has left
    the device: (messages, tools).
    """

    def __init__(self, *replies):
        self.replies = list(replies)
        self.requests = []
        self.usage = {}
        self.up = True

    def available(self):
        return self.up

    async def chat(
        self,
        messages,
        purpose,
        tools=None,
        json_answer=False,
        max_tokens=None,
        on_text=None,
        keep=0,
    ):
        assert purpose == "chat"
        # A copy, as it leaves; round by round the agent adds to the list.
        self.requests.append(([dict(one) for one in messages], tools))
        reply = self.replies.pop(0) if self.replies else "OK"
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, str):
            reply = Reply(reply)
        if isinstance(reply, (list, tuple)):
            reply = Reply("", reply)
        reply.prompt_chars = sum([len(one["content"]) for one in messages])
        for at in range(0, len(reply.text), 7):
            on_text(reply.text[at : at + 7])
        return reply


class Modelled(Owner):
    """An owner whose companion has a model; `ran` are the tools that ran, `codes` those shown."""

    def __init__(self, model=None, bench=None, scratchpad=None, compressing=None):
        self.model = model or Model()
        self.ran = []
        self.codes = []
        self._scratchpad = scratchpad
        self._compressing = compressing
        super().__init__(bench)

    def start(self):
        super().start()
        events.subscribe(self._confirm, "confirm")
        mind = self.bench.mind
        self.registry = Registry()
        context = ToolContext(
            self.memory,
            self.bench.clock,
            messages.language(),
            self.pet,
            conversation=lambda: self.talk,
            mind=mind,
        )
        registration.register_tools(self.registry, context)
        registration.register_mind(self.registry, context)
        for name in ("update", "self.restart", "files.wipe"):
            self._add_harmful(name)
        for tool in self.registry.tools:
            tool.handler = self._watched(tool.name, tool.handler)
        self.tools = OwnTools(self.registry, mind, mind.numbers["tool_chars"])
        self.history = History(mind.numbers["talk_chars"], self._compressing)
        self.talk.others = [self.history, self.brain]
        prompt = Prompt(self.device, mind.numbers, self._scratchpad)
        rounds = mind.numbers["tool_rounds"]
        agent = Agent(self.model, prompt, self.tools, self.history, OwnerCode(), rounds)
        self.dialogue = Talk(self.device, self.brain, agent)

    def _add_harmful(self, name):
        async def handler(arguments, call):
            return ToolResult(structured={"status": "ok", "message": "did it"})

        schema = {"type": "object", "properties": {"action": {"type": "string"}}}
        self.registry.add(name, handler, "x", schema, annotations={"destructiveHint": False})

    def _watched(self, name, handler):
        async def watched(arguments, call):
            self.ran.append((name, arguments.get("action", "")))
            return await handler(arguments, call)

        return watched

    def _confirm(self, event, fields):
        self.codes.append(fields["code"])

    def say(self, text):
        """What is answered, through the model."""
        pieces = []
        run(self.dialogue.say(text, pieces.append))
        return "".join(pieces)

    def request(self, at=-1):
        """The messages of a request."""
        return self.model.requests[at][0]

    def sent(self, at=-1):
        """All texts of a request."""
        return "\n".join([one["content"] for one in self.request(at)])

    def system(self, at=-1):
        return self.request(at)[0]["content"]


DOWN = Unreachable("nobody answers")
