"""
The MCP prompt `context`: what fits a question of the owner, as text for a model's prompt.

Owns its arguments and the sentences around the text; which memories, and how they are worded, is
decided by mind.offers.context. Raises -32602 for arguments that it does not take.
"""

from mcp.features.prompts import Argument, invalid
from mind.offers import context as offers
from mind.offers import phrases

from firmware.words.resources import Words

from .owner_prompt import LANGUAGES, languages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp.core.call import Call
    from mcp.features.prompts import Prompts

    from firmware.tools.tool_context import ToolContext

_LEAST, _MOST = 50, 4000  # characters


class ContextPrompt:
    """The prompt over one mind."""

    def __init__(self, context: "ToolContext") -> None:
        self._mind = context.mind
        self._language = context.language

    def add_to(self, prompts: "Prompts") -> None:
        """Register it."""
        say = Words(self._language).say
        limits = {"low": _LEAST, "high": _MOST}
        title = say("context_budget_title")
        arguments = [
            Argument("query", say("context_query"), False, say("context_query_title"), None),
            Argument("style", say("context_style"), False, say("context_style_title"), _styles),
            Argument("budget", say("context_budget", **limits), False, title, None),
            Argument("language", say("language"), False, say("language_title"), languages),
        ]
        prompts.add("context", self.text, say("context"), arguments, say("context_title"))

    async def text(self, arguments: dict, call: "Call") -> str:
        """The memories that fit, or a sentence that says that none does."""
        language = arguments.get("language") or self._language
        if language not in LANGUAGES:
            raise invalid("language", language, ", ".join(LANGUAGES))
        style = arguments.get("style") or ""
        if style and style not in offers.STYLES:
            raise invalid("style", style, ", ".join(offers.STYLES))
        budget = arguments.get("budget") or "0"
        if budget != "0" and not (budget.isdigit() and _LEAST <= int(budget[:6]) <= _MOST):
            allowed = Words(self._language).say("budget_allowed", low=_LEAST, high=_MOST)
            raise invalid("budget", budget, allowed)
        found = await offers.context(
            self._mind, arguments.get("query") or "", style, int(budget), language
        )
        if not found.text:
            return Words(language).say("context_none")
        return "\n".join(phrases.rules(language)) + "\n" + found.text


async def _styles(value: str, others: dict, call: "Call") -> list:
    return list(offers.STYLES)
