"""
./tools/roots.sh: the roots that a device believes, as a module for it.

Runs on CPython. Owns which roots of Mozilla's list are taken, and the form of
firmware/network/roots.py. The list comes from the pinned package certifi, whose file must have the
hash below. docs/decisions/trust.md says why these.
"""

import hashlib
import re
import sys
import warnings
from base64 import b64encode
from pathlib import Path

import certifi
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

ROOT = Path(__file__).resolve().parent.parent
MODULE = ROOT / "firmware" / "network" / "roots.py"
SHA256 = "d87887200c9a705dccc937b9b83b5e67e47024c4a4b7f9dd15700c72e0f55453"

# By the labels in the file.
TAKEN = (
    # Let's Encrypt
    "ISRG Root X1", "ISRG Root X2",
    # Google Trust Services
    "GTS Root R1", "GTS Root R4",
    # DigiCert
    "DigiCert Global Root G2", "DigiCert Global Root G3", "DigiCert TLS ECC P384 Root G5",
    # GlobalSign
    "GlobalSign Root CA - R3", "GlobalSign Root CA - R6", "GlobalSign ECC Root CA - R5",
    "GlobalSign Root R46", "GlobalSign Root E46",
    # Amazon
    "Amazon Root CA 1", "Amazon Root CA 3", "Amazon Root CA 4",
    # Sectigo, and those that resell it
    "USERTrust RSA Certification Authority", "USERTrust ECC Certification Authority",
    "Sectigo Public Server Authentication Root R46",
    "Sectigo Public Server Authentication Root E46",
    # SSL.com, also for Cloudflare
    "SSL.com TLS RSA Root CA 2022", "SSL.com TLS ECC Root CA 2022",
    # GoDaddy
    "Go Daddy Root Certificate Authority - G2", "Starfield Root Certificate Authority - G2",
    # Certum, and those that resell it in China
    "Certum Trusted Network CA", "Certum Trusted Network CA 2", "Certum EC-384 CA",
    # China: TrustAsia, iTrusChina
    "TrustAsia Global Root CA G3", "TrustAsia Global Root CA G4",
    "TrustAsia TLS RSA Root CA", "TrustAsia TLS ECC Root CA",
    "vTrus Root CA", "vTrus ECC Root CA",
)  # fmt: skip

_ANY = re.MULTILINE | re.DOTALL
_HEAD = '''"""
Roots: the certificates of the authorities that servers are believed by.

Written by ./tools/roots.sh; do not edit. From Mozilla's list as in certifi {version}, which is
under the Mozilla Public License 2.0, as this file is: https://mozilla.org/MPL/2.0/
"""

# Hash of the subject (net.certificate.name_hash, in hex digits): what a root is believed for, in
# base64: its validity, subject and public key, as DER (net.certificate.root).
# {count} roots, {size} bytes.
ROOTS = {{
'''


def roots(pem: str) -> "list[tuple[str, x509.Certificate]]":
    """(name, certificate) of those taken, in order. Raises SystemExit where one is missing."""
    found = dict(
        re.findall('^# Label: "([^"]*)"$.*?(-----BEGIN.*?END CERTIFICATE-----)', pem, _ANY)
    )
    missing = [name for name in TAKEN if name not in found]
    if missing:
        sys.exit(f"roots: not in the list: {', '.join(missing)}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # GoDaddy's have the serial number 0
        return [(name, x509.load_pem_x509_certificate(found[name].encode())) for name in TAKEN]


def middle(one: x509.Certificate) -> bytes:
    """Validity, subject and public key of a root, which follow each other in it."""
    signed = one.tbs_certificate_bytes
    subject = one.subject.public_bytes()
    key = one.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    issuer_end = signed.index(subject) + len(subject)
    return signed[issuer_end : signed.index(subject + key) + len(subject + key)]


def module() -> str:
    """The module's text. Raises SystemExit where the list is another one."""
    data = Path(certifi.where()).read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        sys.exit(f"roots: {certifi.where()} is not the list that was looked at")
    taken = roots(data.decode())
    size = sum(len(middle(one)) for _, one in taken)
    lines = [_HEAD.format(version=certifi.__version__, count=len(taken), size=size)]
    for name, one in taken:
        key = hashlib.sha256(one.subject.public_bytes()).hexdigest()[:16]
        lines.append(f"    # {name}, until {one.not_valid_after_utc.date()}\n")
        lines.append(f'    "{key}": b"{b64encode(middle(one)).decode()}",\n')
    return "".join([*lines, "}\n"])


if __name__ == "__main__":
    MODULE.write_text(module(), encoding="utf-8")
