"""
What the companion promises, which tests show it, and which figures say how hard they tried.

The table behind docs/RELIABILITY.md, which `./tools/reliability.sh` writes: the sentences are
here, the numbers come from running these tests. A test tells its numbers with `figure`; a name
that is told by several tests, or several times, is put together as the table says.
"""

from typing import NamedTuple


class Figure(NamedTuple):
    """`words` go after the number; `how` is sum, max, min, or last for what has one source."""

    words: str
    how: str = "sum"


class Promise(NamedTuple):
    """
    `tests` are files, or file::function, below tests_host/; `figures` are names of FIGURES.
    `bench` names a benchmark whose JSON line with "verdict" has members of the same names: it
    runs with the long target alone.
    """

    says: str
    tests: "tuple[str, ...]"
    figures: "tuple[str, ...]" = ()
    bench: str = ""


class Part(NamedTuple):
    """A heading of the page and what stands below it."""

    heading: str
    promises: "tuple[Promise, ...]"


FIGURES: "dict[str, Figure]" = {
    "zone_times": Figure("times at changes of the clock, in 344 zones"),
    "cuts_depth_1": Figure("flash operations in which the power failed"),
    "cuts_depth_2": Figure("second failures, in the recovery and after it"),
    "random_operations": Figure("random operations, power cuts among them"),
    "update_cuts": Figure("flash operations of an update in which the power failed"),
    "killed": Figure("kills of the running process"),
    "nvs_writes_on_worn_flash": Figure("changes on pages with worn bits"),
    "rotten_places": Figure("places of hot memory with a flipped bit"),
    "restarts_that_mend": Figure("restarts after a failed operation of NVS"),
    "damaged_chips": Figure("damaged chips started"),
    "unreadable_blocks": Figure("blocks of the archive that flash does not give"),
    "nvs_operations_failed": Figure("programs of NVS that failed"),
    "archive_operations_failed": Figure("operations of the archive's flash that failed"),
    "full_archives": Figure("archives with hardly a free block"),
    "one_tool_spare_kb": Figure("KB to spare of 256", "min"),
    "hours": Figure("hours simulated", "max"),
    "year_cuts": Figure("power cuts in them", "max"),
    "year_records": Figure("records compared at the end", "max"),
    "fuzz_messages": Figure("messages of any bytes"),
    "secrets_searched": Figure("places where words were hidden"),
    "streams_inflated": Figure("streams inflated in search of them"),
    "scrub_erases": Figure("erases of the scrub of all of them", "max"),
    "tls_heap_bytes": Figure("bytes of heap more with TLS", "max"),
    "hostile_requests": Figure("requests that nobody should send"),
    "hostile_connections": Figure("connections that say too little, too slowly, or leave"),
    "fuzz_archives": Figure("archives damaged at random"),
    "chip_images": Figure("images of chips damaged at random"),
    "chip_records": Figure("records in them of which no byte was touched, all saved"),
    "chip_touched_saved": Figure("others saved from old copies or in part"),
    "chip_foreign": Figure("files that are no chips"),
    "week_hours": Figure("hours simulated"),
    "week_kills": Figure("tasks killed in them"),
    "week_faults": Figure("operations of the flash that failed"),
    "week_records": Figure("records compared"),
    "week_reminders": Figure("reminders due"),
    "fuzz_nvs": Figure("NVS partitions damaged at random"),
    "fuzz_frames": Figure("streams of WebSocket frames"),
    "fuzz_calls": Figure("messages of calls with drawn arguments"),
    "chip_flips_found": Figure("bits flipped in files of the archive, all found"),
    "fuzz_clouds": Figure("messages of clouds and strangers"),
    "fuzz_http": Figure("requests of any bytes"),
    "fuzz_settings": Figure("chips with settings of any kind"),
    "fuzz_imports": Figure("hostile files imported"),
    "hostile_texts_tried": Figure("hostile texts, by six ways in"),
    "smuggled_found_percent": Figure("% found of the set the rules were made with", "last"),
    "held_out_found_percent": Figure("% found of a set they were not made with", "last"),
    "held_out_precision_percent": Figure("% of what is flagged there is hostile", "last"),
    "held_out_false_alarms_percent": Figure("% of honest look-alikes flagged there", "last"),
    "answers_compared": Figure("answers of the index compared with those of a scan"),
    "lines_appended": Figure("lines appended in one life", "max"),
    "recalls_interrupted": Figure("recalls with something between two of their steps"),
    "secrets_tried": Figure("secrets and what looks like one"),
}

_TALK = "test_voice_end_to_end.py::"

PARTS: "tuple[Part, ...]" = (
    Part(
        "Power",
        (
            Promise(
                "The power may fail in any flash operation, and again in the recovery: of each "
                "change all or nothing is there, and the device goes on from it.",
                ("on_device/test_power_cuts.py",),
                ("cuts_depth_1", "cuts_depth_2"),
            ),
            Promise(
                "So it is with snapshots and restores, chips of older formats, imports, "
                "background work with calls in between, and where NVS or the archive is full.",
                (
                    "on_device/test_cuts_of_files.py",
                    "on_device/test_importing_cuts.py",
                    "on_device/test_tidying.py",
                ),
                ("cuts_depth_1", "cuts_depth_2"),
            ),
            Promise(
                "So it is with settings, token, identity, places to connect to, and the words of "
                "a conversation.",
                ("on_device/test_cuts_of_keys.py",),
                ("cuts_depth_1", "cuts_depth_2"),
            ),
            Promise(
                "So it is with the turns of conversations: an acknowledged group is there, one "
                "that was retired or forgotten does not come back.",
                (
                    "on_device/test_turns.py",
                    "on_device/test_forgetting_turns.py",
                    "on_device/test_transcript.py",
                ),
                ("cuts_depth_1", "cuts_depth_2"),
            ),
            Promise(
                "In lives drawn at random, memory holds exactly what was acknowledged, after "
                "every step; so do the turns of conversations.",
                ("on_device/test_random_days.py", "on_device/test_random_talk.py"),
                ("random_operations",),
            ),
            Promise(
                "A reminder reaches somebody: within the hour before and at its minute, a todo "
                "when it is to be reminded of and when it is due, it is told "
                "to all who are there, once each; where nobody has noticed it, it is told late to "
                "whoever comes, over restarts and restores. Only a power cut between telling and "
                "marking repeats it.",
                (
                    "on_device/test_reminders.py",
                    "on_device/test_todos.py",
                    "on_device/test_delivery.py",
                    "on_device/test_snapshot.py",
                    "test_reminding.py",
                ),
            ),
            Promise(
                "No key of NVS that cannot be read keeps the companion from starting, and no "
                "job that fails, whatever it raises, keeps the others from their time.",
                ("on_device/test_bad_keys.py", "on_device/test_scheduler.py"),
            ),
            Promise(
                "Whenever the process is killed, what was acknowledged is there, whole, once.",
                ("test_power.py", "test_power_http.py"),
                ("killed",),
            ),
            Promise(
                "Bits of NVS that no longer erase or program cost no answer: what was "
                "acknowledged is there after the next start, what was refused changed nothing.",
                ("on_device/test_worn_nvs.py",),
                ("nvs_writes_on_worn_flash", "nvs_operations_failed"),
            ),
            Promise(
                "So it is with settings, keys, identity, places and the words of a conversation; "
                "of what cannot be read it is said that it is lost, and the device starts.",
                ("on_device/test_written.py",),
                ("nvs_writes_on_worn_flash",),
            ),
            Promise(
                "Whatever bit of hot memory rots, all that is in the snapshot of the last "
                "conversation is there after the next start, and nothing that was ended.",
                ("on_device/test_mending.py",),
                ("rotten_places",),
            ),
            Promise(
                "Where flash does not give a part of the archive, the rest is found and it is "
                "said how much was not; nothing is thrown away for it.",
                ("on_device/test_read_errors.py",),
                ("unreadable_blocks",),
            ),
            Promise(
                "Where the archive's flash fails or is full, whatever is being done: nothing "
                "acknowledged is lost, the device goes on and says so, and succeeds when flash is "
                "well or has room again.",
                ("on_device/test_failing_flash.py",),
                ("archive_operations_failed", "full_archives"),
            ),
            Promise(
                "An update of the app that loses power, its server or its files, that is not the "
                "owner's or does not start, leaves the version before it, and memory.",
                (
                    "on_device/test_update.py",
                    "on_device/test_update_manifest.py",
                    "on_device/test_slots.py",
                    "test_update.py",
                    "test_slots_start.py",
                ),
                ("update_cuts",),
            ),
            Promise(
                "Where an operation of NVS fails in a change, the device restarts itself, at "
                "most five times in a row and not while somebody talks; then what was "
                "acknowledged is there, the change wholly or not at all, and more is taken.",
                ("on_device/test_memory_restart.py",),
                ("restarts_that_mend", "cuts_depth_1"),
            ),
            Promise(
                "Whatever lies on the flash, the companion starts, says what is wrong, and "
                "answers only for what is there after the next start.",
                ("test_damage.py", "test_trouble.py", "on_device/test_boot.py"),
                ("damaged_chips",),
            ),
        ),
    ),
    Part(
        "Load",
        (
            Promise(
                "After a heavy year of talk, corrections, questions, upkeep, restarts and power "
                "cuts each record is there once and as it was told last; heap and start have "
                "grown by no more than a row for each file, and the flash is worn evenly.",
                ("test_year.py",),
                ("hours", "year_cuts", "year_records"),
                "year",
            ),
            Promise(
                "In a week in which every task is killed again and again, the network comes and "
                "goes and operations of NVS and of the archive fail, nothing acknowledged is "
                "lost and no reminder is told twice for a mark.",
                ("test_week.py",),
                ("week_hours", "week_kills", "week_faults", "week_records", "week_reminders"),
                "week",
            ),
            Promise(
                "Everything at its cap and as long as it may be is written, read and searched "
                "over stdio and HTTP in a heap of 3,168 KB on a desk device. A chip, whose "
                "modules take four fifths of that, is asked for 2,560 KB at a start.",
                ("test_heap.py",),
            ),
            Promise(
                "Schedules keep the time on the wall when the clock is moved, and each reminder "
                "comes once: what is missing then as much later, what occurs twice at the first. "
                "Zones are as the IANA database has them.",
                ("test_zones.py", "on_device/test_zone.py", "on_device/test_summer_time.py"),
                ("zone_times",),
            ),
            Promise(
                "A server with one tool answers in a heap of 256 KB.",
                ("test_mcp_package.py",),
                ("one_tool_spare_kb",),
            ),
        ),
    ),
    Part(
        "People and networks",
        (
            Promise(
                "Without a key nobody reads or writes; what a key may do is its scope, whichever "
                "way and revision it is asked by.",
                ("on_device/test_access.py", "on_device/test_scopes.py", "test_keys.py"),
            ),
            Promise(
                "Nothing listens beyond the loopback unless a setting says so, and there a key is "
                "asked for whatever else is set; other names and web pages are turned away.",
                ("test_listening.py", "on_device/test_http.py"),
            ),
            Promise(
                "However many connections come and whatever they send, the owner with a key is "
                "answered; what could be read in two ways is refused.",
                ("on_device/test_hostile.py",),
                ("hostile_requests", "hostile_connections"),
            ),
            Promise(
                "With a certificate HTTP is served over TLS alone, or not at all; who speaks "
                "something else gets no answer and leaves nothing behind.",
                ("test_tls.py", "on_device/test_tls_kept.py"),
                ("hostile_connections", "tls_heap_bytes", "cuts_depth_1"),
            ),
            Promise(
                "A server over TLS is believed by its certificate alone, checked with a time that "
                "was set; who is not believed is told nothing, and the log says why.",
                ("test_trust.py", "on_device/test_server_trust.py"),
                ("cuts_depth_1",),
            ),
            Promise(
                "A key is rotated or it is not, wherever the power fails: never both are good, "
                "never none; the flash has the secret of none but the owner's first.",
                ("on_device/test_keys.py",),
                ("cuts_depth_1",),
            ),
            Promise(
                "Whatever bytes come as an MCP message: every request gets one valid reply, a "
                "notification none, and the session and the heap are as they were.",
                ("test_fuzz_jsonrpc.py",),
                ("fuzz_messages",),
            ),
            Promise(
                "What the owner forgets for good is nowhere on the chip afterwards: in no byte of "
                "it, no file, nothing that inflates from any byte on.",
                ("test_forgetting.py",),
                ("secrets_searched", "streams_inflated", "scrub_erases"),
            ),
            Promise(
                "Whenever the power fails while something is forgotten, it is there or gone, and "
                "nothing else is lost.",
                ("on_device/test_forgetting_cuts.py",),
                ("cuts_depth_1", "cuts_depth_2"),
            ),
            Promise(
                "Every text is kept by one rule for characters, and one with hidden characters "
                "is the same as the one without.",
                (
                    "test_text_properties.py",
                    "test_suspicion.py::"
                    "test_a_text_with_hidden_characters_is_the_same_and_found_by_both",
                ),
            ),
            Promise(
                "Every record says by which channel it came, and from which client.",
                ("on_device/test_origin.py",),
            ),
            Promise(
                "What is found to read like an instruction is offered to nobody unasked, "
                "whichever way it came: not by read, memory://core, the prompt, or a reminder.",
                (
                    "test_suspicion.py::"
                    "test_whatever_comes_by_any_way_is_shown_marked_to_who_asks_and_to_nobody_else",
                ),
                ("hostile_texts_tried",),
            ),
            Promise(
                "Rules find most of it, and seldom anything else.",
                (
                    "test_suspicion.py::"
                    "test_the_rules_find_what_they_were_made_with_and_leave_honest_words_alone",
                    "test_suspicion.py::test_the_rules_find_most_of_what_they_never_saw",
                ),
                (
                    "smuggled_found_percent",
                    "held_out_found_percent",
                    "held_out_precision_percent",
                    "held_out_false_alarms_percent",
                ),
            ),
            Promise(
                "What looks like a password, a key or a card is refused with the reason, and "
                "leaves no trace on the chip or in what is logged.",
                (
                    "test_suspicion.py::test_secrets_are_known_by_their_form_and_masked_whole",
                    "test_suspicion.py::test_a_secret_is_refused_with_a_reason_and_leaves_no_trace",
                    "test_suspicion.py::"
                    "test_what_is_said_and_looks_like_a_secret_is_masked_before_anything_keeps_it",
                    "on_device/test_turns.py::"
                    "test_a_secret_is_masked_in_what_was_said_and_done_before_anything_keeps_it",
                ),
                ("secrets_tried",),
            ),
            Promise(
                "An archive with damaged files opens; every record of which no line was touched "
                "is found as it was, before its upkeep and after.",
                ("test_fuzz_archive.py",),
                ("fuzz_archives",),
            ),
            Promise(
                "Whatever is damaged in NVS, hot memory opens, and what was lost there comes back "
                "from the snapshot.",
                ("test_fuzz_nvs.py",),
                ("fuzz_nvs",),
            ),
            Promise(
                "Whatever a WebSocket server sends is the messages that RFC 6455 makes of it, "
                "and never more than a message may have.",
                ("test_fuzz_websocket.py",),
                ("fuzz_frames",),
            ),
            Promise(
                "Whatever arguments a tool is given, its answer has its form and is true: what "
                "was added is found, what changed nothing changed nothing, also after a restart.",
                ("test_fuzz_tools.py",),
                ("fuzz_calls",),
            ),
            Promise(
                "Whatever an OTA service, a XiaoZhi server, a broker or an audio peer sends is "
                "taken for what it is or refused; so are forged URLs, cursors and states.",
                ("test_fuzz_cloud.py",),
                ("fuzz_clouds",),
            ),
            Promise(
                "Whatever bytes come over HTTP are one sure request or refused with a status: a "
                "tool is called for nothing that could be read in two ways.",
                ("test_fuzz_http.py",),
                ("fuzz_http",),
            ),
            Promise(
                "Whatever a setting is told to be, or lies where it is kept, it is what it may be "
                "after each start; what was refused has changed nothing.",
                ("test_fuzz_settings.py",),
                ("fuzz_settings",),
            ),
            Promise(
                "Kinds and fields that only a newer version knows survive moves, packing, "
                "snapshots, exports, imports and the way back, and what is forgotten is found in "
                "them.",
                ("on_device/test_versions.py", "on_device/test_cuts_of_formats.py"),
                ("cuts_depth_1", "cuts_depth_2"),
            ),
            Promise(
                "Lines that another program wrote (nested, too long, of an unknown kind, in "
                "another spelling) are the same records with the index and without it, and after "
                "a cut.",
                ("on_device/test_foreign_lines.py",),
                ("answers_compared", "cuts_depth_1", "cuts_depth_2"),
            ),
            Promise(
                "Numbers of lines that packing drops are used again, so that lines ever written "
                "have no limit; index and a scan agree at every step of that, and after a cut.",
                ("on_device/test_document_numbers.py",),
                ("lines_appended", "answers_compared", "cuts_depth_1", "cuts_depth_2"),
            ),
            Promise(
                "A recall gives what memory holds and nothing superseded or deleted, whatever "
                "comes between its steps: an index that is dropped, an import, upkeep.",
                ("on_device/test_readers.py",),
                ("recalls_interrupted",),
            ),
            Promise(
                "Stores that take each other's records come to the same, in whatever order: a "
                "deletion beats edits that had not seen it, and an edit that loses is kept.",
                ("on_device/test_order.py",),
            ),
            Promise(
                "A hostile file to import takes nothing away, and the same file again changes "
                "nothing.",
                ("test_fuzz_import.py",),
                ("fuzz_imports",),
            ),
            Promise(
                "What is served beside MCP needs a key, as MCP does, unless it was made open on "
                "purpose.",
                ("on_device/test_http.py::test_a_page_needs_a_key_unless_it_is_open",),
            ),
            Promise(
                "What was told in another word is found: pinyin, the other script, synonyms and "
                "categories in Chinese and English, misspelled English; after the word itself, "
                "and also where the table of words is damaged at any place.",
                ("on_device/test_words.py",),
            ),
            Promise(
                "A whole question finds what answers it: behind chatter, politeness and "
                "corrections, by a time it speaks of (昨天, 去年国庆, last March), by a name that "
                "only the best answer gives; and its score can be compared with that of another.",
                ("on_device/test_questions.py", "on_device/test_time_windows.py"),
            ),
            Promise(
                "A model is told when to call which tool, of those that its key may call alone, "
                "in one message of any channel.",
                ("test_instructions.py", "on_device/test_instructions.py"),
            ),
            Promise(
                "A task that fails or is cancelled is run again for itself, or reported; the "
                "others go on, and the device status says so.",
                (
                    "on_device/test_supervisor.py",
                    "on_device/test_killed_tasks.py",
                    "test_supervision.py",
                ),
            ),
            Promise(
                "Whatever fails or hangs while the device stops, every connection is closed and "
                "what was said is written.",
                (
                    "on_device/test_stopping.py",
                    "on_device/test_mcp_stopping.py",
                    "on_device/test_tasks.py",
                ),
            ),
            Promise(
                "An address or a token that a cloud takes no longer is asked for again at the OTA "
                "service; to a broker that was away the device returns when nobody speaks.",
                ("on_device/test_endpoint_health.py", "test_cloud_ota.py"),
            ),
        ),
    ),
    Part(
        "Voice",
        (
            Promise(
                "The first word is not cut: what is said while the connection opens waits, and a "
                "sentence goes on in another session where the connection breaks.",
                (
                    "test_voice_desk.py",
                    "on_device/test_voice_parts.py",
                    _TALK + "test_the_first_word_is_whole_though_the_server_comes_late",
                    _TALK
                    + "test_a_sentence_goes_on_in_the_next_session_where_the_connection_breaks",
                    "test_mosquitto.py"
                    "::test_the_first_word_does_not_overtake_the_message_that_it_begins",
                ),
            ),
            Promise(
                "A press while it speaks silences it at once and is heard; after an answer to a "
                "tap it listens on; it never waits for an answer for ever.",
                (
                    "test_voice_desk.py",
                    "on_device/test_voice_parts.py",
                    _TALK + "test_a_press_while_it_speaks_silences_it_within_300_ms_and_is_heard",
                    _TALK + "test_it_listens_on_after_an_answer_without_a_press",
                    _TALK + "test_it_is_not_deaf_after_a_server_that_went_without_an_answer",
                ),
            ),
            Promise(
                "What the network loses is concealed in its place, what it swaps is put in order, "
                "what comes late is dropped; of what came nothing is cut.",
                (
                    "test_voice_desk.py",
                    "on_device/test_voice_parts.py",
                    _TALK
                    + "test_what_udp_loses_doubles_and_swaps_is_understood_and_nothing_piles_up",
                ),
            ),
            Promise(
                "What is said is understood, remembered and answered aloud, in Chinese and "
                "English, over WebSocket, in frames of every version, and over MQTT + UDP.",
                (
                    _TALK + "test_a_sentence_is_heard_remembered_and_answered_aloud",
                    _TALK + "test_a_sentence_is_heard_and_answered_in_frames_of_every_version",
                ),
            ),
            Promise(
                "A reminder rings where nobody says it, until a press puts it off or ends it.",
                ("on_device/test_chime.py",),
            ),
            Promise(
                "All background work rests while somebody talks, also what was begun before, and "
                "is done afterwards; reminders are told all the same.",
                ("on_device/test_resting.py",),
            ),
            Promise(
                "The codec takes any packet: it ends in sound or in an error, and the next one is "
                "decoded as ever.",
                ("test_fuzz_opus.py",),
            ),
        ),
    ),
    Part(
        "Backup and repair",
        (
            Promise(
                "An export of a chip's flash is the companion's own, byte by byte.",
                ("test_chip.py",),
            ),
            Promise(
                "Of a damaged chip every record is saved of which no byte was touched, and the "
                "owner is told of the rest.",
                ("test_chip_damage.py",),
                ("chip_images", "chip_records", "chip_touched_saved", "chip_foreign"),
            ),
            Promise(
                "Every rule of the format is looked at, and a chip built from an export is whole.",
                ("test_chip_verify.py",),
                ("chip_flips_found",),
            ),
        ),
    ),
)
