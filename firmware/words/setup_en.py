"""What the page of the set-up says, in English (sentences.py), with %s for values."""

TEXTS = """
title	Set up your companion
intro	Choose your network and say who you are.
other_language	中文
network	Wi-Fi network
none_found	No network was found
again	Search again
another	Another (hidden) network…
other	Name of the network
open	open
key	Wi-Fi password
key_kept	Leave empty to keep the one it has
show	Show the password
owner	What are you called?
language	It speaks
zone	Time zone
elsewhere	Somewhere else…
place	Time zone, like Europe/Berlin
channel	Whom it talks with
xiaozhi	A XiaoZhi server (OTA address)
endpoint	An MCP endpoint (wss address)
lan	Only the network at home (MCP)
url_kept	Leave empty to keep the one it has
url_like	https://api.tenclass.net/xiaozhi/ota/
url	Address
anyway	Save it even if it cannot be reached now
save	Save and connect
trying	Connecting to %s …
patience	Half a minute at most. If your phone has lost it, join %s again.
done	Done: connected to %s
kept	Saved %s, to be reached later
address	Its address is %s
restart	It is starting again, and this network goes away.
failed	%s could not be joined: %s
unchanged	Nothing was changed.
wrong_password	the password is wrong
no_network	no such network is in reach
refused	the router refuses
no_address	the router does not answer, or gives no address
radio	the radio fails
not_kept	the settings cannot be kept
stale	This page is too old; open it again.
bad	Please look at this again:
cable	Set up your companion. Ctrl-C stops it, and nothing is changed.
number_or_name	its number, or its name
yes	Save it all the same? (y/n)
not_saved	Nothing was changed. Once more.
saved	Saved. It is starting again. Ctrl-] leaves.
need_network	choose a network
need_key	this network has a password
need_url	give the address
ota_url	begins with http:// or https://
ws_url	begins with ws:// or wss://
number	is a number from %s to %s
choice	is one of: %s
long	is too long: %s bytes at most
control	has a character that cannot be seen
not_key	has 8 to 63 characters
odd_key	has letters, digits and signs of English, and blanks, alone
not_url	is no address
not_zone	is a name like Europe/Berlin, an offset like +08:00, or a TZ string of POSIX
text	is no text
"""
