"""Keys and certificates for servers on the loopback, made anew by each run."""

import datetime
import ipaddress
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_HERE = ("localhost", "127.0.0.1")
_BEGINS = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
_ENDS = _BEGINS + datetime.timedelta(days=365 * 30)


class Authority:
    """A root, or an authority below another one, that signs certificates."""

    def __init__(self, name: str, above: "Authority | None" = None):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name(
            [
                x509.NameAttribute(NameOID.COUNTRY_NAME, "CN"),
                x509.NameAttribute(NameOID.COMMON_NAME, name),
            ]
        )
        self.above = above
        self.made = (above or self).sign(self.key, self.name, (), True)

    def sign(
        self,
        key: ec.EllipticCurvePrivateKey,
        name: x509.Name,
        names: "tuple[str, ...]",
        ca: bool = False,
        begins: datetime.datetime = _BEGINS,
        ends: datetime.datetime = _ENDS,
    ) -> x509.Certificate:
        """A certificate of the name and key, for these names of servers."""
        builder = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(self.name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(begins)
            .not_valid_after(ends)
            .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
        )
        if names:
            known = [
                x509.IPAddress(ipaddress.ip_address(each))
                if each.replace(".", "").isdigit()
                else x509.DNSName(each)
                for each in names
            ]
            builder = builder.add_extension(x509.SubjectAlternativeName(known), critical=False)
        return builder.sign(self.key, hashes.SHA256())

    def served(
        self,
        folder: Path,
        names: "tuple[str, ...]" = _HERE,
        begins: datetime.datetime = _BEGINS,
        ends: datetime.datetime = _ENDS,
    ) -> tuple[Path, Path]:
        """PEM files of a chain for a server, its own certificate first, and of its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
        chain = [self.sign(key, name, names, begins=begins, ends=ends)]
        authority = self
        while authority.above is not None:
            chain.append(authority.made)
            authority = authority.above
        return _written(folder, key, chain)

    @property
    def der(self) -> bytes:
        """Its certificate."""
        return self.made.public_bytes(serialization.Encoding.DER)


def certificate(folder: Path) -> tuple[Path, Path]:
    """
    Paths of a certificate for 127.0.0.1 and localhost, signed by itself, and of its key, as PEM.
    """
    authority = Authority("localhost")
    made = authority.sign(authority.key, authority.name, _HERE, True)
    return _written(folder, authority.key, [made])


def der(path: Path) -> bytes:
    """The first certificate of a PEM file."""
    return ssl.PEM_cert_to_DER_cert(path.read_text().split("-----END")[0] + _PEM_END)


def trusts(run_mpy: "Callable[..., Any]", flash: Path, path: Path) -> None:
    """Have a device's chip trust the first certificate of a PEM file."""
    code = "from binascii import unhexlify\nfrom firmware.network import server_trust\n"
    code += f"server_trust.keep_own([unhexlify({der(path).hex()!r})])\n"
    run_mpy(code, flash=flash)


_PEM_END = "-----END CERTIFICATE-----\n"


def _written(
    folder: Path, key: ec.EllipticCurvePrivateKey, chain: "list[x509.Certificate]"
) -> tuple[Path, Path]:
    cert_path, key_path = folder / "cert.pem", folder / "key.pem"
    pem = serialization.Encoding.PEM
    cert_path.write_bytes(b"".join(each.public_bytes(pem) for each in chain))
    key_path.write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return cert_path, key_path
