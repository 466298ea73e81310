"""What docs/PROTOCOL.md says of MQTT and the OTA service is what the code has."""

import re

import device

DOC = (device.ROOT / "docs" / "PROTOCOL.md").read_text(encoding="utf-8")
MQTT = DOC.partition("### 6.5")[2].partition("### 6.6")[0]
OTA = DOC.partition("### 6.6")[2]


def constants(*names):
    found: dict[str, str] = {}
    for name in names:
        source = (device.ROOT / "firmware" / f"{name}.py").read_text(encoding="utf-8")
        found.update(re.findall(r"^(_?[A-Z_0-9]+) = (?:const\()?(\d+)\)?", source, re.MULTILINE))
    return {name: int(value) for name, value in found.items()}


def test_times_and_sizes_of_mqtt_are_documented():
    limit = constants("cloud_mqtt", "xiaozhi_mqtt", "mqtt", "xiaozhi_udp")
    assert f"keepalive {limit['_KEEPALIVE_S']} s" in MQTT
    assert f"and {limit['_AGAIN_S']} s after it broke" in MQTT
    assert f"up to {limit['_JITTER_S']} s more by chance" in MQTT
    assert f"begun {limit['_SETTLED_S']} s after a line is up" in MQTT
    assert f"more than {limit['MAX_PAYLOAD']:,} bytes is left out" in MQTT
    assert f"{limit['_ANSWER_MS'] // 1000} s without the rest of a packet" in MQTT
    assert f"at most {limit['_MAX_PAYLOAD'] + limit['_HEADER']:,} bytes" in MQTT


def test_times_and_sizes_of_the_ota_service_are_documented():
    limit = constants("activation", "ota_answer", "cloud_ota", "clock")
    waits = constants("http_client")
    assert f"at most {limit['MAX_BODY']:,} bytes of JSON" in OTA
    assert f"no whole answer within {waits['_TOTAL_S']} s" in OTA
    assert limit["_TRIES"] == 10
    assert "Ten tries" in OTA
    assert f"{limit['_FIRST_WAIT_S']} s apart, then {2 * limit['_FIRST_WAIT_S']}" in OTA
    assert limit["_GIVEN_UP_S"] == 3600
    assert f"again after {limit['_PENDING_S']} s" in OTA
    assert re.search(rf"again after\s+{limit['_REFUSED_S']} s", OTA)
    assert f"in {limit['_FIRST_YEAR']} to {limit['_LAST_YEAR']}" in OTA
    assert f"({limit['_ZONE_MINUTES']} without it)" in OTA


def test_members_of_the_sections_are_documented():
    source = (device.ROOT / "firmware" / "ota_answer.py").read_text(encoding="utf-8")
    for name in ("_MQTT", "_WEBSOCKET"):
        members = re.findall(
            r'\("(\w+)", \d', source.partition(f"\n{name} = ")[2].split("\n)\n")[0]
        )
        assert members
        for member in members:
            assert f"`{member}`" in OTA or (name, member) == ("_WEBSOCKET", "version")


def test_what_every_service_is_told_is_documented():
    source = (device.ROOT / "firmware" / "activation.py").read_text(encoding="utf-8")
    for member in re.findall(r'report\["(\w+)"\]', source):
        assert f'"{member}"' in OTA, member
    for header in re.findall(r'\("([A-Z][\w-]+)", ', source):
        assert header in OTA or header == "Content-Type"
