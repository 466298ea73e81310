"""
What the companion says, in English (messages.py): one line a sentence, its code before the tab,
its values in {names}. One string takes a third of the RAM of a dict.
"""

TEXTS = """
ADDED	Remembered: {what}
UPDATED	Updated: {what}
DELETED	Forgotten: {what} (for 7 days it can be restored)
went_too	; {count} more that said the same or came of it went with it
searched	{count} memories found
searched_none	No memory fits; say that you do not remember
traced	Found in the talk of the last 30 days: {count}
traced_none	Nothing of it was said in the last 30 days
traced_more	; there is more, give dates to narrow it
traced_out	; left out as deleted or like instructions: {count}
remembered	Kept of this talk: {what} (and learned from it: {count})
remembered_known	This part of the talk is kept already: {what}
no_episode	There is no {id} that you handed over; nothing was changed
attachment_kept	Kept the attachment: {what}
attachment_known	This attachment is kept already: {what}
attachments	Found {count} attachments
attachments_none	No such attachment; say that you do not remember
no_attachment	There is no attachment {id}; nothing was changed
paused	Remembering is paused (setting remembering): this is not kept, nothing was changed
is_paused	; remembering is paused (setting remembering): nothing said now is kept
no_turns	; what is said now is not kept (setting keep_turns or remembering)
empty_query	what to look for must not be empty
core_full	; there are 100 core memories already, so this one is kept as nearly core
patched	; it differs from a core memory, which has it in brackets now
evicted	; {count} hardly used will not be offered any more and can be restored for 7 days
trash	{total} in the trash, {count} listed; restore with an id brings one back
trash_none	The trash is empty
restored	Restored: {what}
history	{count}, from now back
not_in_trash	{id} is not in the trash; nothing was changed
volume	The volume is {volume} of 100 now
NOOP_write	Known already: {what}
replaced	; it took the place of "{old}"
again	; if it happened again, write it with force
NOOP_delete	There is no such record; nothing was changed
NOOP_complete	Completed already: {what}
completed	Completed: {what}
completed_next	Completed: {what}; the next one is {next}
conflict	; note that it overlaps with {names}
archived	; the oldest {count} moved to the archive
ignored	; {names} does not belong to {kind}, not kept
read	Here is what I know; relationship: {stage}
read_list	{kind}: {count} of {total}
cut	; read the rest with type and offset
recalled	Found {total}, here are {count}
recalled_none	Nothing was found
unread	; {count} parts of the archive cannot be read now and were not searched
unread_all	; the archive cannot be read now, only what is at hand was searched
arguments	Wrong arguments, nothing was changed: {problems}
missing	{field} is missing{hint}; nothing was changed
empty	{field} is empty; nothing was changed
not_text	{field} must be text{hint}; nothing was changed
too_long	{field} has {size} bytes of UTF-8, at most {cap} are allowed; nothing was changed
out_of_range	{field} must be a whole number from {low} to {high}; nothing was changed
not_allowed	{field} must be one of {allowed}; nothing was changed
bad_form	{field} must look like {allowed}; nothing was changed
bad_list	{field} must be a list of at most {most} texts, at most {size} bytes each; \
nothing was changed
bad_order	{field} must not be before {first}; nothing was changed
bad_when	datetime "{value}" is not a real time; write {allowed}; nothing was changed
bad_day	{field} "{value}" is not a real date; write YYYY-MM-DD, without a time; nothing was changed
bad_range	start_date {start} is after end_date {end}; nothing was changed
bad_birthday	birthday "{value}" is not valid; write YYYY-MM-DD or MM-DD; nothing was changed
bad_age	age must be a whole number from {low} to {high}; nothing was changed
past	{when} is in the past, it is now {now}; nothing was changed
bad_id	"{value}" is not the id of a record, such as k3z42 in read and recall; nothing was changed
ended	{id} is over since {later} is so: {field} may be another day, not none; nothing was changed
reworded	{id} has other words by now, those of {later}: change that; nothing was changed
no_id	There is no record {id}; nothing was changed
other_kind	{id} is a {kind}; nothing was changed
several	More than one record answers to "{value}"; nothing was changed; name one by id: {names}
no_schedule	No open schedule answers to "{value}"; nothing was changed; open ones: {names}
no_todo	No open to-do answers to "{value}"; open are: {names}; nothing was changed
todo_list	{count} to do
todo_none	Nothing is left to do
todo_cap	{cap} to-dos are the most; complete or delete one: {names}; nothing was changed
todo_remind	; a reminder comes at {when}
past_time	{field} {value} is in the past, it is now {now}; nothing was changed
bad_time	{field} "{value}" is no real time, write {allowed}; nothing was changed
remind_late	remind {value} is later than due {due}; nothing was changed
cap	There are already {cap} of {kind}, the most; nothing was changed; delete one first
hot	Memory is full, nothing was changed; delete some first
archive	The archive is full, so nothing can move there; nothing was changed
clock	The clock is not set yet, so schedules cannot be kept; nothing was changed
away	The archive is not available, so nothing can be found there; nothing was changed
broken	Storage failed, this was not kept: {detail}
no_memory	Memory could not be opened: {detail}
scope	{what} needs a key with scope {needs}, and this key has {has}; nothing was changed
none	none
daily_cap	{spent} of today's {cap} coins are spent and this costs {price}; come back tomorrow
pet_status	It is {mood}; relationship: {stage}
pet_feed	Fed; it is {mood} now; relationship: {stage}
pet_play	Played; it is {mood} now; relationship: {stage}
pet_gift	It got a present and is {mood} now; relationship: {stage}
mood_lonely	a little lonely
mood_calm	calm
mood_happy	happy
mood_delighted	delighted
statistics	I remember {total} things: {at_hand} at hand, {archived} in the archive
device_tasks	A part of the device failed ({names}): {free} KB free, running for {hours} hours
device_time	It is {now}
device	The device is well: {free} KB of memory free, running for {hours} hours
statistics_none	I remember nothing yet
statistics_days	; told from {first} to {last}
statistics_away	; the archive is not available and not counted
no_words	Give id or content; nothing was changed
suspect	; it reads like an instruction, so it is shown only when asked for
suspect_words	(a record that reads like an instruction; ask for it)
secret	That looks like {what}; I do not keep such things, nothing was changed
secret_password	a password
secret_key	a key
secret_card	the number of a card
secret_identity	an identity number
secret_code	a verification code
secret_phrase	a recovery phrase
activation	Type the code {digits} into the console of your XiaoZhi service to bind this device
"""
