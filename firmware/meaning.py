"""
Meaning: puts the search by meaning together, which asks the owner's model for vectors.

startup.py loads it where the setting `embed` is on and a server with a model for it is set;
nothing is sent to one before.
"""

from mind.vectors.by_meaning import ByMeaning
from mind.vectors.making import Making

from firmware.agent import model_client
from firmware.companion.vector_maker import VectorMaker
from firmware.system import events
from firmware.system.clock import Stopwatch
from firmware.system.supervisor import ALWAYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.app import Companion


def start(companion: "Companion") -> None:
    """Have recalls ask by meaning where words find little, and make the vectors for it."""
    memory, mind, llm = companion.memory, companion.mind, companion.llm
    if memory is None or mind is None or llm is None:
        return
    settings = companion.settings
    model = model_client.for_vectors(settings, companion.clock, llm)
    if model is None:
        return

    def log(level: str, text: str) -> None:
        events.log(level, "embed", text)

    found = ByMeaning(
        memory,
        lambda: mind.notebook,
        model,
        settings.get("llm_embed_model"),
        settings.get("embed_ms"),
        settings.get("embed_least") / 100,
        log,
    )
    memory.backends.register(found)
    maker = VectorMaker(
        Making(found),
        memory,
        Stopwatch(),
        lambda: mind.is_ready,
        lambda: companion.conversation,
        lambda: not companion.privacy.remembers,
        model.available,
        lambda: companion.resting,
    )
    companion.supervisor.start("vectors", "companion", ALWAYS, maker.run)
