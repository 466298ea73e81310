"""What the companion says of updates, in Chinese and English (sentences.py)."""

from . import sentences

_ZH = """
installed	新版本 {version} 已装好，马上重启；起不来就自动退回
available	可以更新到 {version}，现在是 {running}；共 {files} 个文件，{kb} KB
no_slots	这台设备直接运行源码目录，没有可更新的分区
ram	内存不够，什么都没变；重启后再试，或用 ./tools/release.sh install 通过数据线更新
under_way	更新正在进行；什么都没变
no_url	没有设置 update_url，不知道去哪里找更新
url	update_url 不是网址：{why}；什么都没变
no_key	这台设备没有更新公钥，不接受更新；用 flash.sh 带上公钥再刷一次
key	设备上的更新公钥损坏，不接受更新；用 flash.sh 再刷一次
busy	上一次更新还没有确认，重启一次再试；什么都没变
source	取不到 {name}：{why}；什么都没变
signature	签名不对，不是你的发布；什么都没变
manifest	清单不对（{what}）；什么都没变
path	清单里有不允许的文件 {path}；什么都没变
board	这个版本是给 {boards} 的，这台是 {board}；什么都没变
level	{version} 需要更新的启动部分，请用数据线 flash.sh 刷一次；什么都没变
oldest	{version} 只能从 {oldest} 起升级，现在是 {running}；什么都没变
same	已经是 {running}；什么都没变
older	{version} 比现在的 {running} 旧；要退回请带 older；什么都没变
room	空间不够：需要 {needed} KB，只有 {free} KB；什么都没变
file	文件 {path} 与清单不符；什么都没变
flash	写入后读回不一致（{what}），闪存可能有问题；仍用原来的版本
"""

_EN = """
installed	Version {version} is in place, restarting; if it does not start, the old one comes back
available	Version {version} can follow {running}: {files} files, {kb} KB
no_slots	This device runs the files of a working tree: there is nothing to update
ram	Not enough RAM, nothing was changed; try after a restart, or ./tools/release.sh install
under_way	An update is under way; nothing was changed
no_url	The setting update_url is empty, so there is nowhere to look for updates
url	update_url is no URL: {why}; nothing was changed
no_key	This device has no key to check updates with and takes none; flash it once with flash.sh
key	The key to check updates with is damaged; flash the device once with flash.sh
busy	The last update has yet to prove itself: restart and try again; nothing was changed
source	{name} cannot be had: {why}; nothing was changed
signature	The signature is wrong: this is no release of yours; nothing was changed
manifest	The manifest is wrong ({what}); nothing was changed
path	The manifest has a file that is not allowed, {path}; nothing was changed
board	This version is for {boards}, this board is {board}; nothing was changed
level	{version} needs newer files that start it: flash them by cable once; nothing was changed
oldest	{version} can follow {oldest} at the earliest, this is {running}; nothing was changed
same	This is version {running} already; nothing was changed
older	{version} is older than {running}; say older to go back; nothing was changed
room	There is not enough room: {needed} KB needed, {free} KB free; nothing was changed
file	The file {path} is not what the manifest says; nothing was changed
flash	What was written reads back otherwise ({what}); the version that runs stays
"""


def say(language: str, code: str, **details: object) -> str:
    """The sentence of a code in `zh` or `en`."""
    return sentences.say(_EN if language == "en" else _ZH, code, **details)
