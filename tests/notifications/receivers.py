"""Receivers on loopback that misbehave, with and without TLS."""

import datetime
import ipaddress
import socketserver
import ssl
import threading
import time
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

ANSWERS = {
    "ok": b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
    "error": b"HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n",
    "gone": b"HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n",
    "redirect": b"HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n",
    "redirect-to-itself": b"HTTP/1.1 307 Again\r\nLocation: /\r\nContent-Length: 0\r\n\r\n",
    "no-http": b"220 mail.example.org ESMTP\r\n",
    "closes": b"",
    "half": b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{}",
    "bomb": b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00",
}
#: What is sent again and again; whoever calls must lose patience, except where so much comes that it is too much.
ENDLESS = {
    "silent": b"",
    "slow-headers": b"X-A: b\r\n",
    "slow-body": b"x",
    "endless": b"x" * 65_536,
    "endless-headers": b"X-A: b\r\n" * 2_000,
}
BEGINNINGS = {
    "slow-headers": b"HTTP/1.1 200 OK\r\n",
    "endless-headers": b"HTTP/1.1 200 OK\r\n",
    "slow-body": b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n",
    "endless": b"HTTP/1.1 200 OK\r\n\r\n",
}


class Conversation(socketserver.BaseRequestHandler):
    def handle(self):
        server = self.server
        try:
            if server.tls is not None:
                self.request = server.tls.wrap_socket(self.request, server_side=True)
            self.read_request()
            if server.mode in ANSWERS:
                self.request.sendall(ANSWERS[server.mode])
                return
            self.request.sendall(BEGINNINGS.get(server.mode, b""))
            while not server.over.is_set():
                self.request.sendall(ENDLESS[server.mode])
                if "endless" not in server.mode:
                    time.sleep(0.03)
        except OSError:
            pass

    def read_request(self):
        """Read head and body, and keep them."""
        raw = b""
        while b"\r\n\r\n" not in raw:
            part = self.request.recv(65_536)
            if not part:
                return
            raw += part
        head, _, body = raw.partition(b"\r\n\r\n")
        sizes = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
        size = int(sizes[0].split(b":")[1]) if sizes else 0
        while len(body) < size:
            body += self.request.recv(65_536)
        self.server.requests.append((head.decode(), body))


class Receiver(socketserver.ThreadingTCPServer):
    """Answers as `mode` says: a name of ANSWERS or ENDLESS."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, tls=None):
        super().__init__(("127.0.0.1", 0), Conversation)
        self.mode, self.requests, self.tls = "ok", [], tls
        self.over = threading.Event()
        self.port = self.server_address[1]
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self):
        self.over.set()
        self.shutdown()
        self.server_close()


def _usage(authority: bool) -> x509.KeyUsage:
    """Return what a key is good for: to sign other certificates, or to speak."""
    kinds = ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement")
    no = dict.fromkeys((*kinds, "encipher_only", "decipher_only"), False)
    return x509.KeyUsage(digital_signature=not authority, key_cert_sign=authority, crl_sign=authority, **no)


class Authority:
    """Somebody who issues certificates."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "An authority for tests")])
        self.certificate = self._signed(self.name, self.key.public_key(), [], days=30, authority=True)

    def _signed(self, subject, key, names, *, days, authority=False):
        now = datetime.datetime.now(datetime.UTC)
        builder = x509.CertificateBuilder(
            issuer_name=self.name,
            subject_name=subject,
            public_key=key,
            serial_number=x509.random_serial_number(),
            not_valid_before=now - datetime.timedelta(days=60),
            not_valid_after=now + datetime.timedelta(days=days),
        ).add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        # What newer versions of Python ask for.
        for told, critical in (
            (x509.SubjectKeyIdentifier.from_public_key(key), False),
            (x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), False),
            (_usage(authority), True),
        ):
            builder = builder.add_extension(told, critical=critical)
        if names:
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        return builder.sign(self.key, hashes.SHA256())

    def trusted(self) -> ssl.SSLContext:
        """What a client knows who trusts this authority and nobody else."""
        pem = self.certificate.public_bytes(serialization.Encoding.PEM).decode()
        return ssl.create_default_context(cadata=pem)

    def server(self, host: str, *, days: int = 30) -> ssl.SSLContext:
        """A server's side, with a certificate for `host` that is good for some days yet."""
        key = ec.generate_private_key(ec.SECP256R1())
        try:
            name: x509.GeneralName = x509.IPAddress(ipaddress.ip_address(host))
        except ValueError:
            name = x509.DNSName(host)
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
        certificate = self._signed(subject, key.public_key(), [name], days=days)
        path = self.folder / "server.pem"
        path.write_bytes(
            certificate.public_bytes(serialization.Encoding.PEM)
            + key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        return context
